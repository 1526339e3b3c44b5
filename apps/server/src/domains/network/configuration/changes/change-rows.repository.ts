import type { Change, ChangeDevice } from '@airloom/contract/configuration/configuration.model';
import {
  type ChangeState,
  DEVICE_STATES,
  type DeviceState,
  MISSING_PARTS,
} from '@airloom/contract/configuration/configuration.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { band } from '@airloom/contract/devices/devices.model';
import { sql } from 'kysely';
import { z } from 'zod';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  containing,
  type PageRequest,
  readPage,
  type Sorting,
} from '../../../../platform/database/paging.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { type Asker, ofVisibleKind } from '../../devices/index.ts';
import { changeWithinReach } from './changes.repository.ts';

/** Devices of changes within reach. A device that was deleted stays in the log of its site. */
export function visibleChangeDevices(scope: Asker) {
  return sqlBuilder
    .selectFrom('configuration_change_device')
    .innerJoin('site', (join) =>
      join
        .onRef('site.tenant_id', '=', 'configuration_change_device.tenant_id')
        .onRef('site.id', '=', 'configuration_change_device.site_id'),
    )
    .leftJoin('device', (join) =>
      join
        .onRef('device.tenant_id', '=', 'configuration_change_device.tenant_id')
        .onRef('device.id', '=', 'configuration_change_device.device_id'),
    )
    .where('configuration_change_device.tenant_id', '=', scope.tenant)
    .where(withinReach(scope))
    .where((where) => where.or([where('device.id', 'is', null), ofVisibleKind(scope)]));
}

function visibleChanges(scope: Asker) {
  return sqlBuilder
    .selectFrom('configuration_change')
    .where('configuration_change.tenant_id', '=', scope.tenant)
    .where(changeWithinReach(scope));
}

const COLUMNS = [
  'configuration_change.id',
  'configuration_change.number',
  'configuration_change.reason',
  'configuration_change.state',
  'configuration_change.cancel_reason',
  'configuration_change.site_ids',
  'configuration_change.organization_ids',
  'configuration_change.start_at',
  'configuration_change.wave',
  'configuration_change.wave_count',
  'configuration_change.created_by_name',
  'configuration_change.created_at',
  'configuration_change.ended_at',
  'reverted.number as reverts',
] as const;

function shownChanges(found: ReturnType<typeof visibleChanges>) {
  return found
    .leftJoin('configuration_change as reverted', (join) =>
      join
        .onRef('reverted.tenant_id', '=', 'configuration_change.tenant_id')
        .onRef('reverted.id', '=', 'configuration_change.reverts'),
    )
    .select(COLUMNS);
}

export type ChangeRow = Awaited<ReturnType<ReturnType<typeof shownChanges>['executeTakeFirstOrThrow']>>;

const SORTING: Sorting = {
  by: { number: sql.ref('configuration_change.number') },
  usual: '-number',
  id: sql.ref('configuration_change.id'),
};

interface ChangeRequest extends PageRequest {
  readonly state?: ChangeState | undefined;
  readonly enterpriseUUID?: string | undefined;
  readonly siteUUID?: string | undefined;
  readonly deviceUUID?: string | undefined;
}

export function listChangeRows(
  tx: Transaction,
  scope: Asker,
  request: ChangeRequest,
): Promise<{ total: number; rows: ChangeRow[] }> {
  const { state, enterpriseUUID, siteUUID, deviceUUID, search } = request;
  let found = visibleChanges(scope);
  if (state !== undefined) found = found.where('configuration_change.state', '=', state);
  if (enterpriseUUID !== undefined || siteUUID !== undefined) {
    let sites = sqlBuilder
      .selectFrom('site')
      .select('site.id')
      .where('site.tenant_id', '=', scope.tenant)
      .where(withinReach(scope));
    if (siteUUID !== undefined) sites = sites.where('site.id', '=', siteUUID);
    if (enterpriseUUID !== undefined) sites = sites.where('site.enterprise_id', '=', enterpriseUUID);
    found = found.where(sql<boolean>`configuration_change.site_ids && array(${sites})`);
  }
  if (deviceUUID !== undefined) {
    const devices = visibleChangeDevices(scope)
      .select('configuration_change_device.change_id')
      .where('configuration_change_device.device_id', '=', deviceUUID);
    found = found.where('configuration_change.id', 'in', devices);
  }
  if (search !== '') found = found.where('configuration_change.reason', 'ilike', containing(search));
  return readPage(tx, request, found, shownChanges(found), SORTING);
}

export function findChangeRow(tx: Transaction, scope: Asker, id: string): Promise<ChangeRow | undefined> {
  return tx.first(shownChanges(visibleChanges(scope).where('configuration_change.id', '=', id)));
}

/** Visible devices by state, for each change. */
export async function countDevices(
  tx: Transaction,
  scope: Asker,
  changeIds: readonly string[],
): Promise<(changeId: string) => Change['counts']> {
  const rows = await tx.all(
    visibleChangeDevices(scope)
      .select(['configuration_change_device.change_id', 'configuration_change_device.state'])
      .select(sql<number>`count(*)::int`.as('count'))
      .where('configuration_change_device.change_id', '=', sql<string>`any(${changeIds}::uuid[])`)
      .groupBy(['configuration_change_device.change_id', 'configuration_change_device.state']),
  );
  const none: Readonly<Record<DeviceState, number>> = noDevices();
  return (changeId) => {
    const own = rows.filter((row) => row.change_id === changeId);
    return { ...none, ...Object.fromEntries(own.map(({ state, count }) => [state, count])) };
  };
}

function noDevices(): Record<DeviceState, number> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are all states
  return Object.fromEntries(DEVICE_STATES.map((state) => [state, 0])) as Record<DeviceState, number>;
}

/** How many of these sites exist, and are within reach. */
export async function countReached(
  tx: Transaction,
  scope: Asker,
  siteIds: readonly string[],
): Promise<{ reached: number; existing: number }> {
  const row = await tx.first(sql<{ reached: number; existing: number }>`
    select count(*)::int as existing, (count(*) filter (where ${withinReach(scope)}))::int as reached
    from site where tenant_id = ${scope.tenant} and id = any(${siteIds}::uuid[]) and deleted_at is null`);
  return row ?? { reached: 0, existing: 0 };
}

/** Organizations of the sites within reach, of these. */
export async function reachedOrganizations(
  tx: Transaction,
  scope: Asker,
  organizationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('site')
      .select('site.enterprise_id as id')
      .distinct()
      .where('site.tenant_id', '=', scope.tenant)
      .where('site.deleted_at', 'is', null)
      .where('site.enterprise_id', '=', sql<string>`any(${organizationIds}::uuid[])`)
      .where(withinReach(scope)),
  );
  return new Set(rows.map(({ id }) => id));
}

const DEVICE_SORTING: Sorting = {
  by: {
    name: sql`lower(configuration_change_device.device_name)`,
    state: sql.ref('configuration_change_device.state'),
    changedAt: sql.ref('configuration_change_device.changed_at'),
  },
  usual: 'name',
  id: sql.ref('configuration_change_device.device_id'),
};

const words = z.array(z.string());
const missing = z.array(
  z.object({
    what: z.enum(MISSING_PARTS),
    name: z.string(),
    band: band.nullable(),
  }),
);

export async function listDeviceRows(
  tx: Transaction,
  scope: Asker,
  request: PageRequest & { readonly changeUUID: string; readonly state?: DeviceState | undefined },
): Promise<{ total: number; rows: ChangeDevice[] }> {
  let found = visibleChangeDevices(scope).where(
    'configuration_change_device.change_id',
    '=',
    request.changeUUID,
  );
  if (request.state !== undefined)
    found = found.where('configuration_change_device.state', '=', request.state);
  if (request.search !== '')
    found = found.where('configuration_change_device.device_name', 'ilike', containing(request.search));
  const shown = found.selectAll('configuration_change_device').select('site.name as site_name');
  const { total, rows } = await readPage(tx, request, found, shown, DEVICE_SORTING);
  return {
    total,
    rows: rows.map((row) => ({
      deviceUUID: row.device_id,
      deviceName: row.device_name,
      siteUUID: row.site_id,
      siteName: row.site_name,
      wave: row.wave,
      state: row.state,
      skipped: row.skip_reason,
      failure: row.failure,
      revertFailure: row.revert_failure,
      version: row.version,
      rejected: words.parse(row.rejected),
      missing: missing.parse(row.missing),
      changedAt: row.changed_at.toISOString(),
    })),
  };
}

/** Kinds of the devices of a change; before they are known, any it may have. */
export async function kindsOfChange(
  tx: Transaction,
  { tenant }: TenantScope,
  changeId: string,
): Promise<readonly DeviceKind[]> {
  const rows = await tx.all(sql<{ kind: DeviceKind }>`
    select distinct device.kind from configuration_change_device as row
    join device on device.tenant_id = row.tenant_id and device.id = row.device_id
    where row.tenant_id = ${tenant} and row.change_id = ${changeId}`);
  return rows.length === 0 ? ['ap', 'switch'] : rows.map(({ kind }) => kind);
}
