import { timeZoneOf } from '@airloom/contract/formats/text/time-zones';
import { YUYAN } from '@airloom/contract/languages';
import { localTime } from '@airloom/contract/zone-time';
import { useLanguageStore } from '../i18n/i18n.ts';
import { perLanguage } from '../i18n/per-language.ts';

const zoneTimeIn = perLanguage((language) => {
  const clock = new Intl.DateTimeFormat(YUYAN[language], {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return (zone: string, now: number): string =>
    timeZoneOf(zone) === null ? '' : clock.format(localTime(zone, now));
});

/** The time of day, with the day of the week, at a moment in a site's zone; empty for a zone that is newer than the browser. */
export function useZoneTime(): (zone: string, now: number) => string {
  return zoneTimeIn(useLanguageStore((state) => state.language));
}
