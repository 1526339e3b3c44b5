import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { PageRequest } from '../../../../platform/database/paging.ts';

export interface FiguresToPage<R> {
  /** Common table expressions; the last one, `figures`, has the rows and a `name`. */
  readonly figures: RawBuilder<R>;
  /** Sort key → column. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly usual: string;
}

/** One page of figures that are computed as a whole, and the total. Rows without the figure come last. */
export async function pageOfFigures<R extends { readonly name: string }>(
  tx: Transaction,
  { page, size, sort }: PageRequest,
  { figures, sorts, usual }: FiguresToPage<R>,
): Promise<{ total: number; rows: R[] }> {
  const sortKey = sort ?? usual;
  const down = sortKey.startsWith('-');
  const column = sorts[down ? sortKey.slice(1) : sortKey];
  if (column === undefined) throw new Error(`Nothing to sort by ${sortKey} with`);
  const order = sql`${sql.ref(column)} ${sql.raw(down ? 'desc' : 'asc')} nulls last, name, id`;
  const rows = await tx.all(sql<(R | { readonly name: null }) & { readonly total: number }>`
    with ${figures}
    select counted.total, paged.* from (select count(*)::int as total from figures) counted
    left join lateral (
      select * from figures order by ${order} limit ${size} offset ${(page - 1) * size}
    ) paged on true`);
  const isRow = (row: (typeof rows)[number]): row is R & { readonly total: number } => row.name !== null;
  return { total: rows[0]?.total ?? 0, rows: rows.filter(isRow) };
}
