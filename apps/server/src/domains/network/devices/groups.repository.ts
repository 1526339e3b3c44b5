import type { DeviceGroup } from '@airloom/contract/devices/devices.model';
import { type DeviceStatus, isConnected, statusOfWhole } from '@airloom/contract/devices/devices.states';
import type { Page } from '@airloom/contract/paging';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { containing, type PageRequest, readPage, type Sorting } from '../../../platform/database/paging.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';
import { type Asker, siteWithinReach, visibleDevices } from './reach.ts';

function visibleGroups(scope: Pick<Scope, 'tenant' | 'reach'>) {
  return sqlBuilder
    .selectFrom('device_group')
    .innerJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'device_group.tenant_id')
        .onRef('site.id', '=', 'device_group.site_id')
        .on('site.deleted_at', 'is', null),
    )
    .where('device_group.tenant_id', '=', scope.tenant)
    .where(siteWithinReach(scope, 'device_group.site_id'));
}

const SORTING: Sorting = {
  by: {
    name: sql`lower(device_group.name)`,
    siteName: sql`lower(site.name)`,
    createdAt: sql.ref('device_group.created_at'),
  },
  usual: 'name',
  id: sql.ref('device_group.id'),
};

export async function listGroups(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & {
    readonly siteUUID?: string | undefined;
    readonly enterpriseUUID?: string | undefined;
  },
): Promise<Page<DeviceGroup>> {
  let found = visibleGroups(scope);
  if (request.siteUUID !== undefined) found = found.where('device_group.site_id', '=', request.siteUUID);
  if (request.enterpriseUUID !== undefined) {
    found = found.where('site.enterprise_id', '=', request.enterpriseUUID);
  }
  if (request.search !== '') found = found.where('device_group.name', 'ilike', containing(request.search));
  const shown = found.select([
    'device_group.id',
    'device_group.name',
    'device_group.site_id',
    'device_group.created_at',
    'site.name as site_name',
  ]);
  const { total, rows } = await readPage(tx, request, found, shown, SORTING);
  const statuses = await statusesOf(
    tx,
    scope,
    rows.map(({ id }) => id),
  );
  return {
    total,
    rows: rows.map((row) => ({
      groupUUID: row.id,
      name: row.name,
      siteUUID: row.site_id,
      siteName: row.site_name,
      createdAt: row.created_at.toISOString(),
      ...wholeOf(statuses.get(row.id) ?? []),
    })),
  };
}

interface Counted {
  readonly status: DeviceStatus;
  readonly count: number;
}

function wholeOf(counted: readonly Counted[]): Pick<DeviceGroup, 'status' | 'devices'> {
  const sum = (of: readonly Counted[]) => of.reduce((total, { count }) => total + count, 0);
  return {
    status: statusOfWhole(counted.map(({ status }) => status)),
    devices: {
      total: sum(counted),
      online: sum(counted.filter(({ status }) => isConnected(status))),
      neverConnected: sum(counted.filter(({ status }) => status === 'neverConnected')),
    },
  };
}

async function statusesOf(
  tx: Transaction,
  scope: Asker,
  ids: readonly string[],
): Promise<ReadonlyMap<string | null, Counted[]>> {
  const rows = await tx.all(
    visibleDevices(scope)
      .select(['device.group_id', 'device.status'])
      .select(sql<number>`count(*)::int`.as('count'))
      .where('device.group_id', '=', sql<string>`any(${ids}::uuid[])`)
      .groupBy(['device.group_id', 'device.status']),
  );
  return Map.groupBy(rows, (row) => row.group_id);
}

export type LockedGroup = NonNullable<Awaited<ReturnType<typeof lockGroup>>>;

export function lockGroup(tx: Transaction, scope: Pick<Scope, 'tenant' | 'reach'>, id: string) {
  return tx.first(
    visibleGroups(scope)
      .select(['device_group.id', 'device_group.name', 'device_group.site_id'])
      .where('device_group.id', '=', id)
      .forUpdate('device_group'),
  );
}

/** Groups by id, also those of devices that are moved away. */
export function groupsById(tx: Transaction, { tenant }: TenantScope, ids: readonly string[]) {
  return tx.all(
    sqlBuilder
      .selectFrom('device_group')
      .select(['id', 'name', 'site_id'])
      .where('tenant_id', '=', tenant)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

export async function insertGroup(
  tx: Transaction,
  scope: TenantScope,
  group: { readonly id: string; readonly siteId: string; readonly name: string },
): Promise<void> {
  await tx.run(
    sqlBuilder
      .insertInto('device_group')
      .values({ tenant_id: scope.tenant, id: group.id, site_id: group.siteId, name: group.name }),
  );
}

export async function renameGroup(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  name: string,
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('device_group')
      .set({ name })
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', id),
  );
}

/** Its devices stay in the site, without a group. */
export async function removeGroup(tx: Transaction, scope: TenantScope, id: string, at: Date): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('device')
      .set({ group_id: null, grouped_at: at })
      .where('tenant_id', '=', scope.tenant)
      .where('group_id', '=', id),
  );
  await tx.run(
    sqlBuilder.deleteFrom('device_group').where('tenant_id', '=', scope.tenant).where('id', '=', id),
  );
}

/** Locks a group of the site, so that it still exists at commit. */
export async function requireGroupInSite(
  tx: Transaction,
  scope: Pick<Scope, 'tenant' | 'reach'>,
  groupId: string | null,
  siteId: string | null,
): Promise<void> {
  if (groupId === null) return;
  const group = await tx.first(
    visibleGroups(scope)
      .select('device_group.site_id')
      .where('device_group.id', '=', groupId)
      .forShare('device_group'),
  );
  if (group === undefined) throw new Failure('notFound');
  if (group.site_id !== siteId) throw new Failure('groupElsewhere');
}
