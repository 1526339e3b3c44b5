import { z } from 'zod';
import { band, deviceRef } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { terminalKind } from './client-kinds.ts';
import { terminalSession } from './clients.model.ts';

/**
 * Why a client is not served as well as it could be, by what the devices told of it.
 * weakSignal: it is far from its access point · crowdedChannel: others use the channel most of the time ·
 * manyRetries: much of what is sent to it has to be sent again · slowBand: it is on 2.4 GHz though it was on a
 * better one before · crowdedDevice: its access point serves very many · busyDevice: its access point has no
 * processor time left · roamsOften: it goes from one to the next and back · lowRate: it is sent to slowly ·
 * refused: it was turned away lately.
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
/** `value`: what was measured, in the unit of the hint. */
export const hint = z.object({ hint: z.enum(HINTS), value: z.number().nullable() });

/** How well a client is served, the best first, by the least score of each grade. */
export const SCORE_GRADES = [
  { key: 'good', from: 75 },
  { key: 'fair', from: 50 },
  { key: 'poor', from: 0 },
] as const;
export type ScoreGrade = (typeof SCORE_GRADES)[number]['key'];

export function scoreGradeOf(score: number): ScoreGrade {
  return SCORE_GRADES.find(({ from }) => score >= from)?.key ?? 'poor';
}

/** A client that is there. Up and down are the client's: what it sends and what it gets. */
export const onlineTerminal = z.object({
  mac: z.string(),
  /** What people call it; else what it calls itself; else empty. */
  name: z.string(),
  hostname: z.string(),
  kind: terminalKind,
  ip: z.string(),
  device: deviceRef,
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  ssid: z.string(),
  /** Null for a client at a port. */
  band: band.nullable(),
  channel: z.number().int().nullable(),
  port: z.string(),
  signal: z.number().nullable(),
  upRateKbps: z.number().nullable(),
  downRateKbps: z.number().nullable(),
  upBytes: z.number(),
  downBytes: z.number(),
  startedAt: timestamp,
  /** From 0 to 100 how well it is served; null for a client at a port. */
  score: z.number().int().nullable(),
  isBlocked: z.boolean(),
});
export type OnlineTerminal = z.infer<typeof onlineTerminal>;

export const onlineCounts = z.object({
  total: z.number().int(),
  /** Heard badly. */
  weak: z.number().int(),
  bands: z.array(z.object({ band: band.nullable(), terminals: z.number().int() })),
  ssids: z.array(z.object({ ssid: z.string(), terminals: z.number().int() })),
});
export type OnlineCounts = z.infer<typeof onlineCounts>;

/** A client that is kept away, or will be when it comes. */
export const blockedTerminal = z.object({
  mac: z.string(),
  name: z.string(),
  hostname: z.string(),
  kind: terminalKind,
  lastSeenAt: timestamp,
  blockedAt: timestamp,
  /** Null: for good. */
  blockedUntil: timestamp.nullable(),
});
export type BlockedTerminal = z.infer<typeof blockedTerminal>;

export const terminalDetail = z.object({
  mac: z.string(),
  name: z.string(),
  hostname: z.string(),
  kind: terminalKind,
  isMadeUp: z.boolean(),
  firstSeenAt: timestamp,
  lastSeenAt: timestamp,
  isBlocked: z.boolean(),
  /** Null: for good, or not at all. */
  blockedUntil: timestamp.nullable(),
  /** Null when it is not there. */
  online: onlineTerminal.nullable(),
  hints: z.array(hint),
});
export type TerminalDetail = z.infer<typeof terminalDetail>;

/** A minute or an hour of a client; bytes are the client's. */
export const terminalSlot = z.object({
  at: timestamp,
  upBytes: z.number(),
  downBytes: z.number(),
  signalMean: z.number().nullable(),
  /** How fast it was sent to; only of minutes. */
  downRateKbps: z.number().nullable(),
  retryPercent: z.number().nullable(),
});

/** It was turned away by a device. */
export const terminalRefusal = z.object({
  at: timestamp,
  device: deviceRef,
  ssid: z.string(),
  /** As the device said it. */
  reason: z.string(),
});

export const terminalTimeline = z.object({
  from: timestamp,
  to: timestamp,
  sessions: z.array(terminalSession),
  refusals: z.array(terminalRefusal),
  /** Slots are minutes while what devices told is kept as it came and the window is short; else hours. */
  stepSeconds: z.number().int(),
  slots: z.array(terminalSlot),
});
export type TerminalTimeline = z.infer<typeof terminalTimeline>;
