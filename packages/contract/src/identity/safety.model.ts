import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';

/** What a person is mailed about and finds in their list of security events. */
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
  /** The browser or program, as it names itself. */
  client: z.string(),
  /** The masked new contact, or the name of the API key; empty for the other kinds. */
  detail: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;
