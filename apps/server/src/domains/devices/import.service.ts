import { buffer } from 'node:stream/consumers';
import type { Language } from '@airloom/contract/languages';
import { LIMITS } from '@airloom/contract/limits';
import { tell } from '../../platform/events/outbox.ts';
import { Failure } from '../../platform/failure.ts';
import { StoredFiles } from '../../platform/files/stored-files.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Cell } from '../../platform/sheets/cell.ts';
import { csvOf } from '../../platform/sheets/csv.ts';
import { readSheetSafely } from '../../platform/sheets/read-sheet.ts';
import { whileSeen } from '../../platform/sheets/sheet-work.ts';
import { xlsxOf } from '../../platform/sheets/xlsx.ts';
import { columnTitle, IMPORT_COLUMNS, rowsOfSheet } from './import-sheet.ts';
import { type Place, type Registered, register } from './registration.service.ts';

/** Registers the devices of a file the asker uploaded; answers with the rows that were refused. */
export async function importDevices(
  platform: Platform,
  scope: Scope,
  { fileUUID, ...place }: Place & { readonly fileUUID: string },
): Promise<Registered> {
  const files = new StoredFiles(platform.database, platform.files);
  const file = await files.find(scope, fileUUID);
  if (file?.kind !== 'deviceImport' || file.createdBy !== scope.manager) throw new Failure('notFound');
  return whileSeen(platform, scope, 'import', async (progress) => {
    const rows = await rowsOf(await buffer(await files.read(file)));
    progress.total = rows.length;
    const registered = await register(platform, scope, place, rows);
    await files.remove(scope, file.id);
    const refused = registered.rows.filter(({ deviceUUID }) => deviceUUID === null);
    await tellImported(platform, scope, { added: registered.added, refused: refused.length });
    return { added: registered.added, rows: refused };
  });
}

async function rowsOf(bytes: Buffer) {
  const maximum = LIMITS.device.importRowsMax;
  const sheet = await readSheetSafely({ bytes, rowsMax: maximum + 1 });
  if (sheet === 'unreadable') throw new Failure('importUnreadable');
  if (sheet === 'tooManyRows') throw new Failure('importTooManyRows', { maximum });
  const rows = rowsOfSheet(sheet.rows);
  if (rows === null) throw new Failure('importWithoutColumns');
  return rows;
}

async function tellImported(
  { database, kickOutbox }: Platform,
  scope: Scope,
  counts: { readonly added: number; readonly refused: number },
): Promise<void> {
  const { call } = scope.origin;
  await database.withTenant(scope, (tx) =>
    tell(tx, scope.tenant, 'TableImported', { managerId: scope.manager, call, ...counts }),
  );
  kickOutbox();
}

async function* titles(language: Language): AsyncGenerator<Cell[][]> {
  yield [IMPORT_COLUMNS.map((column) => columnTitle(language, column))];
}

/** To fill in and import, with the titles in the reader's language. */
export const DEVICE_TEMPLATES = [
  {
    name: 'devices.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: (language: Language) => xlsxOf(titles(language)),
  },
  { name: 'devices.csv', contentType: 'text/csv', content: (language: Language) => csvOf(titles(language)) },
] as const;
