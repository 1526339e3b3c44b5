import { z } from 'zod';
import { requiredText, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** The key of the table, chosen by the web. */
export const tableName = z
  .string('validation.required')
  .regex(/^[a-z][A-Za-z0-9.]*$/, 'validation.invalid')
  .max(LIMITS.savedView.tableNameMax, 'validation.tooLong');

/** Saving under an existing name replaces that view. */
export const viewInput = z.object({
  table: tableName,
  name: requiredText(LIMITS.savedView.nameMax),
  query: text(LIMITS.savedView.queryMax),
});
