import type { BANDS } from '../devices/devices.model.ts';
import { WIRELESS_LIMITS } from './wireless.limits.ts';

type Band = (typeof BANDS)[number];

interface BandRule {
  readonly channels: readonly number[];
  /** Channels that must yield to radar. */
  readonly dfs: readonly number[];
  /** Radiated power, antenna gain included. */
  readonly maxDbm: number;
}

type Region = Readonly<Record<Band, BandRule | null>>;

function channels(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

const LOW_5 = channels(36, 48, 4);
const MIDDLE_5 = channels(52, 64, 4);
const UPPER_5 = channels(100, 144, 4);
const TOP_5 = channels(149, 165, 4);
const upTo = (last: number) => UPPER_5.filter((channel) => channel <= last);
/** 20 MHz channels of 5925–6425 MHz and of the whole band. */
const LOW_6 = channels(1, 93, 4);
const WHOLE_6 = channels(1, 233, 4);

const EUROPE: Region = {
  '2G': { channels: channels(1, 13, 1), dfs: [], maxDbm: 20 },
  '5G': {
    channels: [...LOW_5, ...MIDDLE_5, ...upTo(140)],
    dfs: [...MIDDLE_5, ...upTo(140)],
    maxDbm: 23,
  },
  '6G': { channels: LOW_6, dfs: [], maxDbm: 23 },
};

const AMERICA: Region = {
  '2G': { channels: channels(1, 11, 1), dfs: [], maxDbm: 30 },
  '5G': {
    channels: [...LOW_5, ...MIDDLE_5, ...UPPER_5, ...TOP_5],
    dfs: [...MIDDLE_5, ...UPPER_5],
    maxDbm: 30,
  },
  '6G': { channels: WHOLE_6, dfs: [], maxDbm: 30 },
};

const CHINA: Region = {
  '2G': { channels: channels(1, 13, 1), dfs: [], maxDbm: 20 },
  '5G': { channels: [...LOW_5, ...MIDDLE_5, ...TOP_5], dfs: MIDDLE_5, maxDbm: 23 },
  '6G': null,
};

const JAPAN: Region = {
  '2G': { channels: channels(1, 13, 1), dfs: [], maxDbm: 20 },
  '5G': { channels: [...LOW_5, ...MIDDLE_5, ...UPPER_5], dfs: [...MIDDLE_5, ...UPPER_5], maxDbm: 23 },
  '6G': { channels: LOW_6, dfs: [], maxDbm: 23 },
};

/** What is allowed almost everywhere. */
const ELSEWHERE: Region = {
  '2G': { channels: channels(1, 11, 1), dfs: [], maxDbm: 20 },
  '5G': { channels: LOW_5, dfs: [], maxDbm: 20 },
  '6G': null,
};

const REGIONS: readonly (readonly [Region, string])[] = [
  [
    EUROPE,
    'AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM VA',
  ],
  [AMERICA, 'US CA PR'],
  [CHINA, 'CN'],
  [JAPAN, 'JP'],
];

const BY_COUNTRY = new Map(
  REGIONS.flatMap(([region, countries]) => countries.split(' ').map((country) => [country, region] as const)),
);

/** Rules of a band in a country; null where the band may not be used. Devices enforce their own rules besides. */
export function bandRule(country: string, band: Band): BandRule | null {
  return (BY_COUNTRY.get(country) ?? ELSEWHERE)[band];
}

const REGION_RULES = [ELSEWHERE, ...REGIONS.map(([region]) => region)];

/** Channels of a band in a country; null: in any country. */
export function channelsIn(country: string | null, band: Band): readonly number[] {
  if (country !== null) return bandRule(country, band)?.channels ?? [];
  return [...new Set(REGION_RULES.flatMap((region) => region[band]?.channels ?? []))];
}

/** Highest radiated power of a band in a country; null: in any country. */
export function maxDbmIn(country: string | null, band: Band): number {
  if (country !== null) return bandRule(country, band)?.maxDbm ?? WIRELESS_LIMITS.powerMaxDbm;
  return Math.max(...REGION_RULES.map((region) => region[band]?.maxDbm ?? 0));
}
