import { z } from 'zod';
import { requiredText, text } from '../fields.ts';
import { SAVED_VIEW_LIMITS } from './views.limits.ts';

/** The key of the table, chosen by the web. */
export const tableName = z
  .string('validation.required')
  .regex(/^[a-z][A-Za-z0-9.]*$/, 'validation.invalid')
  .max(SAVED_VIEW_LIMITS.tableNameMax, 'validation.tooLong');

/** Saving under an existing name replaces that view. */
export const viewInput = z.object({
  table: tableName,
  name: requiredText(SAVED_VIEW_LIMITS.nameMax),
  query: text(SAVED_VIEW_LIMITS.queryMax),
});
