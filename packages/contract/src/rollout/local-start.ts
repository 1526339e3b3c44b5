import { z } from 'zod';
import { integerWithin } from '../fields.ts';
import { isTime } from '../formats/text/time.ts';

export const LOCAL_START_LIMITS = {
  nightsMax: 14,
  nightsUsual: 3,
  /** Without an end: a site that could not begin this long after its time waits for the next night. */
  delayMaxHours: 2,
  /** How far ahead the date may be. */
  aheadMaxDays: 366,
  /** Names shown of the sites or devices of a group. */
  namesMax: 5,
} as const;

const clockTime = z.string('validation.required').refine(isTime, 'validation.time');

/** A date and time that are shown by the clocks of each site, so sites in different time zones start one after another. */
export const localStart = z
  .object({
    date: z.iso.date('validation.date'),
    time: clockTime,
    /** Devices that have not started by then wait for the next night; null: a site that has started continues without a limit. */
    until: clockTime.nullable().default(null),
    /** How many nights they are given. Without an end one night is enough. */
    nights: integerWithin(1, LOCAL_START_LIMITS.nightsMax).default(LOCAL_START_LIMITS.nightsUsual),
  })
  .refine(({ time, until }) => time !== until, { error: 'validation.windowEmpty', path: ['until'] });
export type LocalStart = z.output<typeof localStart>;
