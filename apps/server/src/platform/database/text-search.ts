import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';
import { containing } from './paging.ts';

/** Tables with a trigram index (migration 0033). */
export type Searchable = 'terminal_session' | 'operation_log' | 'upgrade' | 'command' | 'command_batch';

/** A trigram index needs three characters. */
const INDEXED_MIN = 3;
/** Texts with more matches than this are frequent enough to be found by reading in order. */
const RARE_MAX = 1_000;

/**
 * The ids of all rows of the account that contain a text; null when the text is too short for the index or too
 * frequent. It only narrows the rows: the query keeps its own conditions.
 */
export async function rareMatches(
  tx: Transaction,
  table: Searchable,
  text: string,
): Promise<readonly string[] | null> {
  if (text.length < INDEXED_MIN) return null;
  const search = sql.raw(`app.search_${table}`);
  const found = await tx.first(
    sql<{ ids: string[] | null }>`select ${search}(${containing(text)}, ${RARE_MAX}) as ids`,
  );
  return found?.ids ?? null;
}

/** True for every row where the matches are unknown. */
export function isAmong(column: string, ids: readonly string[] | null): RawBuilder<boolean> {
  return ids === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
}
