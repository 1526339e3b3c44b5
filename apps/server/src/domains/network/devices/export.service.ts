import type { EXPORT_COLUMNS } from '@airloom/contract/devices/devices.calls';
import type { RadioNow } from '@airloom/contract/devices/devices.model';
import { isConnected } from '@airloom/contract/devices/devices.states';
import { macOfSerial } from '@airloom/contract/devices/serial';
import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import type { Language } from '@airloom/contract/languages';
import type { Platform } from '../../../platform/platform.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { exportTable } from '../../../platform/sheets/export-table.ts';
import { type Translate, translatorFor } from '../../../platform/text/text.ts';
import { shownOfReport, uptimeAt } from './device-rows.repository.ts';
import type { DeviceFilters } from './devices.repository.ts';
import { type ExportRow, exportRows } from './export.repository.ts';

type ExportColumn = (typeof EXPORT_COLUMNS)[number];

export interface ExportRequest extends DeviceFilters {
  readonly search: string;
  readonly deviceUUIDs?: readonly string[] | undefined;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
}

const CELLS: Readonly<Record<ExportColumn, (row: ExportRow, say: Translate, now: Date) => Cell>> = {
  name: (row) => row.name,
  kind: (row, say) => say(`devices.kind.${row.kind}`),
  status: (row, say) => say(`devices.status.${row.status}`),
  sn: (row) => row.sn,
  mac: (row) => macOfSerial(row.serial),
  ip: (row) => row.ip,
  model: (row) => row.model,
  version: (row) => row.version,
  siteName: (row) => row.site_name,
  groupName: (row) => row.group_name,
  tags: (row) => row.tags?.join(', ') ?? null,
  position: (row) => row.position,
  remark: (row) => row.remark,
  clients: (row) => whileAlive(row, row.clients),
  cpuPercent: (row) => whileAlive(row, row.cpu),
  memoryPercent: (row) => whileAlive(row, row.memory),
  uptimeSeconds: (row, _say, now) => whileAlive(row, uptimeAt(row, now)),
  firstOnlineAt: (row) => moment(row.first_online_at),
  onlineAt: (row) => moment(row.online_at),
  offlineAt: (row) => moment(row.offline_at),
  lastReportAt: (row) => moment(row.ts),
  upgradeStatus: (row, say) => say(`devices.upgradeStatus.${row.upgrade_status}`),
  configurationState: (row, say) => say(`devices.configurationState.${row.configuration_state}`),
  managedBy: (row) => row.above_name,
  channel: (row) => byBand(row, ({ channel }) => channel),
  txPower: (row) => byBand(row, ({ txPower }) => txPower),
  haMode: (row, say) => row.ha_mode && say(`devices.haMode.${row.ha_mode}`),
  haStatus: (row, say) => row.ha_status && say(`devices.haStatus.${row.ha_status}`),
};

function whileAlive({ status }: ExportRow, figure: number | null): number | null {
  return !isConnected(status) || figure === null ? null : Math.round(figure * 10) / 10;
}

const TOLD_BY_RADIOS: readonly ExportColumn[] = ['channel', 'txPower'];

/** A figure of each radio that reports it: `2G 6, 5G 36`. */
function byBand(row: ExportRow, figureOf: (radio: RadioNow) => number | null): string | null {
  if (!isConnected(row.status) || row.report === null) return null;
  const parts = shownOfReport.parse(JSON.parse(row.report)).radios.flatMap((radio) => {
    const figure = figureOf(radio);
    return figure === null ? [] : [`${radio.band} ${figure}`];
  });
  return parts.join(', ');
}

function moment(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

export function exportDevices(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: ExportRequest,
): Promise<ExportedTable> {
  const say = translatorFor(language);
  const now = platform.now();
  const withReport = request.columns.some((column) => TOLD_BY_RADIOS.includes(column));
  const withTags = request.columns.includes('tags');
  return exportTable<ExportRow>(platform, scope, {
    format: request.format,
    head: request.columns.map((column) => say(`devices.column.${column}`)),
    next: (tx, after, atMost) => exportRows(tx, scope, { ...request, withReport, withTags }, after, atMost),
    cells: (row) => request.columns.map((column) => CELLS[column](row, say, now)),
  });
}
