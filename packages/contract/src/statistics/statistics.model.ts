import { z } from 'zod';
import { alarmLevel } from '../alarms/alarms.model.ts';
import { terminalKind } from '../clients/client-kinds.ts';
import { band, deviceKind, deviceRef } from '../devices/devices.model.ts';
import { timestamp, uuid } from '../fields.ts';
import { coordinates, enterprise, site } from '../organizations/organizations.model.ts';

/** Bytes and seconds are whole sums; a percentage or mean is null where its parts are unknown. */
const bytes = z.number().int();
const seconds = z.number().int();
const percent = z.number().min(0).max(100).nullable();
const mean = z.number().nullable();

/** One value per step; null where nothing was reported. */
const values = z.array(z.number().nullable());

/** The counted span; a window of whole hours starts and ends with one. */
const steps = {
  from: timestamp,
  to: timestamp,
  stepSeconds: z.number().int(),
  /** Start of the first step. */
  firstAt: timestamp,
};

/** Traffic in kilobits per second. */
export const NETWORK_METRICS = ['trafficDown', 'trafficUp', 'clients'] as const;
/** Noise in dBm. */
export const BAND_METRICS = ['utilisationPercent', 'noise', 'retryPercent'] as const;

/** Signal grades, best first; `from` is the weakest signal of a grade in dBm. */
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
  /** Peak. Over more than six hours: per hour, for several sites the sum of their peaks in it. */
  clientsMost: z.number().int(),
  series: z.array(z.object({ metric: z.enum(NETWORK_METRICS), values })),
  bands: z.array(z.object({ band, series: z.array(z.object({ metric: z.enum(BAND_METRICS), values })) })),
  /** Client seconds per signal grade in the hours that the window overlaps. */
  signal: z.array(z.object({ grade: signalGrade, band, seconds })),
});
export type NetworkStatistics = z.infer<typeof networkStatistics>;

export const COMPARED = ['sites', 'aps', 'ssids'] as const;
export const COMPARED_SORTS = [
  'name',
  'downBytes',
  'upBytes',
  /** Up and down together. */
  'bytes',
  'clientsMean',
  'clientsMost',
  'retryPercent',
] as const;

/** Access points and networks are counted in the hours that the window overlaps, sites as in `networkStatistics`. */
export const comparedRow = z.object({
  /** The site or access point; null for a network, which is identified by its name. */
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

/** Number of listed clients. */
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
 * From the first time the device was online, or the start of the window if that is later, while it was placed in the
 * scope.
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
  /** Null if the device is now placed elsewhere. */
  isAway: z.boolean().nullable(),
  ...availability,
  longestSeconds: seconds,
});
export type DeviceAvailability = z.infer<typeof deviceAvailability>;

/** Under 30 minutes, 2 hours, 8 hours, and longer; the borders are in the limits. */
export const DURATION_BANDS = ['short', 'medium', 'long', 'longest'] as const;

export const terminalStatistics = z.object({
  ...steps,
  terminals: z.number().int(),
  /** Clients not seen before the window. */
  fresh: z.number().int(),
  downBytes: bytes,
  upBytes: bytes,
  series: z.array(z.object({ metric: z.enum(['terminals', 'fresh']), values })),
  kinds: z.array(z.object({ kind: terminalKind, terminals: z.number().int(), bytes })),
  /** By total session time in the window. */
  durations: z.array(z.object({ band: z.enum(DURATION_BANDS), terminals: z.number().int() })),
});
export type TerminalStatistics = z.infer<typeof terminalStatistics>;

/** The rest is offline. */
const share = { devices: z.number().int(), online: z.number().int(), neverConnected: z.number().int() };

export const assetStatistics = z.object({
  ...share,
  kinds: z.array(z.object({ kind: deviceKind, ...share })),
  models: z.array(z.object({ model: z.string(), kind: deviceKind, ...share })),
  versions: z.array(z.object({ model: z.string(), version: z.string(), ...share })),
  sites: z.array(z.object({ siteUUID: uuid, siteName: z.string(), ...share })),
  /** Totals; of each list only the entries with the most devices are returned. */
  totals: z.object({ models: z.number().int(), versions: z.number().int(), sites: z.number().int() }),
});
export type AssetStatistics = z.infer<typeof assetStatistics>;

/** Current figures and those of a week ago at the same time; null where unknown. */
export const networkNow = z.object({
  at: timestamp,
  /** At devices of the visible classes; null without any. Compared only if all classes are visible. */
  clients: z.number().int().nullable(),
  clientsBefore: z.number().nullable(),
  downKbps: z.number().nullable(),
  downKbpsBefore: z.number().nullable(),
  upKbps: z.number().nullable(),
  upKbpsBefore: z.number().nullable(),
});
export type NetworkNow = z.infer<typeof networkNow>;

/** State of a site, worst first. */
export const SITE_STATES = ['trouble', 'attention', 'well', 'pending', 'empty', 'unknown'] as const;
export type SiteState = (typeof SITE_STATES)[number];
const siteState = z.enum(SITE_STATES);

const healthFigures = {
  /** Of the visible device classes, with their clients; null without any. */
  devices: z.number().int().nullable(),
  online: z.number().int().nullable(),
  /** Devices that are neither online nor offline never connected. */
  offline: z.number().int().nullable(),
  clients: z.number().int().nullable(),
  /** Devices with firmware older than the newest image for their model. */
  outdated: z.number().int().nullable(),
  /** Null without permission for alarms, or if without any device class none is visible. */
  alarms: z.number().int().nullable(),
  levels: z.record(alarmLevel, z.number().int()).nullable(),
  /** The most severe level of the alarms. */
  level: alarmLevel.nullable(),
  /**
   * `trouble`: critical alarms, or no device reachable; `attention`: a minor alarm or an offline device; `pending`: no
   * device has connected yet. Devices that never connected count neither as reachable nor as offline. Based on the visible
   * device classes: without any of them at the site the state is
   * unknown unless an alarm is visible. An organization has the state of its worst site.
   */
  state: siteState,
};

export const siteHealth = z.object({
  siteUUID: uuid,
  siteName: z.string(),
  enterpriseUUID: uuid,
  coordinates: coordinates.nullable(),
  ...healthFigures,
});
export type SiteHealth = z.infer<typeof siteHealth>;

/** Bytes in both directions in the last 24 hours, in total and by hour; null without permission for statistics. */
const dayTraffic = {
  trafficBytes: bytes.nullable(),
  /** Oldest first; empty if nothing was reported. */
  trafficByHour: z.array(bytes).nullable(),
};

const HEALTH_SORTS = [
  'status',
  'name',
  'devices',
  'offline',
  'clients',
  'alarms',
  'outdated',
  'traffic',
] as const;
export const SITE_HEALTH_SORTS = [...HEALTH_SORTS, 'enterpriseName', 'createdAt'] as const;
export const ORGANIZATION_HEALTH_SORTS = [...HEALTH_SORTS, 'siteCount', 'createdAt'] as const;

export const siteHealthRow = site.extend({ ...healthFigures, ...dayTraffic });
export type SiteHealthRow = z.infer<typeof siteHealthRow>;

export const organizationHealthRow = enterprise.extend({
  ...healthFigures,
  ...dayTraffic,
  /** Its visible sites in these states. */
  sitesInTrouble: z.number().int(),
  sitesNeedingAttention: z.number().int(),
});
export type OrganizationHealthRow = z.infer<typeof organizationHealthRow>;
export type HealthFigures = Pick<SiteHealth, keyof typeof healthFigures>;

/** Whether the figures of a large account are being counted: those stored are old, or none. */
export const counting = { counting: z.boolean() };

export const networkHealth = z.object({
  ...counting,
  /** The device classes that were counted. */
  kinds: z.array(deviceKind),
  /** Worst first, limited in number. */
  sites: z.array(siteHealth),
  /** Totals of all sites, also those not listed; null where not visible. */
  totals: z.object({
    sites: z.number().int(),
    /** Sites without coordinates. */
    unplaced: z.number().int(),
    devices: z.number().int().nullable(),
    online: z.number().int().nullable(),
    offline: z.number().int().nullable(),
    alarms: z.number().int().nullable(),
    /** Number of sites by state. */
    states: z.record(siteState, z.number().int()),
  }),
});
export type NetworkHealth = z.infer<typeof networkHealth>;
export type HealthTotals = NetworkHealth['totals'];

/** Active alarms at the end of each step. */
export const alarmTrend = z.object({ ...steps, values: z.array(z.number().int()) });
export type AlarmTrend = z.infer<typeof alarmTrend>;

/** Open tasks; null where not visible. */
export const todos = z.object({
  /** Null unless the person sees the whole account and requests all of it. */
  unclaimed: z.number().int().nullable(),
  upgradesFailed: z.number().int().nullable(),
  upgradesRunning: z.number().int().nullable(),
  configurationsFailed: z.number().int().nullable(),
  sitesWithoutPlace: z.number().int(),
});
export type Todos = z.infer<typeof todos>;
