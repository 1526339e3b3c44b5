import { type Expression, type OrderByDirection, type SelectQueryBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';

/** Parameters of every list; see `pageInput` of the contract. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly search: string;
  readonly sort?: string | undefined;
}

/** How a list can be sorted. `-name` sorts descending. */
export interface Sorting {
  readonly by: Readonly<Record<string, Expression<unknown>>>;
  /** Nullable columns: nulls come last in both directions. */
  readonly unknownLast?: readonly string[];
  /** The default order. */
  readonly usual: string;
  /** Tie-breaker, so that no page repeats a row. */
  readonly id: Expression<unknown>;
}

/**
 * One page of `rows`, and how many there are on all pages. `found` is the same list without what is only joined
 * to it for showing.
 */
export async function readPage<F, FT extends keyof F, D, DT extends keyof D, R>(
  tx: Transaction,
  request: PageRequest,
  found: SelectQueryBuilder<F, FT, object>,
  rows: SelectQueryBuilder<D, DT, R>,
  sorting: Sorting,
): Promise<{ total: number; rows: R[] }> {
  const { column, direction, unknownLast } = ordering(request.sort, sorting);
  const [page, counted] = await Promise.all([
    tx.all(
      rows
        .orderBy(column, (order) => (unknownLast ? order[direction]().nullsLast() : order[direction]()))
        .orderBy(sorting.id, direction)
        .limit(request.size)
        .offset((request.page - 1) * request.size),
    ),
    tx.first(
      sql<{ total: number }>`select count(*)::int as total from ${found.select(sql`1`.as('one'))} as found`,
    ),
  ]);
  return { total: counted?.total ?? 0, rows: page };
}

/**
 * The ids of one page of `found`, and how many there are on all pages; no more than `countedMax`, if given.
 * Both in one query: matches in a long list are rare, and found by reading all of it. Only in the default order
 * the first query is sufficient.
 */
export async function readFoundIds<F, FT extends keyof F>(
  tx: Transaction,
  request: PageRequest,
  found: SelectQueryBuilder<F, FT, object>,
  sorting: Sorting,
  countedMax: number | null,
): Promise<{ total: number; ids: string[] }> {
  const { column, direction } = ordering(request.sort, sorting);
  const all = found.select([sql`${column}`.as('place'), sql`${sorting.id}`.as('id')]);
  const isUsual = request.sort === undefined || request.sort === sorting.usual;
  const enough = isUsual
    ? all.orderBy(column, direction).orderBy(sorting.id, direction).limit(countedMax)
    : all;
  const way = sql.raw(direction);
  const page = await tx.first(sql<{ total: number; ids: string[] }>`
    with found as materialized (${enough})
    select (select least(count(*), ${countedMax}::int)::int from found) as total,
           array(select id::text from found order by place ${way}, id ${way}
                 limit ${request.size} offset ${(request.page - 1) * request.size}) as ids`);
  return page ?? { total: 0, ids: [] };
}

/** An ILIKE pattern for "contains this text", with wildcards escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The column that a list is sorted by, and how. */
export function ordering(
  asked: string | undefined,
  { by, usual, unknownLast = [] }: Sorting,
): {
  readonly column: Expression<unknown>;
  readonly direction: OrderByDirection;
  readonly unknownLast: boolean;
} {
  const sort = asked ?? usual;
  const down = sort.startsWith('-');
  const name = down ? sort.slice(1) : sort;
  const column = by[name];
  if (column === undefined) throw new Error(`Nothing to sort by ${sort} with`);
  return { column, direction: down ? 'desc' : 'asc', unknownLast: unknownLast.includes(name) };
}
