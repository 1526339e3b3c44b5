import { type DeviceLogRow, deviceLogType, SEVERITIES } from '@airloom/contract/telemetry/telemetry.model';
import type { deviceLogFilters } from '@airloom/contract/telemetry/telemetry.rules';
import { z } from 'zod';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import {
  type LogOrder,
  type LogPosition,
  placeOf,
  readLogAfter,
  readLogPage,
} from '../../../../platform/database/log-rows.ts';
import { containing, type PageRequest } from '../../../../platform/database/paging.ts';
import { isAmong, rareMatches } from '../../../../platform/database/text-search.ts';
import { type Asker, siteWithinReach, visibleDevices } from '../../../network/devices/index.ts';
import { isAtOrganization } from '../../../people/organizations/index.ts';

export type LogFilters = z.output<typeof deviceLogFilters> & { readonly search: string };

const ORDER: LogOrder = { at: 'device_log.at', id: 'device_log.id' };

const details = z.record(z.string(), z.json());

/** Log entries of devices visible to the scope. `rare`: the devices that match the search text, if looked up. */
function foundEntries(scope: Asker, filters: LogFilters, rare: readonly string[] | null) {
  let devices = visibleDevices(scope);
  if (filters.search !== '') {
    devices = devices
      .where(isAmong('device.id', rare))
      .where('device.search', 'like', containing(filters.search.toLowerCase()));
  }
  if (filters.deviceUUID !== undefined) devices = devices.where('device.id', '=', filters.deviceUUID);
  let found = sqlBuilder
    .selectFrom('device_log')
    .where('device_log.tenant_id', '=', scope.tenant)
    .where('device_log.device_id', 'in', devices.select('device.id'))
    .where(siteWithinReach(scope, 'device_log.site_id'));
  if (filters.deviceUUID !== undefined) found = found.where('device_log.device_id', '=', filters.deviceUUID);
  if (filters.siteUUID !== undefined) found = found.where('device_log.site_id', '=', filters.siteUUID);
  if (filters.enterpriseUUID !== undefined) {
    found = found.where(isAtOrganization(scope, 'device_log.site_id', filters.enterpriseUUID));
  }
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
      'device.kind as device_kind',
      'device.name as device_name',
      'device_log.site_id',
      'site.name as site_name',
      'device_log.type',
      'device_log.severity',
      'device_log.details',
      placeOf(ORDER),
    ]);
}

export type ShownEntry = ReturnType<typeof shown> extends { execute(): Promise<(infer R)[]> } ? R : never;

export function entryOf(row: ShownEntry): DeviceLogRow {
  return {
    logUUID: row.id,
    at: row.at.toISOString(),
    deviceUUID: row.device_id,
    deviceKind: row.device_kind,
    deviceName: row.device_name,
    siteUUID: row.site_id,
    siteName: row.site_name ?? '',
    type: deviceLogType.catch('other').parse(row.type),
    severity: SEVERITIES[row.severity] ?? 'info',
    details: details.parse(row.details),
  };
}

export async function listDeviceLog(tx: Transaction, scope: Asker, request: LogFilters & PageRequest) {
  const found = foundEntries(scope, request, await rareMatches(tx, 'device', request.search));
  const { total, rows } = await readLogPage(tx, request, found, shown(found), ORDER);
  return { total, rows: rows.map(entryOf) };
}

export function deviceLogAfter(
  tx: Transaction,
  scope: Asker,
  filters: LogFilters & { readonly rare: readonly string[] | null },
  after: LogPosition | null,
  atMost: number,
): Promise<ShownEntry[]> {
  return readLogAfter(tx, shown(foundEntries(scope, filters, filters.rare)), ORDER, after, atMost);
}
