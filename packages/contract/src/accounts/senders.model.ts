import { z } from 'zod';

export const SENDER_CHANNELS = ['mail', 'sms'] as const;
export const senderChannel = z.enum(SENDER_CHANNELS);
export type SenderChannel = z.infer<typeof senderChannel>;

/** How the console sends messages of one channel. It is configured by environment variables of the server. */
export const sender = z.object({
  channel: senderChannel,
  /** False: nothing is sent. */
  isConfigured: z.boolean(),
  /** Null for people who do not administer the console, and where none is configured. */
  details: z
    .object({
      via: z.enum(['smtp', 'smpp', 'http']),
      /** Host and port. */
      server: z.string(),
      from: z.string(),
    })
    .nullable(),
});
export type SenderState = z.infer<typeof sender>;

export const senderTest = z.object({
  to: z.string(),
  /** Empty when the message was accepted; else what the other side answered. */
  error: z.string(),
});
