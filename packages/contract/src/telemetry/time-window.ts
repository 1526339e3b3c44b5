import { z } from 'zod';
import { queryFlag, timestamp } from '../fields.ts';
import { STATISTICS_LIMITS } from '../statistics/statistics.limits.ts';
import { CHART_RANGES } from './telemetry.model.ts';

const shape = {
  range: z.enum(CHART_RANGES).optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
  /** The window of the same length that ends where the given one begins. */
  previous: queryFlag.optional(),
};

export type TimeWindow = z.infer<z.ZodObject<typeof shape>>;

/** Input of a call about a time window: a usual range that ends now, or a custom one. */
export function timed<S extends z.ZodRawShape>(of: S) {
  return z.object({ ...of, ...shape }).check(({ value, issues }) => {
    const window = z.object(shape).safeParse(value);
    if (!window.success) return;
    for (const [field, message] of complaints(window.data)) {
      issues.push({ code: 'custom', path: [field], message, input: value });
    }
  });
}

function* complaints({ range, from, to }: TimeWindow): Generator<[keyof TimeWindow, string]> {
  if (range !== undefined) {
    if (from !== undefined || to !== undefined) yield ['range', 'validation.rangeOrInterval'];
  } else if (from === undefined || to === undefined) yield ['range', 'validation.required'];
  else {
    const length = Date.parse(to) - Date.parse(from);
    if (length <= 0) yield ['to', 'validation.endBeforeStart'];
    else if (length > STATISTICS_LIMITS.intervalMaxMs) yield ['to', 'validation.intervalTooLong'];
  }
}
