import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';

type Reaching = Pick<Scope, 'reach'>;

const everything = sql<boolean>`true`;

/** Sites a person sees, as a condition on `site`. Part of every query that reads sites for a person. */
export function withinReach({ reach }: Reaching): Expression<SqlBool> {
  if (reach.kind === 'all') return everything;
  const column = reach.kind === 'sites' ? 'site.id' : 'site.enterprise_id';
  return expressionBuilder<Tables, 'site'>()(column, '=', sql<string>`any(${reach.ids}::uuid[])`);
}

/** Narrows rows to the sites of an organization. Sites are looked up first, so that the order of an index is kept. */
export function isAtOrganization(
  { tenant }: TenantScope,
  column: `${string}.site_id`,
  enterpriseId: string,
): Expression<SqlBool> {
  return sql<boolean>`${sql.ref(column)} = any(array(
    select site.id from site where site.tenant_id = ${tenant} and site.enterprise_id = ${enterpriseId}))`;
}

/** Organizations a person sees, as a condition on `enterprise`: those of every site within reach. */
export function organizationWithinReach({ reach }: Reaching): Expression<SqlBool> {
  if (reach.kind === 'all') return everything;
  const where = expressionBuilder<Tables, 'enterprise'>();
  if (reach.kind === 'enterprises') {
    return where('enterprise.id', '=', sql<string>`any(${reach.ids}::uuid[])`);
  }
  return where.exists(
    where
      .selectFrom('site')
      .whereRef('site.tenant_id', '=', 'enterprise.tenant_id')
      .whereRef('site.enterprise_id', '=', 'enterprise.id')
      .where('site.deleted_at', 'is', null)
      .where(withinReach({ reach })),
  );
}

/** Creating and deleting organizations requires the whole account. */
export function requireWholeAccount({ reach }: Reaching): void {
  if (reach.kind !== 'all') throw new Failure('permissionDenied');
}

/** People with single sites may change these, not the organizations they belong to. */
export function requireOrganizations({ reach }: Reaching): void {
  if (reach.kind === 'sites') throw new Failure('permissionDenied');
}
