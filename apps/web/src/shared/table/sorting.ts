/** `name` sorts upwards, `-name` downwards, as the list calls have it. */
export type Direction = 'ascending' | 'descending' | 'none';

export function directionOf(sort: string | undefined, field: string): Direction {
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : 'none';
}

/** Up, down, and back to the list's own order; figures of which the highest matter start downwards. */
export function nextSort(sort: string | undefined, field: string, highestFirst = false): string | undefined {
  const orders = highestFirst ? [`-${field}`, field] : [field, `-${field}`];
  return orders[orders.indexOf(sort ?? '') + 1];
}
