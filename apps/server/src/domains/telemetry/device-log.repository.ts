import { type DeviceLogRow, deviceLogType, SEVERITIES } from '@airloom/contract/telemetry/telemetry.model';
import type { deviceLogFilters } from '@airloom/contract/telemetry/telemetry.rules';
import { sql } from 'kysely';
import { z } from 'zod';
import { sqlBuilder, type Transaction } from '../../platform/database/database.ts';
import { containing, type PageRequest } from '../../platform/database/paging.ts';
import { type Asker, visibleDevices } from '../devices/index.ts';

export type LogFilters = z.output<typeof deviceLogFilters> & { readonly search: string };

/** Nobody pages further, and counting on would take time. */
export const COUNTED_MAX = 10_000;

const details = z.record(z.string(), z.json());

/** What happened to devices the asker may see. */
function foundEntries(scope: Asker, filters: LogFilters) {
  let devices = visibleDevices(scope);
  if (filters.search !== '') {
    devices = devices.where('device.search', 'like', containing(filters.search.toLowerCase()));
  }
  if (filters.deviceUUID !== undefined) devices = devices.where('device.id', '=', filters.deviceUUID);
  let found = sqlBuilder
    .selectFrom('device_log')
    .where('device_log.tenant_id', '=', scope.tenant)
    .where('device_log.device_id', 'in', devices.select('device.id'));
  if (filters.deviceUUID !== undefined) found = found.where('device_log.device_id', '=', filters.deviceUUID);
  if (filters.siteUUID !== undefined) found = found.where('device_log.site_id', '=', filters.siteUUID);
  if (filters.type !== undefined) found = found.where('device_log.type', '=', filters.type);
  if (filters.severity !== undefined) {
    found = found.where('device_log.severity', '<=', SEVERITIES.indexOf(filters.severity));
  }
  if (filters.from !== undefined) found = found.where('device_log.at', '>=', new Date(filters.from));
  if (filters.to !== undefined) found = found.where('device_log.at', '<=', new Date(filters.to));
  return found;
}

function shown(found: ReturnType<typeof foundEntries>) {
  return found
    .innerJoin('device', (join) =>
      join
        .onRef('device.tenant_id', '=', 'device_log.tenant_id')
        .onRef('device.id', '=', 'device_log.device_id'),
    )
    .leftJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'device_log.tenant_id').onRef('site.id', '=', 'device_log.site_id'),
    )
    .select([
      'device_log.id',
      'device_log.at',
      'device_log.device_id',
      'device.name as device_name',
      'device_log.site_id',
      'site.name as site_name',
      'device_log.type',
      'device_log.severity',
      'device_log.details',
    ]);
}

type Shown = ReturnType<typeof shown> extends { execute(): Promise<(infer R)[]> } ? R : never;

function rowOf(row: Shown): DeviceLogRow {
  return {
    logUUID: row.id,
    at: row.at.toISOString(),
    deviceUUID: row.device_id,
    deviceName: row.device_name,
    siteUUID: row.site_id,
    siteName: row.site_name ?? '',
    type: deviceLogType.catch('other').parse(row.type),
    severity: SEVERITIES[row.severity] ?? 'info',
    details: details.parse(row.details),
  };
}

export async function listDeviceLog(tx: Transaction, scope: Asker, request: LogFilters & PageRequest) {
  const found = foundEntries(scope, request);
  const direction = request.sort === 'at' ? 'asc' : 'desc';
  const offset = (request.page - 1) * request.size;
  const [rows, counted] = await Promise.all([
    offset >= COUNTED_MAX
      ? []
      : tx.all(
          shown(found)
            .orderBy('device_log.at', direction)
            .orderBy('device_log.id', direction)
            .limit(request.size)
            .offset(offset),
        ),
    tx.first(
      sql<{ total: number }>`select count(*)::int as total
                             from ${found.select(sql`1`.as('one')).limit(COUNTED_MAX)} as found`,
    ),
  ]);
  return { total: counted?.total ?? 0, rows: rows.map(rowOf) };
}

/** The entries after one, newest first. */
export async function someDeviceLog(
  tx: Transaction,
  scope: Asker,
  filters: LogFilters,
  after: DeviceLogRow | null,
  atMost: number,
): Promise<DeviceLogRow[]> {
  let found = foundEntries(scope, filters);
  if (after !== null) {
    const at = sql`${after.at}::timestamptz`;
    // What is shown is cut to milliseconds: what stands within the same one is told apart by its id alone.
    found = found.where(
      sql<boolean>`(date_trunc('milliseconds', device_log.at), device_log.id) < (${at}, ${after.logUUID}::uuid)
                   and device_log.at < ${at} + interval '1 ms'`,
    );
  }
  const rows = await tx.all(
    shown(found)
      .orderBy(sql`date_trunc('milliseconds', device_log.at)`, 'desc')
      .orderBy('device_log.id', 'desc')
      .limit(atMost),
  );
  return rows.map(rowOf);
}
