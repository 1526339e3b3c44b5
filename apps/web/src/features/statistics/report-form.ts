import { isTimeZone, timeZoneMinutes, timeZones } from '@airloom/contract/formats/text/time-zones';
import { LANGUAGES, type Language } from '@airloom/contract/languages';
import { MY_SHARES_UUID, type SiteTree } from '@airloom/contract/organizations/organizations.model';
import type { ScheduledReport } from '@airloom/contract/statistics/reports.calls';
import { reportInput, type StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import { z } from 'zod';
import { EVERYTHING, type Place } from '../../shared/session/place.ts';

const { name, pages, rhythm, hour, emails, enabled } = reportInput.shape;

/** Form fields: one place instead of two ids, and a zone by name. */
export const reportForm = z.object({
  name,
  pages,
  place: z.string('validation.required').min(1, 'validation.required'),
  rhythm,
  hour,
  zone: z.string('validation.required').refine(isTimeZone, 'validation.timeZone'),
  language: z.enum(LANGUAGES),
  emails,
  enabled,
});

export type ReportForm = typeof reportForm;

/** `UTC+01:00` for 60; the default for an unknown zone. */
export function zoneOf(minutes: number): string {
  return timeZones.find((zone) => zone.minutes === minutes)?.value ?? 'UTC+00:00';
}

interface Usual {
  page: StatisticsPage;
  place: Place;
  zone: string;
  language: Language;
  email: string;
}

/** Default values: this page and place, Mondays at seven local time, to the person. */
export function usualReport({ page, place, zone, language, email }: Usual): z.input<ReportForm> {
  return {
    name: '',
    pages: [page],
    place: place.siteUUID ?? place.enterpriseUUID ?? EVERYTHING,
    rhythm: 'weekly',
    hour: 7,
    zone,
    language,
    emails: email === '' ? [] : [email],
    enabled: true,
  };
}

export function formOf(report: ScheduledReport): z.input<ReportForm> {
  const { siteUUID, enterpriseUUID, zoneMinutes } = report;
  return {
    name: report.name,
    pages: report.pages,
    place: siteUUID ?? enterpriseUUID ?? EVERYTHING,
    rhythm: report.rhythm,
    hour: report.hour,
    zone: zoneOf(zoneMinutes),
    language: report.language,
    emails: report.emails,
    enabled: report.enabled,
  };
}

/** Call input of the form. */
export function reportOf(
  { place, zone, ...values }: z.output<ReportForm>,
  tree: SiteTree | undefined,
): z.input<typeof reportInput> {
  const isOrganization = tree?.trees.some(
    ({ enterpriseuuid }) => enterpriseuuid === place && enterpriseuuid !== MY_SHARES_UUID,
  );
  return {
    ...values,
    ...(place === EVERYTHING ? {} : isOrganization ? { enterpriseUUID: place } : { siteUUID: place }),
    zoneMinutes: timeZoneMinutes(zone) ?? 0,
  };
}
