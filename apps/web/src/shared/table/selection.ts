/** Rows chosen on whichever page, as they were when they were last seen. */
export interface Selection<Row> {
  /** The search and filters they were chosen among: under others nothing is chosen. */
  readonly within: string;
  readonly rows: ReadonlyMap<string, Row>;
}

export const NOTHING_SELECTED: Selection<never> = { within: '', rows: new Map<string, never>() };

/** What is chosen under these filters, with the rows of this page as they are now. */
export function selectedRows<Row>(
  selection: Selection<Row>,
  within: string,
  shown: ReadonlyMap<string, Row>,
): ReadonlyMap<string, Row> {
  if (selection.within !== within) return new Map();
  return new Map([...selection.rows].map(([key, row]) => [key, shown.get(key) ?? row]));
}

/** The rows of these keys, of this page or chosen on another. */
export function rowsOfKeys<Row>(
  keys: readonly string[],
  shown: ReadonlyMap<string, Row>,
  chosen: ReadonlyMap<string, Row>,
): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const key of keys) {
    const row = shown.get(key) ?? chosen.get(key);
    if (row !== undefined) rows.set(key, row);
  }
  return rows;
}

/** The box above all rows chooses those of this page, and leaves those of others as they are. */
export function togglePage(selected: readonly string[], page: readonly string[], on: boolean): string[] {
  const others = selected.filter((key) => !page.includes(key));
  return on ? [...others, ...page] : others;
}

/** The rows from one to another, in the order of the list; only the other when the one is not among them. */
export function keysBetween(keys: readonly string[], from: string | null, to: string): readonly string[] {
  const [a, b] = [from === null ? -1 : keys.indexOf(from), keys.indexOf(to)];
  return a === -1 || b === -1 ? [to] : keys.slice(Math.min(a, b), Math.max(a, b) + 1);
}
