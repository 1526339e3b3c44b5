import { z } from 'zod';

/**
 * A secret inside a setting. Stored settings and documents hold a keyed digest only: equal secrets compare equal, and
 * nothing that is listed, logged or compared reveals them. The digest is replaced by the secret when a document is sent.
 */
export const storedSecret = z.object({ digest: z.string().regex(/^[0-9a-f]{32}$/) });
export type StoredSecret = z.infer<typeof storedSecret>;

/** In an edit: a new secret as text, or the stored one unchanged. */
export function secretInput(text: z.ZodType<string, string>) {
  return z.union([storedSecret, text]);
}
