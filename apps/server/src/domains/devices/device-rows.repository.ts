import { type Device, radioNow } from '@airloom/contract/devices/devices.model';
import { macOfSerial } from '@airloom/contract/devices/serial';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Transaction } from '../../platform/database/database.ts';
import { sqlBuilder } from '../../platform/database/database.ts';
import { type Asker, visibleDevices, visibleKinds } from './reach.ts';

function rowsWithAll(scope: Asker, ids: readonly string[]) {
  return visibleDevices(scope)
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
    )
    .leftJoin('device_group', (join) =>
      join
        .onRef('device_group.tenant_id', '=', 'device.tenant_id')
        .onRef('device_group.id', '=', 'device.group_id'),
    )
    .leftJoin('device_last', (join) =>
      join
        .onRef('device_last.tenant_id', '=', 'device.tenant_id')
        .onRef('device_last.device_id', '=', 'device.id'),
    )
    .leftJoin('device_last_report', (join) =>
      join
        .onRef('device_last_report.tenant_id', '=', 'device.tenant_id')
        .onRef('device_last_report.device_id', '=', 'device.id'),
    )
    .leftJoin('device as above', (join) =>
      join
        .onRef('above.tenant_id', '=', 'device.tenant_id')
        .onRef('above.id', '=', 'device.managed_by')
        .on('above.kind', '=', sql<Device['kind']>`any(${visibleKinds(scope)}::text[])`),
    )
    .select([
      'device.id',
      'device.kind',
      'device.name',
      'device.sn',
      'device.serial',
      'device.ip',
      'device.model',
      'device.version',
      'device.site_id',
      'site.name as site_name',
      'device.group_id',
      'device_group.name as group_name',
      'device.position',
      'device.remark',
      'device.status',
      'device.upgrade_status',
      'device.configuration_state',
      'device.first_online_at',
      'device.online_at',
      'device.offline_at',
      'device.ha_mode',
      'device.ha_status',
      'device_last.ts',
      'device_last.uptime',
      'device_last.clients',
      'device_last.cpu',
      'device_last.memory',
      'device_last.temperature',
      'device_last_report.report',
      'above.id as above_id',
      'above.kind as above_kind',
      'above.name as above_name',
    ])
    .where('device.id', '=', sql<string>`any(${ids}::uuid[])`);
}

type WholeRow = Awaited<ReturnType<typeof readRows>>[number];

function readRows(tx: Transaction, scope: Asker, ids: readonly string[]) {
  return tx.all(rowsWithAll(scope, ids));
}

/** Devices as lists show them, in the order of `ids`; those the asker may not see are left out. */
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

const NO_MEMBERS: Device['members'] = { total: 0, online: 0 };

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
      .select(sql<number>`(count(*) filter (where status <> 'offline'))::int`.as('online'))
      .where('tenant_id', '=', scope.tenant)
      .where('managed_by', '=', sql<string>`any(${ids}::uuid[])`)
      .groupBy('managed_by'),
  );
  return new Map(rows.map(({ managed_by: above, total, online }) => [above, { total, online }]));
}

const radiosOfReport = z.object({ radios: z.array(radioNow).default([]) });

function deviceOf(row: WholeRow, members: Device['members'], now: Date): Device {
  const alive = row.status !== 'offline';
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
    position: row.position,
    remark: row.remark,
    status: row.status,
    upgradeStatus: row.upgrade_status,
    configurationState: row.configuration_state,
    uptimeSeconds: alive ? uptimeAt(row, now) : null,
    firstOnlineAt: row.first_online_at?.toISOString() ?? null,
    onlineAt: row.online_at?.toISOString() ?? null,
    offlineAt: row.offline_at?.toISOString() ?? null,
    lastReportAt: row.ts?.toISOString() ?? null,
    // What an offline device last said about the present is no longer true.
    clients: alive ? (row.clients ?? 0) : 0,
    cpuPercent: alive ? row.cpu : null,
    memoryPercent: alive ? row.memory : null,
    temperature: alive ? row.temperature : null,
    radios: row.report === null ? [] : radiosOfReport.parse(JSON.parse(row.report)).radios,
    managedBy: aboveOf(row),
    members,
    haMode: row.ha_mode,
    haStatus: row.ha_status,
  };
}

function aboveOf(row: WholeRow): Device['managedBy'] {
  const { above_id: deviceUUID, above_kind: kind, above_name: name } = row;
  return deviceUUID === null || kind === null || name === null ? null : { deviceUUID, kind, name };
}

/** It has run on since it last said for how long it runs. */
function uptimeAt({ uptime, ts }: Pick<WholeRow, 'uptime' | 'ts'>, now: Date): number | null {
  if (uptime === null || ts === null) return null;
  return uptime + Math.max(0, Math.floor((now.getTime() - ts.getTime()) / 1000));
}
