import type { Enterprise } from '@airloom/contract/organizations/organizations.model';
import type { enterpriseInput } from '@airloom/contract/organizations/organizations.rules';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import type { z } from 'zod';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../../platform/database/paging.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';
import { organizationWithinReach, withinReach } from './reach.ts';

type Asker = Pick<Scope, 'tenant' | 'reach'>;
export type EnterpriseFields = z.output<typeof enterpriseInput>;

const byName = sql<string>`lower(enterprise.name)`;

function visibleEnterprises(scope: Asker) {
  return sqlBuilder
    .selectFrom('enterprise')
    .where('enterprise.tenant_id', '=', scope.tenant)
    .where('enterprise.deleted_at', 'is', null)
    .where(organizationWithinReach(scope));
}

/** The number of sites the caller sees in an organization. */
function siteCount(scope: Asker) {
  return sqlBuilder
    .selectFrom('site')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('site.tenant_id', '=', scope.tenant)
    .where('site.enterprise_id', '=', sql.ref<string>('enterprise.id'))
    .where('site.deleted_at', 'is', null)
    .where(withinReach(scope));
}

const SORTING: Sorting = {
  by: {
    name: byName,
    siteCount: sql.ref('site_count'),
    createdAt: sql.ref('enterprise.created_at'),
  },
  usual: 'name',
  id: sql.ref('enterprise.id'),
};

/** Visible organizations whose texts contain a search. */
export function findEnterprises(scope: Asker, search: string) {
  const visible = visibleEnterprises(scope);
  if (search === '') return visible;
  const pattern = containing(search);
  // People who see only the name cannot search an organization by its other fields.
  return scope.reach.kind === 'sites'
    ? visible.where('enterprise.name', 'ilike', pattern)
    : visible.where((where) =>
        where.or([where('enterprise.name', 'ilike', pattern), where('enterprise.address', 'ilike', pattern)]),
      );
}

interface EnterpriseRow {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly created_at: Date;
}

export function enterpriseOf(scope: Asker, row: EnterpriseRow, sites: number): Enterprise {
  return {
    enterpriseUUID: row.id,
    name: row.name,
    address: scope.reach.kind === 'sites' ? '' : row.address,
    siteCount: sites,
    createdAt: row.created_at.toISOString(),
  };
}

export async function listEnterprises(
  tx: Transaction,
  scope: Asker,
  request: PageRequest,
): Promise<Page<Enterprise>> {
  const visible = findEnterprises(scope, request.search);
  const counted = visible
    .select(['enterprise.id', 'enterprise.name', 'enterprise.address', 'enterprise.created_at'])
    .select(siteCount(scope).as('site_count'));
  const { total, rows } = await readPage(tx, request, visible, counted, SORTING);
  return { total, rows: rows.map((row) => enterpriseOf(scope, row, row.site_count ?? 0)) };
}

/** Some organizations by name, for the search in everything. */
export async function searchOrganizations(
  tx: Transaction,
  scope: Asker,
  search: string,
  atMost: number,
): Promise<{ enterpriseUUID: string; name: string }[]> {
  const rows = await tx.all(
    visibleEnterprises(scope)
      .select(['enterprise.id', 'enterprise.name'])
      .where('enterprise.name', 'ilike', containing(search))
      .orderBy(byName)
      .orderBy('enterprise.id')
      .limit(atMost),
  );
  return rows.map(({ id, name }) => ({ enterpriseUUID: id, name }));
}

/** All organizations the caller sees, by name. */
export function enterpriseNames(tx: Transaction, scope: Asker) {
  return tx.all(
    visibleEnterprises(scope)
      .select(['enterprise.id', 'enterprise.name'])
      .orderBy(byName)
      .orderBy('enterprise.id'),
  );
}

/**
 * An organization, locked until the transaction ends: `update` before it is changed or deleted, `share` so that it
 * cannot be deleted while a site is added to it.
 */
export function lockEnterprise(tx: Transaction, scope: Asker, id: string, hold: 'update' | 'share') {
  const found = visibleEnterprises(scope)
    .select(['enterprise.name', 'enterprise.address'])
    .where('enterprise.id', '=', id);
  return tx.first(hold === 'update' ? found.forUpdate('enterprise') : found.forShare('enterprise'));
}

export async function hasSites(tx: Transaction, scope: TenantScope, enterpriseId: string): Promise<boolean> {
  const site = await tx.first(
    sqlBuilder
      .selectFrom('site')
      .select('id')
      .where('tenant_id', '=', scope.tenant)
      .where('enterprise_id', '=', enterpriseId)
      .where('deleted_at', 'is', null)
      .limit(1),
  );
  return site !== undefined;
}

/** Whether the session shows the organization, or one of its sites. An API key shows nothing. */
export async function isInView(
  tx: Transaction,
  scope: TenantScope,
  enterpriseId: string,
  sessionId: string | null,
): Promise<boolean> {
  if (sessionId === null) return false;
  const session = await tx.first(
    sqlBuilder
      .selectFrom('session')
      .leftJoin('site', (join) =>
        join
          .onRef('site.tenant_id', '=', 'session.tenant_id')
          .onRef('site.id', '=', 'session.current_id')
          .on('site.deleted_at', 'is', null),
      )
      .select('session.id')
      .where('session.tenant_id', '=', scope.tenant)
      .where('session.id', '=', sessionId)
      .where((where) =>
        where.or([
          where('session.current_id', '=', enterpriseId),
          where('site.enterprise_id', '=', enterpriseId),
        ]),
      ),
  );
  return session !== undefined;
}

export async function insertEnterprise(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  fields: EnterpriseFields,
): Promise<void> {
  await tx.run(sqlBuilder.insertInto('enterprise').values({ tenant_id: scope.tenant, id, ...fields }));
}

export async function updateEnterprise(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  fields: EnterpriseFields,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('enterprise')
      .set(fields)
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', id),
  );
}
