import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import type { Language } from '@airloom/contract/languages';
import {
  DEVICE_LOG_COLUMNS,
  type DeviceChart,
  type DeviceNeighbours,
} from '@airloom/contract/telemetry/telemetry.model';
import { HOUR } from '@airloom/contract/time';
import type { ScanEntry } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { byIndex } from '../../../platform/database/by-index.ts';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import type { PageRequest } from '../../../platform/database/paging.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { exportTable } from '../../../platform/sheets/export-table.ts';
import { translatorFor } from '../../../platform/text/text.ts';
import { type Asker, visibleDevices } from '../../network/devices/index.ts';
import { chartOf } from './charts/chart-series.ts';
import { type ChartRequest, chartWindow } from './charts/chart-window.ts';
import { hourSteps, radioBands, reportSteps, stoodInReach } from './charts/charts.repository.ts';
import {
  deviceLogAfter,
  entryOf,
  type LogFilters,
  listDeviceLog,
  type ShownEntry,
} from './charts/device-log.repository.ts';

/** @throws {Failure} notFound for a device that does not exist or is not visible */
export async function requireDevice(tx: Transaction, scope: Asker, deviceId: string): Promise<void> {
  const device = await tx.first(visibleDevices(scope).select('device.id').where('device.id', '=', deviceId));
  if (device === undefined) throw new Failure('notFound');
}

export function deviceChart(
  { database, settings, now }: Platform,
  scope: Scope,
  request: ChartRequest & { readonly deviceUUID: string },
): Promise<DeviceChart> {
  const moment = now().getTime();
  const window = chartWindow(request, moment, settings.TELEMETRY_RAW_HOURS * HOUR);
  // The previous hour may not be rolled up yet.
  const open = new Date(moment - (moment % HOUR) - HOUR);
  return database.withTenant(scope, async (tx) => {
    await requireDevice(tx, scope, request.deviceUUID);
    await byIndex(tx);
    const [rows, bands] = await Promise.all([
      window.source === 'reports'
        ? reportSteps(tx, scope, request.deviceUUID, window)
        : hourSteps(tx, scope, request.deviceUUID, window, open),
      radioBands(tx, scope, request.deviceUUID),
    ]);
    return chartOf(window, rows, bands);
  });
}

export function deviceNeighbours(
  { database }: Platform,
  scope: Scope,
  deviceId: string,
): Promise<DeviceNeighbours> {
  return database.withTenant(scope, async (tx) => {
    await requireDevice(tx, scope, deviceId);
    const scan = await tx.first(
      sqlBuilder
        .selectFrom('device_scan')
        .select(['at', 'entries'])
        .where('tenant_id', '=', scope.tenant)
        .where('device_id', '=', deviceId)
        .where(stoodInReach(scope, deviceId, sql.ref('device_scan.at'), sql.ref('device_scan.at'))),
    );
    if (scan === undefined) return { at: null, neighbours: [] };
    const entries: ScanEntry[] = JSON.parse(scan.entries);
    const neighbours = entries.map(({ bssid, ssid, channel, signal }) => ({ bssid, ssid, channel, signal }));
    return { at: scan.at.toISOString(), neighbours };
  });
}

export function listLog({ database }: Platform, scope: Scope, request: LogFilters & PageRequest) {
  return database.withTenant(scope, (tx) => listDeviceLog(tx, scope, request));
}

export function exportLog(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: LogFilters & { readonly format: ExportFormat },
): Promise<ExportedTable> {
  const say = translatorFor(language);
  return exportTable<ShownEntry>(platform, scope, {
    format: request.format,
    head: DEVICE_LOG_COLUMNS.map((column) => say(`telemetry.column.${column}`)),
    search: { table: 'device', text: request.search },
    next: (tx, after, atMost, rare) => deviceLogAfter(tx, scope, { ...request, rare }, after, atMost),
    cells: (shown) => {
      const row = entryOf(shown);
      return [
        row.at,
        row.deviceName,
        say(`devices.kind.${row.deviceKind}`),
        row.siteName,
        say(`telemetry.type.${row.type}`),
        say(`telemetry.severity.${row.severity}`),
        Object.keys(row.details).length === 0 ? null : JSON.stringify(row.details),
      ];
    },
  });
}
