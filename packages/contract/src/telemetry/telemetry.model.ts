import { z } from 'zod';
import { band, deviceKind } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';

/** The windows a chart offers; how long they are stands in the limits. */
export const CHART_RANGES = ['hour', 'sixHours', 'day', 'week', 'twoWeeks', 'month'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

/** Traffic in kilobits per second, power in watts, noise in dBm, temperature in °C; the others count or are percent. */
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

/** One value per step from the first on; null where the device told nothing. */
const values = z.array(z.number().nullable());

export const deviceChart = z.object({
  from: timestamp,
  to: timestamp,
  stepSeconds: z.number().int(),
  /** When the first step begins. */
  firstAt: timestamp,
  series: z.array(z.object({ metric: z.enum(DEVICE_METRICS), values })),
  radios: z.array(
    z.object({
      index: z.number().int(),
      /** Null where a chart reaches too far back to know. */
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

/** What a device heard when it last listened; never, when `at` is null. */
export const deviceNeighbours = z.object({ at: timestamp.nullable(), neighbours: z.array(neighbour) });
export type DeviceNeighbours = z.infer<typeof deviceNeighbours>;

/** As syslog counts them: the place in the list is the number. */
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

/** What devices tell of, and what the cloud sees of them. Clients that come and go stand in the terminal log. */
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

/** What an event may say of itself under a name, and in words that are ours; all else is the device's own. */
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
] as const;

/** What an exported log shows, in this order. */
export const DEVICE_LOG_COLUMNS = ['at', 'device', 'kind', 'site', 'type', 'severity', 'details'] as const;
