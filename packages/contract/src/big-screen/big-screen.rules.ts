import { z } from 'zod';
import { integerWithin, requiredText } from '../fields.ts';
import { isAddressRange } from '../formats/network/address-range.ts';
import { place } from '../place.ts';
import { SCREEN_LINK_LIMITS } from './big-screen.limits.ts';

/** A link that opens the big screen of a place without a sign-in. */
export const screenLinkInput = z.object({
  name: requiredText(SCREEN_LINK_LIMITS.nameMax),
  ...place,
  validDays: integerWithin(SCREEN_LINK_LIMITS.validDaysMin, SCREEN_LINK_LIMITS.validDaysMax),
  /** Where displays may be; anywhere if it is empty. */
  addresses: z
    .array(
      z.string('validation.required').trim().toLowerCase().refine(isAddressRange, 'validation.addressRange'),
    )
    .max(SCREEN_LINK_LIMITS.addressesMax, 'validation.tooMany')
    .refine((ranges) => new Set(ranges).size === ranges.length, 'validation.duplicate')
    .default([]),
});
export type ScreenLinkInput = z.output<typeof screenLinkInput>;
