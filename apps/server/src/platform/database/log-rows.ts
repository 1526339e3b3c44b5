import { type SelectQueryBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';
import type { PageRequest } from './paging.ts';

/** Nobody pages further in a log, and counting more takes time. */
const COUNTED_MAX = 10_000;

/** The columns a log is ordered by, as an index has them. */
export interface LogOrder {
  readonly at: string;
  readonly id: string;
}

/** The position of a row in its log. */
export interface LogPosition {
  readonly id: string;
  /** With microseconds, which a Date lacks. */
  readonly place: string;
}

/** For the `select` of a log's rows. */
export function placeOf({ at }: LogOrder) {
  return sql<string>`${sql.ref(at)}::text`.as('place');
}

/** One page of a log, newest first unless ascending is requested; counted up to a limit. */
export async function readLogPage<F, FT extends keyof F, D, DT extends keyof D, R>(
  tx: Transaction,
  { page, size, sort }: PageRequest,
  found: SelectQueryBuilder<F, FT, object>,
  rows: SelectQueryBuilder<D, DT, R>,
  { at, id }: LogOrder,
): Promise<{ total: number; rows: R[] }> {
  const direction = sort === undefined || sort.startsWith('-') ? 'desc' : 'asc';
  const offset = (page - 1) * size;
  const [some, counted] = await Promise.all([
    offset >= COUNTED_MAX
      ? []
      : tx.all(
          rows.orderBy(sql.ref(at), direction).orderBy(sql.ref(id), direction).limit(size).offset(offset),
        ),
    tx.first(
      sql<{ total: number }>`select count(*)::int as total
                             from ${found.select(sql`1`.as('one')).limit(COUNTED_MAX)} as found`,
    ),
  ]);
  return { total: counted?.total ?? 0, rows: some };
}

/** The rows after a given one, newest first: for exporting a log in batches. */
export function readLogAfter<D, DT extends keyof D, R extends LogPosition>(
  tx: Transaction,
  rows: SelectQueryBuilder<D, DT, R>,
  { at, id }: LogOrder,
  after: LogPosition | null,
  atMost: number,
): Promise<R[]> {
  const left =
    after === null
      ? rows
      : rows.where(
          sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${after.place}::timestamptz, ${after.id}::uuid)`,
        );
  return tx.all(left.orderBy(sql.ref(at), 'desc').orderBy(sql.ref(id), 'desc').limit(atMost));
}
