import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { CHART_RANGES, deviceLogType, severity } from './telemetry.model.ts';

/** A window of the usual ones that ends now, or one of one's own, not longer than statistics may be. */
export const chartInput = z
  .object({
    deviceUUID: uuid,
    range: z.enum(CHART_RANGES).optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
  })
  .superRefine(({ range, from, to }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (range !== undefined) {
      if (from !== undefined || to !== undefined) refuse('range', 'validation.rangeOrInterval');
      return;
    }
    if (from === undefined || to === undefined) return refuse('range', 'validation.required');
    const length = Date.parse(to) - Date.parse(from);
    if (length <= 0) refuse('to', 'validation.endBeforeStart');
    else if (length > LIMITS.statistics.intervalMaxMs) refuse('to', 'validation.intervalTooLong');
  });

export const deviceLogFilters = z.object({
  deviceUUID: uuid.optional(),
  siteUUID: uuid.optional(),
  type: deviceLogType.optional(),
  /** This bad or worse. */
  severity: severity.optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
});
