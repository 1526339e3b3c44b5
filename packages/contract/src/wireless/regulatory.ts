import type { BANDS } from '../devices/devices.model.ts';
import { REGULATORY_TABLE } from './regulatory-table.ts';
import { WIRELESS_LIMITS } from './wireless.limits.ts';

type Band = (typeof BANDS)[number];

interface BandRule {
  readonly channels: readonly number[];
  /** Channels that must yield to radar. */
  readonly dfs: readonly number[];
  /** Highest radiated power of each channel, antenna gain included. */
  readonly dbm: ReadonlyMap<number, number>;
}

type Region = Readonly<Record<Band, BandRule | null>>;

const FIRST_RADAR_CHANNEL = 52;
const LAST_RADAR_CHANNEL = 144;

/** 5 GHz channels that must be free of radar before a radio may use them. */
export function isRadarChannel(band: Band, channel: number): boolean {
  return band === '5G' && channel >= FIRST_RADAR_CHANNEL && channel <= LAST_RADAR_CHANNEL;
}

/** `36-48@23 149@30` */
function readBand(band: Band, text: string): BandRule | null {
  if (text === '-') return null;
  const step = band === '2G' ? 1 : 4;
  const dbm = new Map<number, number>();
  for (const range of text.split(' ')) {
    const [span = '', power] = range.split('@');
    const [first, last = first] = span.split('-').map(Number);
    for (let channel = Number(first); channel <= Number(last); channel += step)
      dbm.set(channel, Number(power));
  }
  const channels = [...dbm.keys()];
  return { channels, dfs: channels.filter((channel) => isRadarChannel(band, channel)), dbm };
}

function readRegion(low: string, middle: string, high: string): Region {
  return { '2G': readBand('2G', low), '5G': readBand('5G', middle), '6G': readBand('6G', high) };
}

/** What is allowed almost everywhere. */
const ELSEWHERE = readRegion('1-11@20', '36-48@20', '-');

const BY_COUNTRY = new Map<string, Region>();
for (const line of REGULATORY_TABLE.trim().split('\n')) {
  const [low = '', middle = '', high = '', countries = ''] = line.split(' | ');
  const region = readRegion(low, middle, high);
  for (const country of countries.split(' ')) BY_COUNTRY.set(country, region);
}

/** Rules of a band in a country; null where the band may not be used. Devices enforce their own rules besides. */
export function bandRule(country: string, band: Band): BandRule | null {
  return (BY_COUNTRY.get(country) ?? ELSEWHERE)[band];
}

const REGIONS = [ELSEWHERE, ...new Set(BY_COUNTRY.values())];
const IN_ANY_COUNTRY: Readonly<Record<Band, readonly number[]>> = {
  '2G': channelsOfRegions('2G'),
  '5G': channelsOfRegions('5G'),
  '6G': channelsOfRegions('6G'),
};

function channelsOfRegions(band: Band): readonly number[] {
  const channels = new Set(REGIONS.flatMap((region) => region[band]?.channels ?? []));
  return [...channels].toSorted((one, other) => one - other);
}

/** Channels of a band in a country; null: in any country. */
export function channelsIn(country: string | null, band: Band): readonly number[] {
  return country === null ? IN_ANY_COUNTRY[band] : (bandRule(country, band)?.channels ?? []);
}

/**
 * Highest radiated power of a band in a country, on its best channel or on the given one. Where a radio chooses its channel
 * itself, it lowers the power on channels that allow less. Country null: in any country.
 */
export function maxDbmIn(country: string | null, band: Band, channel?: number): number {
  const rules = country === null ? REGIONS.map((region) => region[band]) : [bandRule(country, band)];
  const allowed = rules.flatMap((rule) => {
    if (rule === null) return [];
    const power = channel === undefined ? undefined : rule.dbm.get(channel);
    return power === undefined ? [...rule.dbm.values()] : [power];
  });
  return allowed.length === 0 ? WIRELESS_LIMITS.powerMaxDbm : Math.max(...allowed);
}
