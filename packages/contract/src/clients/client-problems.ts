import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { CLIENT_LIMITS } from './clients.limits.ts';
import type { TerminalSession } from './clients.model.ts';

/**
 * Reasons for limited service, from reports.
 * weakSignal: far from its access point · crowdedChannel: high channel utilisation · manyRetries: many packets are sent
 * again · slowBand: on 2.4 GHz although it was on a higher band before · crowdedDevice: many clients at its access
 * point · busyDevice: high processor load of its access point · roamsOften: roams back and forth · lowRate: low data
 * rate · refused: refused recently.
 */
export const HINTS = [
  'weakSignal',
  'crowdedChannel',
  'manyRetries',
  'slowBand',
  'crowdedDevice',
  'busyDevice',
  'roamsOften',
  'lowRate',
  'refused',
] as const;
export type Hint = (typeof HINTS)[number];
/** `value`: the measured value, in the unit of the hint. */
export const hint = z.object({ hint: z.enum(HINTS), value: z.number().nullable() });

/**
 * Problems of a client: those that limit its service now, and those of its last sessions.
 * deviceOffline: its session ended because the device went offline or sent no more reports.
 */
export const CLIENT_PROBLEMS = [...HINTS, 'deviceOffline'] as const;
export type ClientProblem = (typeof CLIENT_PROBLEMS)[number];

/** The problem to show first: what is wrong now, else what was wrong last within a day. */
export const terminalHeadline = z.object({
  /** Null: no problems. */
  problem: z.enum(CLIENT_PROBLEMS).nullable(),
  isNow: z.boolean(),
  /** When it was last seen; null for a problem that exists now. */
  at: timestamp.nullable(),
  /** The measured value in the unit of the problem, or how often it happened. */
  value: z.number().nullable(),
  /** Of a failed join, as reported by the device. */
  reason: z.string(),
});
export type TerminalHeadline = z.infer<typeof terminalHeadline>;

type Ended = Pick<TerminalSession, 'endedAt' | 'endReason' | 'signalAverage'>;

/** What was wrong with a session that ended; null while it is open. */
export function problemOfSession({ endedAt, endReason, signalAverage }: Ended): ClientProblem | null {
  if (endedAt === null) return null;
  if (endReason === 'deviceOffline' || endReason === 'silent') return 'deviceOffline';
  return signalAverage !== null && signalAverage <= CLIENT_LIMITS.weakSignal ? 'weakSignal' : null;
}
