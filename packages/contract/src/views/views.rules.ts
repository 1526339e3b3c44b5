import { z } from 'zod';
import { requiredText, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** Which table: the web names it. */
export const tableName = z
  .string('validation.required')
  .regex(/^[a-z][A-Za-z0-9.]*$/, 'validation.invalid')
  .max(LIMITS.savedView.tableNameMax, 'validation.tooLong');

/** Saving under a name that is there already replaces that view. */
export const viewInput = z.object({
  table: tableName,
  name: requiredText(LIMITS.savedView.nameMax),
  query: text(LIMITS.savedView.queryMax),
});
