import type { Maintenance } from '@airloom/contract/alarms/alarms.model';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { withinReach } from '../../../people/organizations/index.ts';

type Reaching = Pick<Scope, 'tenant' | 'reach'>;

function withSites({ tenant }: Reaching) {
  return sqlBuilder
    .selectFrom('maintenance')
    .innerJoin('maintenance_site', (join) =>
      join
        .onRef('maintenance_site.tenant_id', '=', 'maintenance.tenant_id')
        .onRef('maintenance_site.maintenance_id', '=', 'maintenance.id'),
    )
    .innerJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'maintenance_site.tenant_id')
        .onRef('site.id', '=', 'maintenance_site.site_id'),
    )
    .where('maintenance.tenant_id', '=', tenant);
}

/** Maintenance of sites the caller sees, with these sites; earliest start first. */
export async function listOpen(tx: Transaction, scope: Reaching, now: Date): Promise<Maintenance[]> {
  const rows = await tx.all(
    withSites(scope)
      .where('maintenance.ends_at', '>', now)
      .where(withinReach(scope))
      .select([
        'maintenance.id',
        'maintenance.name',
        'maintenance.starts_at',
        'maintenance.ends_at',
        'maintenance.created_by_name',
        sql<Maintenance['sites']>`jsonb_agg(
          jsonb_build_object('siteUUID', site.id, 'name', site.name) order by lower(site.name), site.id)`.as(
          'sites',
        ),
      ])
      .groupBy(['maintenance.tenant_id', 'maintenance.id'])
      .orderBy('maintenance.starts_at')
      .orderBy('maintenance.id'),
  );
  return rows.map((row) => ({
    maintenanceUUID: row.id,
    name: row.name,
    sites: row.sites,
    from: row.starts_at.toISOString(),
    to: row.ends_at.toISOString(),
    createdBy: row.created_by_name,
  }));
}

export interface PlannedMaintenance {
  readonly id: string;
  readonly name: string;
  readonly siteIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly by: string;
}

export async function insertMaintenance(
  tx: Transaction,
  { tenant }: TenantScope,
  { id, name, siteIds, from, to, by }: PlannedMaintenance,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('maintenance')
      .values({ tenant_id: tenant, id, name, starts_at: from, ends_at: to, created_by_name: by }),
  );
  await tx.run(
    sqlBuilder
      .insertInto('maintenance_site')
      .values(siteIds.map((site) => ({ tenant_id: tenant, maintenance_id: id, site_id: site }))),
  );
}

export interface LockedMaintenance {
  readonly name: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly siteIds: readonly string[];
  readonly seen: number;
  /** How many of its sites the caller does not see. */
  readonly hidden: number;
}

/** Locked until the transaction ends. */
export async function lockMaintenance(
  tx: Transaction,
  scope: Reaching,
  id: string,
): Promise<LockedMaintenance | undefined> {
  const locked = await tx.first(
    sqlBuilder
      .selectFrom('maintenance')
      .select(['name', 'starts_at', 'ends_at'])
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', id)
      .forUpdate(),
  );
  if (locked === undefined) return undefined;
  const sites = await tx.first(
    withSites(scope)
      .where('maintenance.id', '=', id)
      .select([
        sql<string[]>`array_agg(site.id)`.as('siteIds'),
        sql<number>`count(*) filter (where ${withinReach(scope)})::int`.as('seen'),
        sql<number>`count(*) filter (where not ${withinReach(scope)})::int`.as('hidden'),
      ]),
  );
  return {
    ...locked,
    siteIds: sites?.siteIds ?? [],
    seen: sites?.seen ?? 0,
    hidden: sites?.hidden ?? 0,
  };
}

export async function endMaintenance(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('maintenance')
      .set({ ends_at: now })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

export async function deleteMaintenance(tx: Transaction, { tenant }: TenantScope, id: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('maintenance').where('tenant_id', '=', tenant).where('id', '=', id));
}
