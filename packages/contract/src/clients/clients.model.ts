import { z } from 'zod';
import { band, deviceKind } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';

/** A connected client. Up and down are from the client's point of view. */
export const deviceClient = z.object({
  mac: z.string(),
  ip: z.string(),
  hostname: z.string(),
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
  connectedSeconds: z.number().nullable(),
});
export type DeviceClient = z.infer<typeof deviceClient>;

export const deviceClients = z.object({
  /** Time of the report; null before the first one. */
  at: timestamp.nullable(),
  clients: z.array(deviceClient),
});
export type DeviceClients = z.infer<typeof deviceClients>;

/**
 * left: it sent a leave event · missing: the device no longer reported it · rejoined: it reconnected · deviceOffline ·
 * silent: no report of the device for too long.
 */
export const END_REASONS = ['left', 'missing', 'rejoined', 'deviceOffline', 'silent'] as const;
export type EndReason = (typeof END_REASONS)[number];

export const terminalSession = z.object({
  sessionUUID: uuid,
  /** Shared by the sessions a client roamed through without a break. */
  visitUUID: uuid,
  /** Number of visible sessions of the visit; 1 when the client did not roam. */
  visitSessions: z.number().int(),
  mac: z.string(),
  ip: z.string(),
  hostname: z.string(),
  deviceUUID: uuid,
  deviceKind,
  deviceName: z.string(),
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  ssid: z.string(),
  band: band.nullable(),
  channel: z.number().int().nullable(),
  port: z.string(),
  startedAt: timestamp,
  /** Null while it is open. */
  endedAt: timestamp.nullable(),
  endReason: z.enum(END_REASONS).nullable(),
  durationSeconds: z.number().int(),
  upBytes: z.number(),
  downBytes: z.number(),
  signalLast: z.number().nullable(),
  signalWorst: z.number().nullable(),
  signalAverage: z.number().nullable(),
});
export type TerminalSession = z.infer<typeof terminalSession>;

/** Columns of an exported log, in this order. */
export const TERMINAL_LOG_COLUMNS = [
  'mac',
  'hostname',
  'ip',
  'device',
  'kind',
  'site',
  'ssid',
  'band',
  'channel',
  'port',
  'startedAt',
  'endedAt',
  'endReason',
  'duration',
  'up',
  'down',
  'signalAverage',
  'signalWorst',
  'visit',
] as const;
