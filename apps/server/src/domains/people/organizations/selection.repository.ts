import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import type { Scope } from '../../../platform/scope.ts';
import { organizationWithinReach, withinReach } from './reach.ts';

/** Organizations or sites that a person has or is to be given. */
export interface Selection {
  readonly enterpriseIds: readonly string[];
  readonly siteIds: readonly string[];
}

/** The names of organizations and sites of many selections. What is in the recycle bin has none. */
export async function reachNames(
  tx: Transaction,
  tenant: string,
  { enterpriseIds, siteIds }: Selection,
): Promise<ReadonlyMap<string, string>> {
  const [enterprises, sites] = await Promise.all([
    tx.all(
      sqlBuilder
        .selectFrom('enterprise')
        .select(['id', 'name'])
        .where('tenant_id', '=', tenant)
        .where('id', '=', sql<string>`any(${enterpriseIds}::uuid[])`)
        .where('deleted_at', 'is', null),
    ),
    tx.all(
      sqlBuilder
        .selectFrom('site')
        .select(['id', 'name'])
        .where('tenant_id', '=', tenant)
        .where('id', '=', sql<string>`any(${siteIds}::uuid[])`)
        .where('deleted_at', 'is', null),
    ),
  ]);
  return new Map([...enterprises, ...sites].map(({ id, name }) => [id, name]));
}

/**
 * The part of the selection that the caller cannot grant: it does not exist, or is beyond their reach. An organization
 * is within reach only with all its sites, so a caller with single sites cannot grant it.
 */
export async function unknownSelection(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  { enterpriseIds, siteIds }: Selection,
): Promise<string[]> {
  const [enterprises, sites] = await Promise.all([
    scope.reach.kind === 'sites'
      ? []
      : tx.all(
          sqlBuilder
            .selectFrom('enterprise')
            .select('enterprise.id')
            .where('enterprise.tenant_id', '=', scope.tenant)
            .where('enterprise.id', '=', sql<string>`any(${enterpriseIds}::uuid[])`)
            .where('enterprise.deleted_at', 'is', null)
            .where(organizationWithinReach(scope)),
        ),
    tx.all(
      sqlBuilder
        .selectFrom('site')
        .select('site.id')
        .where('site.tenant_id', '=', scope.tenant)
        .where('site.id', '=', sql<string>`any(${siteIds}::uuid[])`)
        .where('site.deleted_at', 'is', null)
        .where(withinReach(scope)),
    ),
  ]);
  const knownEnterprises = new Set(enterprises.map(({ id }) => id));
  const knownSites = new Set(sites.map(({ id }) => id));
  return [
    ...enterpriseIds.filter((id) => !knownEnterprises.has(id)),
    ...siteIds.filter((id) => !knownSites.has(id)),
  ];
}
