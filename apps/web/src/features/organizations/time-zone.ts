import { timeZones } from '@airloom/contract/formats/text/time-zones';

/** The site time zone with the same current offset as this browser. */
export function browserSiteZone(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  return timeZones.find((zone) => zone.minutes === minutes)?.value ?? 'UTC+00:00';
}
