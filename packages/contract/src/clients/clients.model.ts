import { z } from 'zod';
import { band, deviceKind } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';

/** A client of a device as it is now. Up and down are the client's: what it sends and what it gets. */
export const deviceClient = z.object({
  mac: z.string(),
  ip: z.string(),
  hostname: z.string(),
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
  connectedSeconds: z.number().nullable(),
});
export type DeviceClient = z.infer<typeof deviceClient>;

export const deviceClients = z.object({
  /** When the device told of them; null before it ever reported. */
  at: timestamp.nullable(),
  clients: z.array(deviceClient),
});
export type DeviceClients = z.infer<typeof deviceClients>;

/**
 * left: it said so · missing: the device told of it no more · rejoined: it joined anew · deviceOffline ·
 * silent: nothing was heard of the device for too long.
 */
export const END_REASONS = ['left', 'missing', 'rejoined', 'deviceOffline', 'silent'] as const;
export type EndReason = (typeof END_REASONS)[number];

export const terminalSession = z.object({
  sessionUUID: uuid,
  /** The same for sessions a client roamed through without a break. */
  visitUUID: uuid,
  /** How many sessions of the visit the asker sees; 1 when the client did not roam. */
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
  /** Null while it lasts. */
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

/** What an exported log shows, in this order. */
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
