import {
  type DeviceClient,
  type DeviceClients,
  TERMINAL_LOG_COLUMNS,
} from '@airloom/contract/clients/clients.model';
import { isConnected } from '@airloom/contract/devices/devices.states';
import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import { displayMac } from '@airloom/contract/formats/network/mac';
import type { Language } from '@airloom/contract/languages';
import type { ClientSample, Report } from '@airloom/device-protocol/model';
import { sqlBuilder } from '../../../platform/database/database.ts';
import type { PageRequest } from '../../../platform/database/paging.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import { exportTable } from '../../../platform/sheets/export-table.ts';
import { translatorFor } from '../../../platform/text/text.ts';
import { requireDevice } from '../telemetry/index.ts';
import {
  type LogFilters,
  listSessions,
  type ShownSession,
  sessionOf,
  sessionsAfter,
} from './history/client-log.repository.ts';

function clientOf({
  mac,
  ip,
  hostname,
  wireless,
  port,
  connectedSeconds,
  traffic,
}: ClientSample): DeviceClient {
  return {
    mac,
    ip: ip ?? '',
    hostname: hostname ?? '',
    ssid: wireless?.ssid ?? '',
    band: wireless?.band ?? null,
    channel: wireless?.channel ?? null,
    port: port ?? '',
    signal: wireless?.signal ?? null,
    upRateKbps: wireless?.rxRateKbps ?? null,
    downRateKbps: wireless?.txRateKbps ?? null,
    upBytes: traffic.rxBytes,
    downBytes: traffic.txBytes,
    connectedSeconds,
  };
}

/** Clients of the newest report; none for an offline device. */
export function listDeviceClients(
  { database }: Platform,
  scope: Scope,
  deviceId: string,
): Promise<DeviceClients> {
  return database.withTenant(scope, async (tx) => {
    await requireDevice(tx, scope, deviceId);
    const last = await tx.first(
      sqlBuilder
        .selectFrom('device_last_report')
        .innerJoin('device', (join) =>
          join
            .onRef('device.tenant_id', '=', 'device_last_report.tenant_id')
            .onRef('device.id', '=', 'device_last_report.device_id'),
        )
        .select(['device_last_report.ts', 'device_last_report.report', 'device.status'])
        .where('device_last_report.tenant_id', '=', scope.tenant)
        .where('device_last_report.device_id', '=', deviceId),
    );
    if (last === undefined) return { at: null, clients: [] };
    const { clients }: Pick<Report, 'clients'> = JSON.parse(last.report);
    return {
      at: last.ts.toISOString(),
      clients: isConnected(last.status) ? clients.map(clientOf) : [],
    };
  });
}

export function listLog({ database }: Platform, scope: Scope, request: LogFilters & PageRequest) {
  return database.withTenant(scope, (tx) => listSessions(tx, scope, request));
}

export function exportLog(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: LogFilters & { readonly format: ExportFormat },
): Promise<ExportedTable> {
  const say = translatorFor(language);
  return exportTable<ShownSession>(platform, scope, {
    format: request.format,
    head: TERMINAL_LOG_COLUMNS.map((column) => say(`terminals.column.${column}`)),
    search: { table: 'terminal_session', text: request.search },
    next: (tx, after, atMost, rare) => sessionsAfter(tx, scope, { ...request, rare }, after, atMost),
    cells: (shown) => {
      const row = sessionOf(shown);
      return [
        displayMac(row.mac),
        row.hostname,
        row.ip,
        row.deviceName,
        say(`devices.kind.${row.deviceKind}`),
        row.siteName,
        row.ssid,
        row.band,
        row.channel,
        row.port,
        row.startedAt,
        row.endedAt,
        row.endReason === null ? null : say(`terminals.endReason.${row.endReason}`),
        row.durationSeconds,
        row.upBytes,
        row.downBytes,
        row.signalAverage,
        row.signalWorst,
        row.visitUUID,
      ];
    },
  });
}
