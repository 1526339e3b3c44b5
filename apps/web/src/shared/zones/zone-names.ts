import { fixedOffset, timeZoneOf } from '@airloom/contract/formats/text/time-zones';
import { offsetMinutes } from '@airloom/contract/zone-time';
import { useTranslation } from 'react-i18next';
import { useLanguageStore } from '../i18n/i18n.ts';
import { browserTimeZone } from '../session/session-cookies.ts';
import { shownOffset, zonePlaceIn } from './zone-places.ts';

/** The zone of this browser, as sites store it. */
export function browserSiteZone(): string {
  return timeZoneOf(browserTimeZone()) ?? 'UTC';
}

interface ZoneNames {
  /** "Warsaw", or "UTC+01:00" for an offset. */
  place(zone: string): string;
  /** "Warsaw (UTC+01:00)", or "UTC+01:00, no daylight saving time". */
  full(zone: string, now: number): string;
}

export function useZoneNames(): ZoneNames {
  const { t } = useTranslation();
  const placeOf = zonePlaceIn(useLanguageStore((state) => state.language));
  function place(zone: string): string {
    const fixed = fixedOffset(zone);
    return fixed === null ? placeOf(zone).city : shownOffset(fixed);
  }
  return {
    place,
    full(zone, now) {
      if (fixedOffset(zone) !== null) return t('ui.timeZone.fixed', { offset: place(zone) });
      // A browser may be older than a zone.
      return timeZoneOf(zone) === null ? zone : `${place(zone)} (${shownOffset(offsetMinutes(zone, now))})`;
    },
  };
}
