type Comparable = string | number | null;

/** `field` or `-field`; unknown values are last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  valueOf: (row: Row, field: string) => Comparable,
  collator: Intl.Collator,
): readonly Row[] {
  if (sort === undefined) return rows;
  const down = sort.startsWith('-');
  const field = down ? sort.slice(1) : sort;
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a, field), valueOf(b, field)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right));
    return down ? -order : order;
  });
}
