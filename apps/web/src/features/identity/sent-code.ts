import { z } from 'zod';

/** A code that was sent on the page before: where to, and until when the next has to wait. */
export const sentCode = z.object({ to: z.string(), until: z.number() });
export type SentCode = z.infer<typeof sentCode>;
