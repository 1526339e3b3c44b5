import { z } from 'zod';
import { band, deviceKind } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';

/** Chart windows; their lengths are in the limits. */
export const CHART_RANGES = ['hour', 'sixHours', 'day', 'week', 'twoWeeks', 'month'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

/** Traffic in kilobits per second, power in watts, noise in dBm, temperature in °C; the others are counts or percent. */
export const DEVICE_METRICS = [
  'trafficDown',
  'trafficUp',
  'clients',
  'cpuPercent',
  'memoryPercent',
  'temperature',
  'powerWatts',
] as const;
export type DeviceMetric = (typeof DEVICE_METRICS)[number];

export const RADIO_METRICS = [
  'utilisationPercent',
  'noise',
  'radioClients',
  'radioTrafficDown',
  'radioTrafficUp',
] as const;
export type RadioMetric = (typeof RADIO_METRICS)[number];

/** One value per step; null where nothing was reported. */
const values = z.array(z.number().nullable());

export const deviceChart = z.object({
  from: timestamp,
  to: timestamp,
  stepSeconds: z.number().int(),
  /** Start of the first step. */
  firstAt: timestamp,
  series: z.array(z.object({ metric: z.enum(DEVICE_METRICS), values })),
  radios: z.array(
    z.object({
      index: z.number().int(),
      /** Null for windows older than the radio data. */
      band: band.nullable(),
      series: z.array(z.object({ metric: z.enum(RADIO_METRICS), values })),
    }),
  ),
});
export type DeviceChart = z.infer<typeof deviceChart>;

export const neighbour = z.object({
  bssid: z.string(),
  ssid: z.string(),
  channel: z.number().int(),
  signal: z.number(),
});

/** Result of the last scan; `at` is null before the first one. */
export const deviceNeighbours = z.object({ at: timestamp.nullable(), neighbours: z.array(neighbour) });
export type DeviceNeighbours = z.infer<typeof deviceNeighbours>;

/** Syslog severities: the index is the number. */
export const SEVERITIES = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
] as const;
export const severity = z.enum(SEVERITIES);

/** Events of devices and of their connections. Client events are in the client log. */
export const DEVICE_LOG_TYPES = [
  'online',
  'offline',
  'connectionReplaced',
  'connectionRefused',
  'tooManyEvents',
  'clientRefused',
  'portUp',
  'portDown',
  'portPower',
  'started',
  'stopped',
  'restarted',
  'upgrade',
  'health',
  'alarm',
  'log',
  'crashLog',
  'memberUp',
  'memberDown',
  'other',
] as const;
export const deviceLogType = z.enum(DEVICE_LOG_TYPES);
export type DeviceLogType = z.infer<typeof deviceLogType>;

export const deviceLogRow = z.object({
  logUUID: uuid,
  at: timestamp,
  deviceUUID: uuid,
  deviceKind,
  deviceName: z.string(),
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  type: deviceLogType,
  severity,
  details: z.record(z.string(), z.json()),
});
export type DeviceLogRow = z.infer<typeof deviceLogRow>;

/** Known detail names and values of events; other values are shown as reported. */
export const DETAIL_NAMES = [
  'port',
  'state',
  'part',
  'cause',
  'phase',
  'percent',
  'sanity',
  'resource',
  'member',
  'mac',
  'ssid',
  'band',
  'channel',
  'signal',
  'reason',
  'address',
  'oldAddress',
  'newAddress',
  'name',
] as const;
export const DETAIL_WORDS = [
  'reboot',
  'powerLoss',
  'crash',
  'unknown',
  'idle',
  'download',
  'install',
  'fail',
  'success',
  'disabled',
  'searching',
  'delivering',
  'overload',
  'fault',
  'revoked',
  'key-mismatch',
] as const;

/** Columns of an exported log, in this order. */
export const DEVICE_LOG_COLUMNS = ['at', 'device', 'kind', 'site', 'type', 'severity', 'details'] as const;
