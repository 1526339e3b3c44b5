import { z } from 'zod';
import { integerWithin, requiredText } from '../fields.ts';
import { email } from '../identity/sign-in.rules.ts';
import { LANGUAGES } from '../languages.ts';
import { place } from '../place.ts';
import { timeZone } from '../time-zone.ts';
import { STATISTICS_LIMITS } from './statistics.limits.ts';

export const STATISTICS_PAGES = ['network', 'device', 'terminal', 'property'] as const;
export const statisticsPage = z.enum(STATISTICS_PAGES);
export type StatisticsPage = z.infer<typeof statisticsPage>;

export const REPORT_RHYTHMS = ['daily', 'weekly', 'monthly'] as const;

/** A scheduled report about the time since the previous one. */
export const reportInput = z.object({
  name: requiredText(STATISTICS_LIMITS.reportNameMax),
  pages: z
    .array(statisticsPage)
    .min(1, 'validation.required')
    .transform((pages) => STATISTICS_PAGES.filter((page) => pages.includes(page))),
  ...place,
  rhythm: z.enum(REPORT_RHYTHMS),
  /** Hour of the day at which it is sent, in `timeZone`. */
  hour: integerWithin(0, 23),
  timeZone,
  language: z.enum(LANGUAGES),
  emails: z
    .array(email)
    .min(1, 'validation.required')
    .max(STATISTICS_LIMITS.reportEmailsMax, 'validation.tooMany'),
  enabled: z.boolean().default(true),
});
export type ReportInput = z.output<typeof reportInput>;
