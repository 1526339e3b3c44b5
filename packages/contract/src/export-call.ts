import { z } from 'zod';
import type { Access, Call } from './call.ts';
import { timestamp } from './fields.ts';

/** Formats of exported tables. */
export const exportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** Formats of exported statistics, which can also be a document with charts. */
export const documentFormat = z.enum([...exportFormat.options, 'pdf']);
export type DocumentFormat = z.infer<typeof documentFormat>;

/** An exported table: a temporary file that only its maker can download. */
export const exportedTable = z.object({
  url: z.string(),
  rows: z.number().int(),
  expiresAt: timestamp,
});
export type ExportedTable = z.infer<typeof exportedTable>;

/**
 * Defines a call that writes a table into a file, in the language of the request: `LIMITS.sheet.exportRowsMax` rows at most,
 * shown as a task while it runs. The input has the format and the filters of the list.
 */
export function defineExportCall<
  I extends z.ZodType<{ readonly format: DocumentFormat }>,
  const A extends Exclude<Access, 'public'>,
>(
  call: Pick<Call, 'path' | 'summary' | 'ofDevices'> & { readonly access: A; readonly input: I },
): Call<z.input<I>, z.output<I>, ExportedTable, A>;
export function defineExportCall(
  call: Pick<Call, 'path' | 'summary' | 'ofDevices' | 'input'> & {
    readonly access: Exclude<Access, 'public'>;
  },
): Call {
  return { method: 'POST', effect: 'read', apiKeys: true, demo: true, ...call, output: exportedTable };
}
