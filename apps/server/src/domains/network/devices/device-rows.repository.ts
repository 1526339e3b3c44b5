import { type Device, radioNow } from '@airloom/contract/devices/devices.model';
import { isConnected } from '@airloom/contract/devices/devices.states';
import { macOfSerial } from '@airloom/contract/devices/serial';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Transaction } from '../../../platform/database/database.ts';
import { sqlBuilder } from '../../../platform/database/database.ts';
import { isConnectedIn } from '../../../platform/database/device-status.ts';
import { AWAITS_APPROVAL, DISPUTED } from './admission/ownership.repository.ts';
import { itsGroup, itsLast, itsLastReport, itsManagerFor, itsSite } from './device-joins.ts';
import { type Asker, visibleDevices } from './reach.ts';
import { TAGS } from './tags/tags.repository.ts';

/** Devices with their sites, newest figures and controllers. */
export function devicesInPlace(devices: ReturnType<typeof visibleDevices>, scope: Asker) {
  return devices
    .leftJoin('site', itsSite)
    .leftJoin('device_group', itsGroup)
    .leftJoin('device_last', itsLast)
    .leftJoin('device as above', itsManagerFor(scope))
    .select([
      'device.id',
      'device.kind',
      'device.name',
      'device.sn',
      'device.serial',
      'device.ip',
      'device.model',
      'device.version',
      'site.name as site_name',
      'device_group.name as group_name',
      'device.position',
      'device.remark',
      'device.management_vlan',
      'device.status',
      'device.upgrade_status',
      'device.configuration_state',
      'device.first_online_at',
      'device.online_at',
      'device.offline_at',
      'device.virtual',
      'device_last.ts',
      'device_last.uptime',
      'device_last.clients',
      'device_last.cpu',
      'device_last.memory',
      'above.name as above_name',
    ]);
}

type WholeRow = Awaited<ReturnType<typeof readRows>>[number];

function readRows(tx: Transaction, scope: Asker, ids: readonly string[]) {
  return tx.all(
    devicesInPlace(visibleDevices(scope), scope)
      .leftJoin('device_last_report', itsLastReport)
      .select([
        'device.site_id',
        'device.group_id',
        'device.ha_mode',
        'device.ha_status',
        'device_last.temperature',
        'device_last_report.report',
        'above.id as above_id',
        'above.kind as above_kind',
      ])
      .select([
        sql<boolean>`device.sealed_password is not null`.as('has_password'),
        AWAITS_APPROVAL.as('awaits_approval'),
        DISPUTED.as('disputed'),
        TAGS.as('tags'),
      ])
      .where('device.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

/** Rows of device lists, in the sequence of `ids`; hidden devices are left out. */
export async function devicesByIds(
  tx: Transaction,
  scope: Asker,
  ids: readonly string[],
  now: Date,
): Promise<Device[]> {
  if (ids.length === 0) return [];
  const [rows, members] = await Promise.all([readRows(tx, scope, ids), membersOf(tx, scope, ids)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [deviceOf(row, members.get(id) ?? NO_MEMBERS, now)];
  });
}

const NO_MEMBERS: Device['members'] = { total: 0, online: 0, neverConnected: 0 };

async function membersOf(
  tx: Transaction,
  scope: Asker,
  ids: readonly string[],
): Promise<ReadonlyMap<string | null, Device['members']>> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('device')
      .select('managed_by')
      .select(sql<number>`count(*)::int`.as('total'))
      .select(sql<number>`(count(*) filter (where ${isConnectedIn('status')}))::int`.as('online'))
      .select(sql<number>`(count(*) filter (where status = 'neverConnected'))::int`.as('neverConnected'))
      .where('tenant_id', '=', scope.tenant)
      .where('managed_by', '=', sql<string>`any(${ids}::uuid[])`)
      .groupBy('managed_by'),
  );
  return new Map(rows.map(({ managed_by: above, ...counts }) => [above, counts]));
}

export const shownOfReport = z.object({
  radios: z.array(radioNow).default([]),
  ports: z.array(z.object({ linked: z.boolean() })).default([]),
  power: z.object({ usedWatts: z.number() }).nullable().default(null),
});
const EMPTY_REPORT = shownOfReport.parse({});

function deviceOf(row: WholeRow, members: Device['members'], now: Date): Device {
  const alive = isConnected(row.status);
  const report = row.report === null ? EMPTY_REPORT : shownOfReport.parse(JSON.parse(row.report));
  return {
    deviceUUID: row.id,
    kind: row.kind,
    name: row.name,
    sn: row.sn,
    mac: macOfSerial(row.serial),
    ip: row.ip,
    model: row.model,
    version: row.version,
    siteUUID: row.site_id,
    siteName: row.site_name ?? '',
    groupUUID: row.group_id,
    groupName: row.group_name ?? '',
    tags: row.tags,
    position: row.position,
    remark: row.remark,
    managementVlan: row.kind === 'ap' ? row.management_vlan : null,
    hasPassword: row.has_password,
    awaitsApproval: row.awaits_approval,
    disputed: row.disputed,
    virtual: row.virtual,
    status: row.status,
    upgradeStatus: row.upgrade_status,
    configurationState: row.configuration_state,
    uptimeSeconds: alive ? uptimeAt(row, now) : null,
    firstOnlineAt: row.first_online_at?.toISOString() ?? null,
    onlineAt: row.online_at?.toISOString() ?? null,
    offlineAt: row.offline_at?.toISOString() ?? null,
    lastReportAt: row.ts?.toISOString() ?? null,
    // Current figures of an offline device are outdated.
    clients: alive ? (row.clients ?? 0) : 0,
    cpuPercent: alive ? row.cpu : null,
    memoryPercent: alive ? row.memory : null,
    temperature: alive ? row.temperature : null,
    radios: report.radios,
    ports:
      alive && report.ports.length > 0
        ? { total: report.ports.length, up: report.ports.filter(({ linked }) => linked).length }
        : null,
    powerWatts: alive ? (report.power?.usedWatts ?? null) : null,
    managedBy: upstreamOf(row),
    members,
    haMode: row.ha_mode,
    haStatus: row.ha_status,
  };
}

export function upstreamOf(
  row: Pick<WholeRow, 'above_id' | 'above_kind' | 'above_name'>,
): Device['managedBy'] {
  const { above_id: deviceUUID, above_kind: kind, above_name: name } = row;
  return deviceUUID === null || kind === null || name === null ? null : { deviceUUID, kind, name };
}

const MINUTE_SECONDS = 60;

/**
 * Uptime now, from the last report. Whole minutes after the first one, so that rows of a polled list change only when
 * they differ.
 */
export function uptimeAt({ uptime, ts }: Pick<WholeRow, 'uptime' | 'ts'>, now: Date): number | null {
  if (uptime === null || ts === null) return null;
  const seconds = uptime + Math.max(0, Math.floor((now.getTime() - ts.getTime()) / 1000));
  return seconds < MINUTE_SECONDS ? seconds : seconds - (seconds % MINUTE_SECONDS);
}
