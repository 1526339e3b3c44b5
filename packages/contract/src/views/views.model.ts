import { z } from 'zod';
import { uuid } from '../fields.ts';

/** How a person likes to look at a table: its filters, sorting and columns under a name. */
export const savedView = z.object({
  viewUUID: uuid,
  name: z.string(),
  /** What stands after the `?` of the page's address. */
  query: z.string(),
});
export type SavedView = z.infer<typeof savedView>;
