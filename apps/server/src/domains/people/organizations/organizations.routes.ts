import type { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as bin from './bin.service.ts';
import * as enterprises from './enterprises.service.ts';
import { siteTreeOf } from './site-tree.ts';
import * as sites from './sites.service.ts';

export function organizationRoutes(
  platform: Platform,
  refuseInUse: sites.SiteInUse,
): Handlers<keyof typeof organizationCalls> {
  return {
    getEnterprise: (_input, { scope, sessionId, request }) =>
      siteTreeOf(platform, scope, request.language, { withShares: sessionId !== null }),
    getAllSiteName: (_input, { scope }) => sites.listSiteNames(platform, scope),
    listEnterprises: (input, { scope }) => enterprises.listEnterprises(platform, scope, input),
    createEnterprise: async (input, { scope }) => ({
      enterpriseUUID: await enterprises.createEnterprise(platform, scope, input),
    }),
    updateEnterprise: async (input, context) =>
      changed(context, await enterprises.updateEnterprise(platform, context.scope, input)),
    deleteEnterprise: async (input, { scope, sessionId }) => {
      await enterprises.deleteEnterprise(platform, scope, input.enterpriseUUID, sessionId);
      return null;
    },
    listSites: (input, { scope }) => sites.listSites(platform, scope, input),
    createSite: async (input, { scope }) => ({ siteUUID: await sites.createSite(platform, scope, input) }),
    updateSite: async (input, context) =>
      changed(context, await sites.updateSite(platform, context.scope, input)),
    deleteSite: async ({ siteUUID }, { scope }) => {
      await sites.deleteSite(platform, scope, siteUUID, refuseInUse);
      return null;
    },
    listBin: (input, { scope }) => bin.listBin(platform, scope, input),
    restore: async (input, { scope }) => {
      await bin.restore(platform, scope, input);
      return null;
    },
  };
}
