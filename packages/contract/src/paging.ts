import { z } from 'zod';
import { text } from './fields.ts';

export const PAGE_SIZES = [20, 50, 100, 200] as const;
const PAGE_SIZE_MAX = 200;
const SEARCH_MAX = 64;

export const searchText = text(SEARCH_MAX).default('');

/** Input of every list: page from 1, size, free-text search, sort as `field` or `-field`. */
export function pageInput(sortFields: readonly string[]) {
  const sorts = sortFields.flatMap((field) => [field, `-${field}`]);
  return z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(20),
    search: searchText,
    sort: z.enum(sorts).optional(),
  });
}

export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ total: z.number().int(), rows: z.array(row) });
}

export interface Page<T> {
  readonly total: number;
  readonly rows: T[];
}
