import { z } from 'zod';
import { uuid } from '../fields.ts';

/** A named view of a table: its filters, sorting and columns. */
export const savedView = z.object({
  viewUUID: uuid,
  name: z.string(),
  /** The query string of the page's address. */
  query: z.string(),
});
export type SavedView = z.infer<typeof savedView>;
