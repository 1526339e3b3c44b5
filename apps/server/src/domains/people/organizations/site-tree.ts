import type { Language } from '@airloom/contract/languages';
import {
  type EnterpriseNode,
  MY_SHARES_UUID,
  type SiteTree,
} from '@airloom/contract/organizations/organizations.model';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { translate } from '../../../platform/text/text.ts';
import { enterpriseNames } from './enterprises.repository.ts';
import { type SharedSite, sharedSites } from './shares.repository.ts';
import { siteNames } from './sites.repository.ts';

/**
 * What a person sees, as a tree by name. Sites of other accounts come last, under 'my shares', for a person
 * only: an API key belongs to one account.
 */
export async function siteTreeOf(
  { database }: Pick<Platform, 'database'>,
  scope: Pick<Scope, 'tenant' | 'manager' | 'reach'>,
  language: Language,
  { withShares }: { readonly withShares: boolean },
): Promise<SiteTree> {
  const [[enterprises, sites], shared] = await Promise.all([
    database.withTenant(scope, (tx) => Promise.all([enterpriseNames(tx, scope), siteNames(tx, scope)])),
    withShares ? sharedSites(database, scope) : [],
  ]);
  const trees = treesOf(enterprises, sites);
  const defaultTree = trees.find((tree) => tree.sites.length > 0) ?? null;
  if (shared.length > 0) trees.push(sharesNode(shared, language));
  return { trees, defaultTree };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Both lists are sorted; their order is kept. */
function treesOf(
  enterprises: readonly Named[],
  sites: readonly (Named & { readonly enterprise_id: string })[],
): EnterpriseNode[] {
  const nodes = new Map<string, EnterpriseNode>(
    enterprises.map(({ id, name }) => [id, { enterpriseuuid: id, enterprisename: name, sites: [] }]),
  );
  for (const site of sites) {
    nodes.get(site.enterprise_id)?.sites.push({ siteuuid: site.id, sitename: site.name });
  }
  return [...nodes.values()];
}

function sharesNode(shared: readonly SharedSite[], language: Language): EnterpriseNode {
  const byName = new Intl.Collator(language);
  return {
    enterpriseuuid: MY_SHARES_UUID,
    enterprisename: translate(language, 'organizations.myShares'),
    sites: shared
      .toSorted((a, b) => byName.compare(a.name, b.name))
      .map((site) => ({
        siteuuid: site.id,
        sitename: site.name,
        accountUUID: site.tenant,
        roleUUID: site.roleId,
      })),
  };
}
