import type { ExportedTable, ExportFormat } from '@airloom/contract/export-call';
import { LIMITS } from '@airloom/contract/limits';
import type { Transaction } from '../database/database.ts';
import { plannedAnew } from '../database/replan.ts';
import { rareMatches, type Searchable } from '../database/text-search.ts';
import { Failure } from '../failure.ts';
import type { Platform } from '../platform.ts';
import type { Scope } from '../scope.ts';
import type { Cell } from './cell.ts';
import { csvOf } from './csv.ts';
import { exportFile } from './export-file.ts';
import type { SheetWork } from './sheet-work.ts';
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

const FORMATS = {
  csv: { kind: 'exportedCsv', write: csvOf },
  xlsx: { kind: 'exportedXlsx', write: xlsxOf },
} as const;

/** Writes a table into a temporary file that only the caller can download. Never all of it is in memory. */
export async function exportTable<R>(
  platform: Platform,
  scope: Scope,
  table: TableToExport<R>,
): Promise<ExportedTable> {
  const { kind, write } = FORMATS[table.format];
  return exportFile(platform, scope, kind, (progress) => write(piecesOf(platform, scope, table, progress)));
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
