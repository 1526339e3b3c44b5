import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LIMITS } from '@airloom/contract/limits';
import type { Transaction } from '../database/database.ts';
import { publishEvent } from '../events/outbox.ts';
import { Failure } from '../failure.ts';
import type { FileKind } from '../files/file-kinds.ts';
import { isMaker, StoredFiles } from '../files/stored-files.ts';
import type { Platform } from '../platform.ts';
import type { Scope } from '../scope.ts';
import type { Cell } from './cell.ts';
import { csvOf } from './csv.ts';
import { type ImportColumns, type ImportRow, importRows } from './import-columns.ts';
import { readSheetSafely } from './read-sheet.ts';
import { type SheetWork, whileSeen } from './sheet-work.ts';

const MEGABYTE = 1024 * 1024;

export interface ImportProgress {
  /** Counts rows that were processed. */
  count(rows: number): void;
  /** Stores how the import ended, in the transaction of its rows. */
  end(tx: Transaction, result: { readonly done: number; readonly refused: number }): Promise<void>;
}

export interface TableToImport<Column extends string, Result> extends ImportColumns<Column> {
  readonly fileKind: FileKind;
  /** Stores the valid rows. */
  store(rows: readonly ImportRow<Column>[], progress: ImportProgress): Promise<Result>;
  /** The refused rows as a table; null without any. */
  refused(result: Result): AsyncIterable<Cell[][]> | null;
}

/** Imports the rows of a file that the caller uploaded; refused rows are also stored as a file. */
export async function importTable<Column extends string, Result>(
  platform: Platform,
  scope: Scope,
  fileUUID: string,
  table: TableToImport<Column, Result>,
): Promise<Result> {
  const files = new StoredFiles(platform);
  const file = await files.find(scope, fileUUID);
  if (file?.kind !== table.fileKind || !isMaker(scope, file)) throw new Failure('notFound');
  return whileSeen(platform, scope, 'import', async (work) => {
    const rows = await readRows(scope.tenant, await buffer(await files.read(file)), table);
    work.expect(rows.length);
    const result = await table.store(rows, {
      count: (count) => work.count(count),
      async end(tx, { done, refused }) {
        await work.end(tx, { done, refused, fileId: null });
        const event = { managerId: scope.manager, call: scope.origin.call, added: done, refused };
        await publishEvent(tx, scope.tenant, 'TableImported', event);
      },
    });
    await files.remove(scope, file.id);
    const refused = table.refused(result);
    if (refused !== null) await keepRefused(files, work, refused);
    return result;
  });
}

/** Without storage left, the response is the only list of refused rows. */
async function keepRefused(
  files: StoredFiles,
  work: SheetWork,
  rows: AsyncIterable<Cell[][]>,
): Promise<void> {
  try {
    const file = await files.store(work.scope, 'exportedCsv', Readable.from(csvOf(rows)));
    await work.add(file.id);
  } catch (error) {
    if (!(error instanceof Failure) || error.key !== 'quotaReached') throw error;
  }
}

async function readRows<Column extends string>(
  account: string,
  bytes: Buffer,
  columns: ImportColumns<Column>,
): Promise<ImportRow<Column>[]> {
  const { importRowsMax: maximum, importCellsMax: cells, importUnpackedMaxBytes } = LIMITS.sheet;
  const sheet = await readSheetSafely(account, { bytes, rowsMax: maximum + 1 });
  if (sheet === 'tooLarge')
    throw new Failure('importTooLarge', { cells, megabytes: importUnpackedMaxBytes / MEGABYTE });
  if (sheet === 'unreadable') throw new Failure('importUnreadable');
  if (sheet === 'tooManyRows') throw new Failure('importTooManyRows', { maximum });
  const rows = importRows(columns, sheet.rows);
  if (rows === null) throw new Failure('importWithoutColumns');
  return rows;
}
