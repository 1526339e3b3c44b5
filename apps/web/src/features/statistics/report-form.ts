import { LANGUAGES, type Language } from '@airloom/contract/languages';
import { MY_SHARES_UUID, type SiteTree } from '@airloom/contract/organizations/organizations.model';
import type { ScheduledReport } from '@airloom/contract/statistics/reports.calls';
import { reportInput, type StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { z } from 'zod';
import type { Place } from '../../shared/session/place.ts';
import { EVERYTHING } from '../../shared/session/scope-address.ts';

const { name, pages, rhythm, hour, timeZone, emails, enabled } = reportInput.shape;

/** Form fields: one place instead of two ids. */
export const reportForm = z.object({
  name,
  pages,
  place: z.string('validation.required').min(1, 'validation.required'),
  rhythm,
  hour,
  timeZone,
  language: z.enum(LANGUAGES),
  emails,
  enabled,
});

export type ReportForm = typeof reportForm;

interface Usual {
  page: StatisticsPage;
  place: Place;
  timeZone: string;
  language: Language;
  email: string;
}

/** Default values: this page and place, Mondays at seven local time, to the person. */
export function usualReport({ page, place, timeZone: zone, language, email }: Usual): z.input<ReportForm> {
  return {
    name: '',
    pages: [page],
    place: place.siteUUID ?? place.enterpriseUUID ?? EVERYTHING,
    rhythm: 'weekly',
    hour: 7,
    timeZone: zone,
    language,
    emails: email === '' ? [] : [email],
    enabled: true,
  };
}

export function formOf(report: ScheduledReport): z.input<ReportForm> {
  const { siteUUID, enterpriseUUID } = report;
  return {
    name: report.name,
    pages: report.pages,
    place: siteUUID ?? enterpriseUUID ?? EVERYTHING,
    rhythm: report.rhythm,
    hour: report.hour,
    timeZone: report.timeZone,
    language: report.language,
    emails: report.emails,
    enabled: report.enabled,
  };
}

/** Call input of the form. */
export function reportOf(
  { place, ...values }: z.output<ReportForm>,
  tree: SiteTree | undefined,
): z.input<typeof reportInput> {
  const isOrganization = tree?.trees.some(
    ({ enterpriseuuid }) => enterpriseuuid === place && enterpriseuuid !== MY_SHARES_UUID,
  );
  return {
    ...values,
    ...(place === EVERYTHING ? {} : isOrganization ? { enterpriseUUID: place } : { siteUUID: place }),
  };
}
