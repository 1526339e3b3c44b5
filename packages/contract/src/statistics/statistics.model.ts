import { z } from 'zod';
import { alarmLevel } from '../alarms/alarms.model.ts';
import { terminalKind } from '../clients/client-kinds.ts';
import { band, deviceKind, deviceRef } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { coordinates } from '../organizations/organizations.model.ts';

/** Bytes and seconds are whole sums; a percentage or mean is null where nobody told what it is made of. */
const bytes = z.number().int();
const seconds = z.number().int();
const percent = z.number().min(0).max(100).nullable();
const mean = z.number().nullable();

/** One value per step from the first on; null where nothing was told. */
const values = z.array(z.number().nullable());

/** What was counted: a window that is made of whole hours begins and ends with one. */
const steps = {
  from: timestamp,
  to: timestamp,
  stepSeconds: z.number().int(),
  /** When the first step begins. */
  firstAt: timestamp,
};

/** Traffic in kilobits per second. */
export const NETWORK_METRICS = ['trafficDown', 'trafficUp', 'clients'] as const;
/** Noise in dBm. */
export const BAND_METRICS = ['utilisationPercent', 'noise', 'retryPercent'] as const;

/** How well clients are heard, the best first; `from` is the weakest signal of a grade in dBm. */
export const SIGNAL_GRADES = [
  { key: 'excellent', from: -55 },
  { key: 'good', from: -65 },
  { key: 'fair', from: -75 },
  { key: 'weak', from: -85 },
  { key: 'bad', from: Number.NEGATIVE_INFINITY },
] as const;
export type SignalGrade = (typeof SIGNAL_GRADES)[number]['key'];
export const signalGrade = z.enum(SIGNAL_GRADES.map(({ key }) => key));

export function gradeOf(signal: number): SignalGrade {
  return SIGNAL_GRADES.find(({ from }) => signal >= from)?.key ?? 'bad';
}

export const networkStatistics = z.object({
  ...steps,
  downBytes: bytes,
  upBytes: bytes,
  clientsMean: mean,
  /** The most at once. Over more than six hours: in an hour, of several sites what each had at most in it. */
  clientsMost: z.number().int(),
  series: z.array(z.object({ metric: z.enum(NETWORK_METRICS), values })),
  bands: z.array(z.object({ band, series: z.array(z.object({ metric: z.enum(BAND_METRICS), values })) })),
  /** How long clients were heard how well, all of them together, in the hours the window touches. */
  signal: z.array(z.object({ grade: signalGrade, band, seconds })),
});
export type NetworkStatistics = z.infer<typeof networkStatistics>;

export const COMPARED = ['sites', 'aps', 'ssids'] as const;
export const COMPARED_SORTS = [
  'name',
  'downBytes',
  'upBytes',
  /** Both ways together. */
  'bytes',
  'clientsMean',
  'clientsMost',
  'retryPercent',
] as const;

/** Access points and networks are counted in the hours the window touches, sites as by `networkStatistics`. */
export const comparedRow = z.object({
  /** The site or the access point; null for a network, which is its name. */
  id: uuid.nullable(),
  name: z.string(),
  siteUUID: uuid.nullable(),
  siteName: z.string(),
  deviceKind: deviceKind.nullable(),
  downBytes: bytes,
  upBytes: bytes,
  clientsMean: mean,
  clientsMost: z.number().int().nullable(),
  utilisationPercent: percent,
  retryPercent: percent,
});
export type ComparedRow = z.infer<typeof comparedRow>;

/** So many of them are listed. */
export const TOP_TERMINALS = 10;

export const topTerminal = z.object({
  mac: z.string(),
  name: z.string(),
  kind: terminalKind,
  downBytes: bytes,
  upBytes: bytes,
  seconds,
});
export type TopTerminal = z.infer<typeof topTerminal>;

/**
 * From when a device was first online, or from the beginning of the window if that is later, for as long as it stood
 * there.
 */
const availability = {
  percent,
  onlineSeconds: seconds,
  awaySeconds: seconds,
  outages: z.number().int(),
};

export const deviceStatistics = z.object({
  ...steps,
  devices: z.number().int(),
  ...availability,
  series: z.array(z.object({ metric: z.literal('availabilityPercent'), values })),
  kinds: z.array(z.object({ kind: deviceKind, devices: z.number().int(), ...availability })),
});
export type DeviceStatistics = z.infer<typeof deviceStatistics>;

export const AVAILABILITY_SORTS = ['name', 'percent', 'awaySeconds', 'outages', 'longestSeconds'] as const;

export const deviceAvailability = deviceRef.extend({
  siteUUID: uuid,
  siteName: z.string(),
  /** Null of one that stands elsewhere by now. */
  isAway: z.boolean().nullable(),
  ...availability,
  longestSeconds: seconds,
});
export type DeviceAvailability = z.infer<typeof deviceAvailability>;

/** Under 30 minutes, 2 hours, 8 hours, and longer: the borders stand in the limits. */
export const DURATION_BANDS = ['short', 'medium', 'long', 'longest'] as const;

export const terminalStatistics = z.object({
  ...steps,
  terminals: z.number().int(),
  /** Those never seen before the window. */
  fresh: z.number().int(),
  downBytes: bytes,
  upBytes: bytes,
  series: z.array(z.object({ metric: z.enum(['terminals', 'fresh']), values })),
  kinds: z.array(z.object({ kind: terminalKind, terminals: z.number().int(), bytes })),
  /** By how long each was there in the window, all its visits together. */
  durations: z.array(z.object({ band: z.enum(DURATION_BANDS), terminals: z.number().int() })),
});
export type TerminalStatistics = z.infer<typeof terminalStatistics>;

const share = { devices: z.number().int(), online: z.number().int() };

export const assetStatistics = z.object({
  ...share,
  kinds: z.array(z.object({ kind: deviceKind, ...share })),
  models: z.array(z.object({ model: z.string(), kind: deviceKind, ...share })),
  versions: z.array(z.object({ model: z.string(), version: z.string(), ...share })),
  sites: z.array(z.object({ siteUUID: uuid, siteName: z.string(), ...share })),
  /** How many there are; of each the limit's number is listed, those with the most devices. */
  totals: z.object({ models: z.number().int(), versions: z.number().int(), sites: z.number().int() }),
});
export type AssetStatistics = z.infer<typeof assetStatistics>;

/** What goes on, and what went on a week ago at the same time; null where that is not known. */
export const networkNow = z.object({
  at: timestamp,
  /** At devices of the classes one sees; null without any. Compared only where these are all of them. */
  clients: z.number().int().nullable(),
  clientsBefore: z.number().nullable(),
  downKbps: z.number().nullable(),
  downKbpsBefore: z.number().nullable(),
  upKbps: z.number().nullable(),
  upKbpsBefore: z.number().nullable(),
});
export type NetworkNow = z.infer<typeof networkNow>;

/** How a site is, the worst first. */
export const SITE_STATES = ['trouble', 'attention', 'well', 'empty', 'unknown'] as const;
export type SiteState = (typeof SITE_STATES)[number];
const siteState = z.enum(SITE_STATES);

export const siteHealth = z.object({
  siteUUID: uuid,
  siteName: z.string(),
  enterpriseUUID: uuid,
  coordinates: coordinates.nullable(),
  /** Of the device classes one sees, with their clients; null without any. */
  devices: z.number().int().nullable(),
  online: z.number().int().nullable(),
  clients: z.number().int().nullable(),
  /** Null without the right to alarms, and where without any device class none is seen. */
  alarms: z.number().int().nullable(),
  /** The gravest of its alarms. */
  level: alarmLevel.nullable(),
  /**
   * Grave alarms or nothing reachable is trouble; a milder alarm or a device away wants a look. Judged by the device
   * classes one sees: without any of them, or of these at the site, nothing is known unless an alarm is seen.
   */
  state: siteState,
});
export type SiteHealth = z.infer<typeof siteHealth>;

export const networkHealth = z.object({
  /** The device classes that were counted and judged. */
  kinds: z.array(deviceKind),
  /** The worst first, and of too many only those. */
  sites: z.array(siteHealth),
  /** All there are, also those not listed; null is what one may not see. */
  totals: z.object({
    sites: z.number().int(),
    /** Those without coordinates. */
    unplaced: z.number().int(),
    devices: z.number().int().nullable(),
    online: z.number().int().nullable(),
    alarms: z.number().int().nullable(),
    /** How many sites are in which state. */
    states: z.record(siteState, z.number().int()),
  }),
});
export type NetworkHealth = z.infer<typeof networkHealth>;
export type HealthTotals = NetworkHealth['totals'];

/** What waits for somebody; null is what one may not see. */
export const todos = z.object({
  /** Null unless one sees the whole account, and the whole of it is asked for. */
  unclaimed: z.number().int().nullable(),
  upgradesFailed: z.number().int().nullable(),
  upgradesRunning: z.number().int().nullable(),
  configurationsFailed: z.number().int().nullable(),
  sitesWithoutPlace: z.number().int(),
});
export type Todos = z.infer<typeof todos>;
