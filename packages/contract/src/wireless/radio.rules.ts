import { z } from 'zod';
import { BANDS } from '../devices/devices.model.ts';
import { integerWithin } from '../fields.ts';
import { fitsWidth } from './channel-widths.ts';
import { channelsIn, maxDbmIn } from './regulatory.ts';
import { WIRELESS_LIMITS } from './wireless.limits.ts';

const channelNumber = integerWithin(1, 233);

/** Settings of one band; omitted fields come from the level above, or are left to the device. */
const radioInput = z
  .object({
    enabled: z.boolean('validation.required'),
    /** Automatic selection among `allowedChannels`, or among all where no level sets them. */
    channel: z.union([z.literal('auto'), channelNumber]),
    allowedChannels: z.array(channelNumber).max(64, 'validation.tooMany'),
    widthMhz: z.union(
      WIRELESS_LIMITS.channelWidthsMhz.map((width) => z.literal(width)),
      'validation.identifier',
    ),
    /** Null: as much as the country and the device allow. */
    powerDbm: integerWithin(WIRELESS_LIMITS.powerMinDbm, WIRELESS_LIMITS.powerMaxDbm).nullable(),
    minimumRateKbps: z
      .union(
        WIRELESS_LIMITS.minimumRatesKbps.map((rate) => z.literal(rate)),
        'validation.identifier',
      )
      .nullable(),
    clientsMax: integerWithin(1, WIRELESS_LIMITS.clientsPerRadioMax).nullable(),
  })
  .partial();
export type RadioValue = z.infer<typeof radioInput>;

type Band = (typeof BANDS)[number];

/** Rates of 802.11b, which the higher bands do not have. */
const ONLY_AT_2_4_GHZ: readonly number[] = [1_000, 2_000, 5_500, 11_000];

/** Minimum rates that can be chosen for a band. */
export function minimumRatesOf(band: Band) {
  const rates = WIRELESS_LIMITS.minimumRatesKbps;
  return band === '2G' ? rates : rates.filter((rate) => !ONLY_AT_2_4_GHZ.includes(rate));
}

interface Problem {
  readonly field: keyof RadioValue;
  readonly error: string;
}

/** Rules between the fields of one band; `country` null: those that hold in every country. */
function radioProblem(band: Band, value: RadioValue, country: string | null): Problem | null {
  const available = channelsIn(country, band);
  const { channel, allowedChannels, widthMhz, minimumRateKbps, powerDbm } = value;
  if (typeof channel === 'number' && !available.includes(channel))
    return { field: 'channel', error: 'validation.channel' };
  if (allowedChannels !== undefined) {
    if (new Set(allowedChannels).size < allowedChannels.length)
      return { field: 'allowedChannels', error: 'validation.duplicate' };
    if (!allowedChannels.every((one) => available.includes(one)))
      return { field: 'allowedChannels', error: 'validation.channel' };
    if (allowedChannels.length === 0 && typeof channel !== 'number')
      return { field: 'allowedChannels', error: 'validation.selectOne' };
  }
  const used = typeof channel === 'number' ? [channel] : (allowedChannels ?? available);
  if (widthMhz !== undefined && !used.some((one) => fitsWidth(available, band, one, widthMhz)))
    return { field: 'widthMhz', error: 'validation.channelWidth' };
  if (minimumRateKbps != null && !minimumRatesOf(band).includes(minimumRateKbps))
    return { field: 'minimumRateKbps', error: 'validation.minimumRate' };
  if (
    powerDbm != null &&
    powerDbm > maxDbmIn(country, band, typeof channel === 'number' ? channel : undefined)
  )
    return { field: 'powerDbm', error: 'validation.transmitPower' };
  return null;
}

interface RadiosProblem {
  /** In the value: `['bands', '5G', 'widthMhz']` */
  readonly path: readonly string[];
  readonly error: string;
}

/** What the radio settings of a place violate in its country. */
export function radiosProblems({ bands }: Radios, country: string | null): RadiosProblem[] {
  return BANDS.flatMap((band) => {
    const problem = radioProblem(band, bands[band] ?? {}, country);
    return problem === null ? [] : [{ path: ['bands', band, problem.field], error: problem.error }];
  });
}

const fields = z.object({
  bands: z.object({ '2G': radioInput, '5G': radioInput, '6G': radioInput }).partial(),
  /** Moves clients that can use them to the higher bands. */
  bandSteering: z.boolean('validation.required').optional(),
});
export type Radios = z.infer<typeof fields>;

/** Radio settings of a site, a device group or a device. */
export const radiosInput = radiosInputIn(null);

/** The same with the rules of a country. */
export function radiosInputIn(country: string | null) {
  return fields.check(({ value, issues }) => {
    for (const { path, error } of radiosProblems(value, country))
      issues.push({ code: 'custom', input: value, path: [...path], message: error });
  });
}
