import { timeZoneMinutes } from '@airloom/contract/formats/text/time-zones';
import { YUYAN } from '@airloom/contract/languages';
import { MINUTE } from '@airloom/contract/time';
import { useLanguageStore } from './i18n.ts';
import { perLanguage } from './per-language.ts';

const zoneTimeIn = perLanguage((language) => {
  const clock = new Intl.DateTimeFormat(YUYAN[language], {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return (zone: string, now: number): string => clock.format(now + (timeZoneMinutes(zone) ?? 0) * MINUTE);
});

/** The time of day, with the day of the week, at a moment in a site's zone (`UTC+08:00`). */
export function useZoneTime(): (zone: string, now: number) => string {
  return zoneTimeIn(useLanguageStore((state) => state.language));
}

/** `UTC-05:00` as people write it, with a true minus. */
export function zoneName(zone: string): string {
  return zone.replace('-', '\u2212');
}
