import { z } from 'zod';

/** A code that was sent on the previous page: its contact, and when the next may be requested. */
export const sentCode = z.object({ to: z.string(), until: z.number(), isSent: z.boolean() });
export type SentCode = z.infer<typeof sentCode>;
