import { z } from 'zod';
import { timeZoneOf } from './formats/text/time-zones.ts';

/** A place (`Europe/Warsaw`) or an offset (`UTC+08:00`), as the name under which it is stored. */
export const timeZone = z.string('validation.required').transform((value, context) => {
  const zone = timeZoneOf(value);
  if (zone !== null) return zone;
  context.addIssue({ code: 'custom', message: 'validation.timeZone' });
  return z.NEVER;
});
