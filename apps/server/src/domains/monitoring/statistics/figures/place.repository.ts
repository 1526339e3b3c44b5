import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { withinReach } from '../../../people/organizations/index.ts';

/** A site, an organization, or everything visible. */
export interface Place {
  readonly enterpriseUUID?: string | undefined;
  readonly siteUUID?: string | undefined;
}

/** The visible sites of a place. */
export function sitesAt(scope: Pick<Scope, 'tenant' | 'reach'>, { enterpriseUUID, siteUUID }: Place) {
  let sites = sqlBuilder
    .selectFrom('site')
    .where('site.tenant_id', '=', scope.tenant)
    .where('site.deleted_at', 'is', null)
    .where(withinReach(scope));
  if (enterpriseUUID !== undefined) sites = sites.where('site.enterprise_id', '=', enterpriseUUID);
  if (siteUUID !== undefined) sites = sites.where('site.id', '=', siteUUID);
  return sites;
}

/** Name of a visible place; empty for everything. */
export async function placeNameAt(tx: Transaction, scope: Pick<Scope, 'tenant' | 'reach'>, place: Place) {
  if (place.siteUUID === undefined && place.enterpriseUUID === undefined) return '';
  const found = await tx.first(
    sitesAt(scope, place)
      .innerJoin('enterprise', (on) =>
        on
          .onRef('enterprise.tenant_id', '=', 'site.tenant_id')
          .onRef('enterprise.id', '=', 'site.enterprise_id'),
      )
      .select(place.siteUUID === undefined ? 'enterprise.name' : 'site.name')
      .limit(1),
  );
  return found?.name ?? '';
}

export async function siteIdsAt(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  place: Place,
): Promise<string[]> {
  return (await tx.all(sitesAt(scope, place).select('site.id'))).map(({ id }) => id);
}
