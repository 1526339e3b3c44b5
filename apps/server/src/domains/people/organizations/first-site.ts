import { audit, type ChangedObject } from '../../../platform/audit.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { insertEnterprise } from './enterprises.repository.ts';
import { loggedOrganization, loggedSite } from './logged-places.ts';
import { requireWholeAccount } from './reach.ts';
import { insertSite, type SiteInput } from './sites.repository.ts';

export interface FirstSite extends Pick<SiteInput, 'countryCode' | 'timeZone'> {
  readonly organizationName: string;
  readonly siteName: string;
}

export interface InsertedSite {
  readonly enterpriseUUID: string;
  readonly siteUUID: string;
  readonly changes: readonly ChangedObject[];
}

export function requireMakingSites(scope: Scope): void {
  requireWholeAccount(scope);
  for (const missing of ['org_manage:operate', 'site_manage:operate'] as const) {
    if (!may(scope, missing)) throw new Failure('permissionDenied', {}, { missing });
  }
}

/** Inserts an organization with one site. Part of a change of the tree. */
export async function insertFirstSite(
  tx: Transaction,
  { quotas }: Pick<Platform, 'quotas'>,
  scope: Scope,
  { organizationName, siteName, countryCode, timeZone }: FirstSite,
): Promise<InsertedSite> {
  const [enterpriseUUID, siteUUID] = [newId(), newId()];
  const organization = { name: organizationName, address: '' };
  const site = {
    name: siteName,
    code: '',
    countryCode,
    address: '',
    coordinates: null,
    timeZone,
    ntpServer: '',
    observeOnly: false,
    contactName: '',
    remark: '',
  };
  await quotas.require(tx, scope, 'organizations');
  await insertEnterprise(tx, scope, enterpriseUUID, organization);
  await quotas.require(tx, scope, 'sites');
  await insertSite(tx, scope, siteUUID, { ...site, enterpriseUUID });
  const itsOrganization = audit.references('organization', [{ id: enterpriseUUID, name: organizationName }]);
  return {
    enterpriseUUID,
    siteUUID,
    changes: [
      loggedOrganization({ id: enterpriseUUID, name: organizationName }, audit.values(null, organization)),
      loggedSite(
        { id: siteUUID, name: siteName },
        [enterpriseUUID],
        audit.values(null, { ...site, organization: itsOrganization }),
      ),
    ],
  };
}
