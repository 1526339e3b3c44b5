import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { Language } from '@airloom/contract/languages';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import { isMaker, StoredFiles } from '../../../../platform/files/stored-files.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { Cell } from '../../../../platform/sheets/cell.ts';
import { csvOf } from '../../../../platform/sheets/csv.ts';
import { readSheetSafely } from '../../../../platform/sheets/read-sheet.ts';
import { type SheetWork, whileSeen } from '../../../../platform/sheets/sheet-work.ts';
import { xlsxOf } from '../../../../platform/sheets/xlsx.ts';
import { columnTitle, IMPORT_COLUMNS, refusedSheet, rowsOfSheet } from './import-sheet.ts';
import { type Place, type Registered, register } from './registration.service.ts';

const MEGABYTE = 1024 * 1024;

/** Registers the devices of an uploaded file; returns the refused rows, and stores them as a file. */
export async function importDevices(
  platform: Platform,
  scope: Scope,
  language: Language,
  { fileUUID, ...place }: Place & { readonly fileUUID: string },
): Promise<Registered> {
  const files = new StoredFiles(platform);
  const file = await files.find(scope, fileUUID);
  if (file?.kind !== 'deviceImport' || !isMaker(scope, file)) throw new Failure('notFound');
  return whileSeen(platform, scope, 'import', async (progress) => {
    const rows = await rowsOf(scope.tenant, await buffer(await files.read(file)));
    progress.expect(rows.length);
    const { added, rows: all } = await register(platform, scope, place, rows, {
      counted: (count) => progress.count(count),
      async registered(tx, { added: done, rows: results }) {
        const refused = results.length - done;
        await progress.end(tx, { done, refused, fileId: null });
        const event = { managerId: scope.manager, call: scope.origin.call, added: done, refused };
        await publishEvent(tx, scope.tenant, 'TableImported', event);
      },
    });
    await files.remove(scope, file.id);
    const refused = all.filter(({ deviceUUID }) => deviceUUID === null);
    if (refused.length > 0) await keepRefused(files, progress, refusedSheet(refused, language));
    return { added, rows: refused };
  });
}

/** Without storage left, the response is the only list of refused rows. */
async function keepRefused(
  files: StoredFiles,
  progress: SheetWork,
  rows: AsyncIterable<Cell[][]>,
): Promise<void> {
  try {
    const file = await files.store(progress.scope, 'exportedCsv', Readable.from(csvOf(rows)));
    await progress.add(file.id);
  } catch (error) {
    if (!(error instanceof Failure) || error.key !== 'quotaReached') throw error;
  }
}

async function rowsOf(account: string, bytes: Buffer) {
  const maximum = DEVICE_LIMITS.importRowsMax;
  const sheet = await readSheetSafely(account, { bytes, rowsMax: maximum + 1 });
  if (sheet === 'tooLarge') {
    const { importCellsMax: cells, importUnpackedMaxBytes } = DEVICE_LIMITS;
    throw new Failure('importTooLarge', { cells, megabytes: importUnpackedMaxBytes / MEGABYTE });
  }
  if (sheet === 'unreadable') throw new Failure('importUnreadable');
  if (sheet === 'tooManyRows') throw new Failure('importTooManyRows', { maximum });
  const rows = rowsOfSheet(sheet.rows);
  if (rows === null) throw new Failure('importWithoutColumns');
  return rows;
}

async function* titles(language: Language): AsyncGenerator<Cell[][]> {
  yield [IMPORT_COLUMNS.map((column) => columnTitle(language, column))];
}

/** Import templates with headers in the person's language. */
export const DEVICE_TEMPLATES = [
  {
    name: 'devices.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: (language: Language) => xlsxOf(titles(language)),
  },
  { name: 'devices.csv', contentType: 'text/csv', content: (language: Language) => csvOf(titles(language)) },
] as const;
