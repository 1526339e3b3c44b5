import type { Page } from '@airloom/contract/paging';

interface Wanted {
  page: number;
  size: number;
  search: string;
}

/** An account has few settings and webhooks: all are loaded, searched and paged in the browser. */
export function rowsOnPage<Row>(
  all: readonly Row[],
  { page, size, search }: Wanted,
  textsOf: (row: Row) => readonly string[],
): Page<Row> {
  const wanted = search.trim().toLowerCase();
  const matching = all.filter((row) => textsOf(row).some((text) => text.toLowerCase().includes(wanted)));
  return { total: matching.length, rows: matching.slice((page - 1) * size, page * size) };
}
