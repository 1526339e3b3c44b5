const COLUMNS = 'columns';

/** What a view is kept as: the filters and sorting of the address, and the columns beside them. */
export function viewQuery(query: URLSearchParams, columns: readonly string[]): string {
  const whole = new URLSearchParams(query);
  whole.set(COLUMNS, columns.join(','));
  return whole.toString();
}

export interface OpenedView {
  query: URLSearchParams;
  /** Those of the view that the table still has; null when it names none of them. */
  columns: string[] | null;
}

export function openView(kept: string, known: readonly string[]): OpenedView {
  const query = new URLSearchParams(kept);
  const named = query.get(COLUMNS)?.split(',') ?? [];
  query.delete(COLUMNS);
  const columns = known.filter((column) => named.includes(column));
  return { query, columns: columns.length === 0 ? null : columns };
}
