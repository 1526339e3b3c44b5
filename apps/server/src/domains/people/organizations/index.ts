export {
  enterpriseOf,
  findEnterprises,
  insertEnterprise,
  searchOrganizations,
} from './enterprises.repository.ts';
export { insertFirstSite, requireMakingSites } from './first-site.ts';
export { loggedSite, type PlaceValues, placeValues } from './logged-places.ts';
export { createOrganizations } from './organizations.module.ts';
export { isAtOrganization, organizationWithinReach, requireWholeAccount, withinReach } from './reach.ts';
export { reachNames, type Selection, unknownSelection } from './selection.repository.ts';
export { siteTreeOf } from './site-tree.ts';
export {
  findSites,
  insertSite,
  SITE_COLUMNS,
  type SitesFilter,
  searchSites,
  shareSite,
  siteOf,
  sitesNamed,
} from './sites.repository.ts';
export type { SiteInUse } from './sites.service.ts';
export { changeTree } from './tree-change.ts';
