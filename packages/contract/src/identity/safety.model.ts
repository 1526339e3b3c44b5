import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';

/** Kinds of security events, mailed to a person and listed for them. */
export const SECURITY_EVENT_KINDS = [
  'passwordReset',
  'passwordChanged',
  'twoFactorOff',
  'emailChanged',
  'phoneChanged',
  'apiKeyCreated',
  'newPlace',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];

export const securityEvent = z.object({
  eventUUID: uuid,
  kind: z.enum(SECURITY_EVENT_KINDS),
  at: timestamp,
  address: z.string(),
  /** The User-Agent of the browser or program. */
  client: z.string(),
  /** The masked new contact, or the name of the API key; empty for the other kinds. */
  detail: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;
