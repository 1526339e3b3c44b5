import { Readable } from 'node:stream';
import type { EXPORT_COLUMNS } from '@airloom/contract/devices/devices.calls';
import { macOfSerial } from '@airloom/contract/devices/serial';
import type { Language } from '@airloom/contract/languages';
import { LIMITS } from '@airloom/contract/limits';
import { Failure } from '../../platform/failure.ts';
import { StoredFiles } from '../../platform/files/stored-files.ts';
import { PATHS } from '../../platform/http/paths.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Cell } from '../../platform/sheets/cell.ts';
import { csvOf } from '../../platform/sheets/csv.ts';
import { xlsxOf } from '../../platform/sheets/xlsx.ts';
import { translate } from '../../platform/text/text.ts';
import type { DeviceFilters } from './devices.repository.ts';
import { type ExportPosition, type ExportRow, exportRows } from './export.repository.ts';

type ExportColumn = (typeof EXPORT_COLUMNS)[number];

export interface ExportRequest extends DeviceFilters {
  readonly search: string;
  readonly format: 'csv' | 'xlsx';
  readonly columns: readonly ExportColumn[];
}

const BATCH = 2_000;

/** A text by its key, in the language of the file. */
type Say = (key: string) => string;

const CELLS: Readonly<Record<ExportColumn, (row: ExportRow, say: Say) => Cell>> = {
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
  position: (row) => row.position,
  remark: (row) => row.remark,
  clients: (row) => whileAlive(row, row.clients),
  cpuPercent: (row) => whileAlive(row, row.cpu),
  memoryPercent: (row) => whileAlive(row, row.memory),
  uptimeSeconds: (row) => whileAlive(row, row.uptime),
  firstOnlineAt: (row) => moment(row.first_online_at),
  onlineAt: (row) => moment(row.online_at),
  offlineAt: (row) => moment(row.offline_at),
  lastReportAt: (row) => moment(row.ts),
  upgradeStatus: (row, say) => say(`devices.upgradeStatus.${row.upgrade_status}`),
  configurationState: (row, say) => say(`devices.configurationState.${row.configuration_state}`),
  managedBy: (row) => row.above_name,
};

/** Few texts stand in many rows: each is looked up once. */
function sayingIn(language: Language): Say {
  const said = new Map<string, string>();
  return (key) => {
    const known = said.get(key) ?? translate(language, key);
    said.set(key, known);
    return known;
  };
}

function whileAlive({ status }: ExportRow, figure: number | null): number | null {
  return status === 'offline' || figure === null ? null : Math.round(figure * 10) / 10;
}

function moment(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

/** Being written now, by account: one at a time, so that nobody keeps others waiting. */
const writing = new Set<string>();

/** Writes the list into a file that only the asker can fetch, for a while. Never is all of it in memory. */
export async function exportDevices(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: ExportRequest,
): Promise<{ url: string; rows: number; expiresAt: string }> {
  if (writing.has(scope.tenant)) throw new Failure('tooManyRequests');
  writing.add(scope.tenant);
  try {
    const counted = { rows: 0 };
    const table = tableOf(platform, scope, language, request, counted);
    const [kind, bytes] =
      request.format === 'csv'
        ? (['exportedCsv', csvOf(table)] as const)
        : (['exportedXlsx', xlsxOf(table)] as const);
    const files = new StoredFiles(platform.database, platform.files);
    const { id } = await files.store(scope, kind, Readable.from(bytes));
    const expiresAt = new Date(platform.now().getTime() + LIMITS.device.sheetKeptMs);
    return { url: `${PATHS.files}/${id}`, rows: counted.rows, expiresAt: expiresAt.toISOString() };
  } finally {
    writing.delete(scope.tenant);
  }
}

async function* tableOf(
  platform: Platform,
  scope: Scope,
  language: Language,
  request: ExportRequest,
  counted: { rows: number },
): AsyncGenerator<Cell[][]> {
  const say = sayingIn(language);
  yield [request.columns.map((column) => say(`devices.column.${column}`))];
  const maximum = LIMITS.device.exportRowsMax;
  let after: ExportPosition | null = null;
  for (;;) {
    const position: ExportPosition | null = after;
    const rows: ExportRow[] = await platform.database.withTenant(scope, (tx) =>
      exportRows(tx, scope, request, position, BATCH),
    );
    counted.rows += rows.length;
    if (counted.rows > maximum) throw new Failure('limitReached', { maximum });
    yield rows.map((row) => request.columns.map((column) => CELLS[column](row, say)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = { name: last.sort_name, id: last.id };
  }
}
