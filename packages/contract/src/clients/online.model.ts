import { z } from 'zod';
import { band, deviceRef } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { terminalKind } from './client-kinds.ts';
import { hint, terminalHeadline } from './client-problems.ts';
import { terminalSession } from './clients.model.ts';

/** Grades by their lowest score, best first. */
export const SCORE_GRADES = [
  { key: 'good', from: 75 },
  { key: 'fair', from: 50 },
  { key: 'poor', from: 0 },
] as const;
export type ScoreGrade = (typeof SCORE_GRADES)[number]['key'];

export function scoreGradeOf(score: number): ScoreGrade {
  return SCORE_GRADES.find(({ from }) => score >= from)?.key ?? 'poor';
}

/** An online client. Up and down are from the client's point of view. */
export const onlineTerminal = z.object({
  mac: z.string(),
  /** The given name, else the host name, else empty. */
  name: z.string(),
  hostname: z.string(),
  kind: terminalKind,
  ip: z.string(),
  device: deviceRef,
  /** Whether the console simulates its device, and so the client. */
  virtual: z.boolean(),
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  ssid: z.string(),
  /** Null for a wired client. */
  band: band.nullable(),
  channel: z.number().int().nullable(),
  port: z.string(),
  signal: z.number().nullable(),
  upRateKbps: z.number().nullable(),
  downRateKbps: z.number().nullable(),
  upBytes: z.number(),
  downBytes: z.number(),
  startedAt: timestamp,
  /** Experience score from 0 to 100; null for a wired client. */
  score: z.number().int().nullable(),
  isBlocked: z.boolean(),
});
export type OnlineTerminal = z.infer<typeof onlineTerminal>;

export const onlineCounts = z.object({
  total: z.number().int(),
  /** With a weak signal. */
  weak: z.number().int(),
  bands: z.array(z.object({ band: band.nullable(), terminals: z.number().int() })),
  ssids: z.array(z.object({ ssid: z.string(), terminals: z.number().int() })),
});
export type OnlineCounts = z.infer<typeof onlineCounts>;

/** A client that is blocked now, whether online or not. */
export const blockedTerminal = z.object({
  mac: z.string(),
  name: z.string(),
  hostname: z.string(),
  kind: terminalKind,
  lastSeenAt: timestamp,
  blockedAt: timestamp,
  /** Null: without end. */
  blockedUntil: timestamp.nullable(),
});
export type BlockedTerminal = z.infer<typeof blockedTerminal>;

/** A client seen lately, at the visible place where it was last. */
export const knownTerminal = onlineTerminal
  .omit({ startedAt: true, score: true, upRateKbps: true, downRateKbps: true })
  .extend({
    isOnline: z.boolean(),
    /** Null when it was deleted. */
    device: deviceRef.nullable(),
    /** Up to an hour old for a client that is online. */
    lastSeenAt: timestamp,
  });
export type KnownTerminal = z.infer<typeof knownTerminal>;

export const terminalDetail = z.object({
  mac: z.string(),
  name: z.string(),
  hostname: z.string(),
  kind: terminalKind,
  isMadeUp: z.boolean(),
  firstSeenAt: timestamp,
  lastSeenAt: timestamp,
  isBlocked: z.boolean(),
  /** Null: without end, or not blocked. */
  blockedUntil: timestamp.nullable(),
  /** Null when it is offline. */
  online: onlineTerminal.nullable(),
  hints: z.array(hint),
  headline: terminalHeadline,
});
export type TerminalDetail = z.infer<typeof terminalDetail>;

/** A minute or an hour of a client; bytes from the client's point of view. */
export const terminalSlot = z.object({
  at: timestamp,
  upBytes: z.number(),
  downBytes: z.number(),
  signalMean: z.number().nullable(),
  /** Downlink rate; only in minutes. */
  downRateKbps: z.number().nullable(),
  retryPercent: z.number().nullable(),
});

/** A refused connection attempt. */
export const terminalRefusal = z.object({
  at: timestamp,
  device: deviceRef,
  ssid: z.string(),
  /** As reported by the device. */
  reason: z.string(),
});

export const terminalTimeline = z.object({
  from: timestamp,
  to: timestamp,
  sessions: z.array(terminalSession),
  refusals: z.array(terminalRefusal),
  /** Slots are minutes for short windows within the raw data retention; otherwise hours. */
  stepSeconds: z.number().int(),
  slots: z.array(terminalSlot),
});
export type TerminalTimeline = z.infer<typeof terminalTimeline>;
