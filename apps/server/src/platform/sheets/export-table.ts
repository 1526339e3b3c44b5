import { Readable } from 'node:stream';
import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import { LIMITS } from '@airloom/contract/limits';
import type { Transaction } from '../database/database.ts';
import { plannedAnew } from '../database/replan.ts';
import { rareMatches, type Searchable } from '../database/text-search.ts';
import { publishEvent } from '../events/outbox.ts';
import { Failure } from '../failure.ts';
import { requireExportQuota } from '../files/export-quota.ts';
import { StoredFiles } from '../files/stored-files.ts';
import { PATHS } from '../http/paths.ts';
import type { Platform } from '../platform.ts';
import type { Scope } from '../scope.ts';
import type { Cell } from './cell.ts';
import { csvOf } from './csv.ts';
import { type SheetWork, whileSeen } from './sheet-work.ts';
import { xlsxOf } from './xlsx.ts';

export interface TableToExport<R> {
  readonly format: ExportFormat;
  readonly head: readonly string[];
  /** The searched columns; matches are looked up once for all rows. */
  readonly search?: { readonly table: Searchable; readonly text: string };
  /**
   * At most this many rows after the given one; fewer only when there are no more. `rare` is the result of `rareMatches`
   * for the searched text.
   */
  next(
    tx: Transaction,
    after: R | null,
    atMost: number,
    rare: readonly string[] | null,
  ): Promise<readonly R[]>;
  cells(row: R): Cell[];
}

const BATCH = 2_000;

/** Writes a table into a temporary file that only the caller can download. Never all of it is in memory. */
export async function exportTable<R>(
  platform: Platform,
  scope: Scope,
  table: TableToExport<R>,
): Promise<ExportedTable> {
  return whileSeen(platform, scope, 'export', async (progress) => {
    await platform.database.withTenant(scope, (tx) => requireExportQuota(tx, platform.quotas, scope));
    const pieces = piecesOf(platform, scope, table, progress);
    const [kind, bytes] =
      table.format === 'csv'
        ? (['exportedCsv', csvOf(pieces)] as const)
        : (['exportedXlsx', xlsxOf(pieces)] as const);
    const files = new StoredFiles(platform);
    const { id } = await files.store(scope, kind, Readable.from(bytes));
    const { call } = scope.origin;
    const rows = progress.done;
    await platform.database.withTenant(scope, async (tx) => {
      await progress.end(tx, { done: rows, refused: 0, fileId: id });
      // Visitors of the demo share their messages.
      if (scope.demoSession !== null) return;
      await publishEvent(tx, scope.tenant, 'TableExported', {
        managerId: scope.manager,
        fileId: id,
        call,
        rows,
      });
    });
    platform.wakeOutbox();
    const expiresAt = new Date(platform.now().getTime() + LIMITS.sheet.keptMs);
    return { url: `${PATHS.files}/${id}`, rows, expiresAt: expiresAt.toISOString() };
  });
}

async function* piecesOf<R>(
  { database }: Pick<Platform, 'database'>,
  scope: Scope,
  table: TableToExport<R>,
  progress: SheetWork,
): AsyncGenerator<Cell[][]> {
  yield [[...table.head]];
  const maximum = LIMITS.sheet.exportRowsMax;
  const { search } = table;
  const rare =
    search === undefined
      ? null
      : await database.withTenant(scope, (tx) => rareMatches(tx, search.table, search.text));
  let last: R | null = null;
  for (;;) {
    const after: R | null = last;
    const rows: readonly R[] = await database.withTenant(scope, async (tx) => {
      await plannedAnew(tx);
      return table.next(tx, after, BATCH, rare);
    });
    progress.count(rows.length);
    if (progress.done > maximum) throw new Failure('limitReached', { maximum });
    yield rows.map((row) => table.cells(row));
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = end;
  }
}
