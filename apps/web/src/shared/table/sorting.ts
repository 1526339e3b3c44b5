/** `name` sorts upwards, `-name` downwards, as the list calls have it. */
export type Direction = 'ascending' | 'descending' | 'none';

export function directionOf(sort: string | undefined, field: string): Direction {
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : 'none';
}

/** Up, down, and back to the list's own order. */
export function nextSort(sort: string | undefined, field: string): string | undefined {
  switch (directionOf(sort, field)) {
    case 'none':
      return field;
    case 'ascending':
      return `-${field}`;
    case 'descending':
      return undefined;
  }
}
