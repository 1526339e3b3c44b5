import { timeZones } from '@airloom/contract/formats/text/time-zones';

/** The site zone whose clocks show what this browser's do now. */
export function browserSiteZone(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  return timeZones.find((zone) => zone.minutes === minutes)?.value ?? 'UTC+00:00';
}
