import { z } from 'zod';

/** Every answer, success or failure, has this shape (specification §7). */
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

/** Codes of a call that succeeded; the others are in `errors.ts`. */
export const OK = 0;
export const OK_NOTHING_CHANGED = 2;
export const OK_ACCEPTED = 15;
export const SUCCESS_CODES: readonly number[] = [OK, OK_NOTHING_CHANGED, OK_ACCEPTED];

/** `data` of a failed call. */
export const failureData = z.object({
  requestId: z.string(),
  /** Field path → message key and its values, for invalid input. */
  fields: z
    .record(
      z.string(),
      z.object({ key: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
    )
    .optional(),
  /** Seconds until a retry makes sense. */
  retryAfter: z.number().optional(),
  /** The grant that was missing. */
  missing: z.string().optional(),
});
export type FailureData = z.infer<typeof failureData>;
