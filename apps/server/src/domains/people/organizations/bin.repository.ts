import type { BinItem } from '@airloom/contract/organizations/organizations.model';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../../platform/database/paging.ts';
import { may, type Scope, type TenantScope } from '../../../platform/scope.ts';
import { organizationWithinReach, withinReach } from './reach.ts';

export type BinKind = BinItem['kind'];

const TABLES = { organization: 'enterprise', site: 'site' } as const satisfies Record<BinKind, string>;

function binnedSites(scope: Pick<Scope, 'tenant' | 'reach'>, since: Date) {
  return sqlBuilder
    .selectFrom('site')
    .where('site.tenant_id', '=', scope.tenant)
    .where('site.deleted_at', '>=', since)
    .where(withinReach(scope));
}

function binnedEnterprises(scope: Pick<Scope, 'tenant' | 'reach'>, since: Date) {
  return sqlBuilder
    .selectFrom('enterprise')
    .where('enterprise.tenant_id', '=', scope.tenant)
    .where('enterprise.deleted_at', '>=', since)
    .where(organizationWithinReach(scope));
}

function binned(scope: Pick<Scope, 'tenant' | 'reach' | 'grants'>, since: Date) {
  const sites = binnedSites(scope, since)
    .innerJoin('enterprise', (join) =>
      join
        .onRef('enterprise.tenant_id', '=', 'site.tenant_id')
        .onRef('enterprise.id', '=', 'site.enterprise_id'),
    )
    .select([
      'site.id',
      sql<BinKind>`'site'`.as('kind'),
      'site.name',
      'enterprise.name as enterprise_name',
      'site.deleted_at',
      'site.deleted_by',
    ]);
  if (!may(scope, 'org_manage')) return sites;
  return sites.unionAll(
    binnedEnterprises(scope, since).select([
      'enterprise.id',
      sql<BinKind>`'organization'`.as('kind'),
      'enterprise.name',
      sql<string>`''`.as('enterprise_name'),
      'enterprise.deleted_at',
      'enterprise.deleted_by',
    ]),
  );
}

const SORTING: Sorting = {
  by: { deletedAt: sql.ref('bin.deleted_at') },
  usual: '-deletedAt',
  id: sql.ref('bin.id'),
};

export async function listBin(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach' | 'grants'>,
  since: Date,
  request: PageRequest,
): Promise<Page<BinItem>> {
  let found = sqlBuilder.selectFrom(binned(scope, since).as('bin'));
  if (request.search !== '') found = found.where('bin.name', 'ilike', containing(request.search));
  const named = found
    .leftJoin('manager', 'manager.id', 'bin.deleted_by')
    .select(['bin.id', 'bin.kind', 'bin.name', 'bin.enterprise_name', 'manager.user_name'])
    .select(sql<Date>`bin.deleted_at`.as('deleted_at'));
  const { total, rows } = await readPage(tx, request, found, named, SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      enterpriseName: row.enterprise_name,
      deletedAt: row.deleted_at.toISOString(),
      deletedBy: row.user_name ?? '',
    })),
  };
}

export async function putInBin(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'manager'>,
  kind: BinKind,
  id: string,
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable(TABLES[kind])
      .set({ deleted_at: now, deleted_by: scope.manager })
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', id),
  );
}

export async function takeOutOfBin(
  tx: Transaction,
  scope: TenantScope,
  kind: BinKind,
  id: string,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable(TABLES[kind])
      .set({ deleted_at: null, deleted_by: null })
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', id),
  );
}

/** What is in the recycle bin, locked until the transaction ends. */
export function lockBinnedEnterprise(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  since: Date,
  id: string,
) {
  return tx.first(
    binnedEnterprises(scope, since)
      .select('enterprise.name')
      .where('enterprise.id', '=', id)
      .forUpdate('enterprise'),
  );
}

export function lockBinnedSite(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  since: Date,
  id: string,
) {
  return tx.first(
    binnedSites(scope, since)
      .select(['site.name', 'site.enterprise_id'])
      .where('site.id', '=', id)
      .forUpdate('site'),
  );
}

/** Deletes permanently, over all accounts, some of what was deleted before `until`; returns how many. */
export function purgeSites(tx: Transaction, until: Date, atMost: number): Promise<number> {
  const old = sqlBuilder
    .selectFrom('site')
    .select(['tenant_id', 'id'])
    .where('deleted_at', '<', until)
    .limit(atMost)
    .forUpdate()
    .skipLocked();
  return tx.run(
    sqlBuilder
      .with('old', () => old)
      .deleteFrom('site')
      .using('old')
      .whereRef('site.tenant_id', '=', 'old.tenant_id')
      .whereRef('site.id', '=', 'old.id'),
  );
}

/** An organization is kept until the last of its sites has left the recycle bin. */
export function purgeEnterprises(tx: Transaction, until: Date, atMost: number): Promise<number> {
  const old = sqlBuilder
    .selectFrom('enterprise')
    .select(['enterprise.tenant_id', 'enterprise.id'])
    .where('enterprise.deleted_at', '<', until)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('site')
            .whereRef('site.tenant_id', '=', 'enterprise.tenant_id')
            .whereRef('site.enterprise_id', '=', 'enterprise.id'),
        ),
      ),
    )
    .limit(atMost)
    .forUpdate('enterprise')
    .skipLocked();
  return tx.run(
    sqlBuilder
      .with('old', () => old)
      .deleteFrom('enterprise')
      .using('old')
      .whereRef('enterprise.tenant_id', '=', 'old.tenant_id')
      .whereRef('enterprise.id', '=', 'old.id'),
  );
}
