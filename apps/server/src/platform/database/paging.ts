import type { OrderByDirection } from 'kysely';

/** What every list is asked for; see `pageInput` of the contract. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
  readonly search: string;
  readonly sort?: string | undefined;
}

export function offsetOf(request: Pick<PageRequest, 'page' | 'size'>): number {
  return (request.page - 1) * request.size;
}

/** An ILIKE pattern for "contains this text": wildcards in the text mean themselves. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** `-field` sorts downwards. */
export function ordering<C>(
  sort: string | undefined,
  columns: Readonly<Record<string, C>>,
  fallback: { readonly column: C; readonly direction: OrderByDirection },
): { readonly column: C; readonly direction: OrderByDirection } {
  if (sort === undefined) return fallback;
  const down = sort.startsWith('-');
  const column = columns[down ? sort.slice(1) : sort];
  return column === undefined ? fallback : { column, direction: down ? 'desc' : 'asc' };
}
