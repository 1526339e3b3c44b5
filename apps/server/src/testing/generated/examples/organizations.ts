import { randomUUID } from 'node:crypto';
import type { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { buildSite } from '../../builders.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

export async function emptySite({ server, owner, enterpriseUUID, marker }: World): Promise<string> {
  return buildSite(server, owner, enterpriseUUID, `${marker} ${randomUUID().slice(0, 8)}`);
}

const site = (world: World) => ({
  enterpriseUUID: world.enterpriseUUID,
  name: `${world.marker} new`,
  countryCode: 'ES',
  timeZone: 'Europe/Warsaw',
});

export const organizationExamples: ExamplesOf<typeof organizationCalls> = {
  getEnterprise: () => ({}),
  getAllSiteName: () => ({}),
  listEnterprises: () => ({}),
  createEnterprise: ({ marker }) => ({ name: `${marker} South` }),
  updateEnterprise: ({ enterpriseUUID, marker }) => ({ enterpriseUUID, name: `${marker} West` }),
  deleteEnterprise: ({ emptyEnterpriseUUID }) => ({ enterpriseUUID: emptyEnterpriseUUID }),
  listSites: () => ({}),
  createSite: (world) => site(world),
  updateSite: (world) => ({ ...site(world), siteUUID: world.siteUUID }),
  deleteSite: async (world) => ({ siteUUID: await emptySite(world) }),
  listBin: () => ({}),
  restore: ({ binnedSiteUUID }) => ({ kind: 'site', id: binnedSiteUUID }),
};
