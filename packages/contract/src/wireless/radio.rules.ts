import { z } from 'zod';
import { integerWithin } from '../fields.ts';
import { WIRELESS_LIMITS } from './wireless.limits.ts';

const channel = integerWithin(1, 233);

/** Settings of one band; omitted fields come from the level above, or are left to the device. */
export const radioInput = z
  .object({
    enabled: z.boolean('validation.required'),
    /** Automatic selection among `allowedChannels`, or among all when there are none. */
    channel: z.union([z.literal('auto'), channel]),
    allowedChannels: z.array(channel).max(64, 'validation.tooMany'),
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

/** Radio settings of a site, a device group or a device. */
export const radiosInput = z.object({
  bands: z.object({ '2G': radioInput, '5G': radioInput, '6G': radioInput }).partial(),
  /** Moves clients that can use them to the higher bands. */
  bandSteering: z.boolean('validation.required').optional(),
});
export type Radios = z.infer<typeof radiosInput>;
