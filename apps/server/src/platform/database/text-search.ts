import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';

/** Searches with trigram indexes (migrations 0039 and 0046). */
export type Searchable =
  | 'active_alarm'
  | 'alarm_name'
  | 'command'
  | 'command_batch'
  | 'device'
  | 'known_terminal'
  | 'membership'
  | 'message'
  | 'notice'
  | 'operation_log'
  | 'site'
  | 'terminal_session'
  | 'upgrade';

/** Texts with more matches than this are frequent enough to be found by reading in order. */
export const RARE_MAX = 1_000;

/** Texts that no index finds are searched in this many of the newest rows of a log. */
export const SHORT_SEARCH_ROWS = 20_000;

/**
 * Three letters or digits, or fewer beside another character: only then a text contains a trigram. Characters beyond
 * ASCII are several letters each in the index.
 */
const HAS_TRIGRAM = /[a-z0-9]{3}|[a-z0-9]{2}[^a-z0-9]|[^a-z0-9][a-z0-9]|[^\p{ASCII}]/iu;

function isIndexed(text: string): boolean {
  return HAS_TRIGRAM.test(text);
}

/**
 * The keys of all rows of the account that contain a text, or one of its other notations; null when the text is too
 * short for the index or too frequent. It only narrows the rows: the query keeps its own conditions. `narrowed` is the
 * person whose messages are searched.
 */
export async function rareMatches(
  tx: Transaction,
  searchable: Searchable,
  text: string,
  { notations = [], narrowed = null }: { notations?: readonly string[]; narrowed?: string | null } = {},
): Promise<readonly string[] | null> {
  const texts = [text, ...notations];
  if (!texts.every(isIndexed)) return null;
  const search = sql.raw(`app.search_${searchable}`);
  const found = await tx.first(
    sql<{
      keys: string[] | null;
    }>`select ${search}(${texts}::text[], ${RARE_MAX}, ${narrowed}::uuid) as keys`,
  );
  return found?.keys ?? null;
}

/** True for every row where the matches are unknown. */
export function isAmong(column: string, ids: readonly string[] | null): RawBuilder<boolean> {
  return ids === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
}

/** Limits the search for a text that no index finds to the newest of the given rows. */
export function isWithinSearch<D, T extends keyof D>(
  text: string,
  at: string,
  rows: SelectQueryBuilder<D, T, object>,
): RawBuilder<boolean> {
  if (isIndexed(text)) return sql<boolean>`true`;
  return isAmongLatest(at, rows, SHORT_SEARCH_ROWS);
}

/** True for the newest of the given rows, by a column with their time. */
function isAmongLatest<D, T extends keyof D>(
  at: string,
  rows: SelectQueryBuilder<D, T, object>,
  count: number,
): RawBuilder<boolean> {
  const column = sql.ref(at);
  const oldest = rows.select(column.as('at')).orderBy(column, 'desc').offset(count).limit(1);
  return sql<boolean>`${column} >= coalesce((${oldest}), '-infinity')`;
}
