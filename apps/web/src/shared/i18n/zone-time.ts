import { timeZoneMinutes } from '@airloom/contract/formats/time-zones';
import { YUYAN } from '@airloom/contract/languages';
import { useMemo } from 'react';
import { useLanguageStore } from './i18n.ts';

const MINUTE_MS = 60_000;

/** The time of day, with the day of the week, at a moment in a site's zone (`UTC+08:00`). */
export function useZoneTime(): (zone: string, now: number) => string {
  const language = useLanguageStore((state) => state.language);
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(YUYAN[language], {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    });
    return (zone, now) => clock.format(now + (timeZoneMinutes(zone) ?? 0) * MINUTE_MS);
  }, [language]);
}

/** `UTC-05:00` as people write it, with a true minus. */
export function zoneName(zone: string): string {
  return zone.replace('-', '\u2212');
}
