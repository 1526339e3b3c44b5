import { COUNTRIES } from '@airloom/contract/countries';
import { timeZoneOf, utcOffset } from '@airloom/contract/formats/text/time-zones';
import { type Language, YUYAN } from '@airloom/contract/languages';
import { perLanguage } from '../i18n/per-language.ts';

/** How languages name the time of a place: "hora de Los Ángeles". */
const TIME_OF: Readonly<Record<Language, RegExp>> = {
  en: /^(.+) Time$/,
  zh: /^(.+)时间$/,
  pl: /^czas: (.+)$/,
  es: /^hora de (.+)$/,
};

interface ZonePlace {
  readonly city: string;
  /** Where browsers name the country of a zone instead of its city. */
  readonly country?: string;
}

/** The city of a zone in a language, as far as browsers translate it; else as in the name of the zone. */
export const zonePlaceIn = perLanguage((language): ((zone: string) => ZonePlace) => {
  const regions = new Intl.DisplayNames(YUYAN[language], { type: 'region' });
  const countries = new Set(COUNTRIES.map(({ code }) => regions.of(code)));
  const known = new Map<string, ZonePlace>();

  function read(zone: string): ZonePlace {
    const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
    if (timeZoneOf(zone) === null) return { city };
    const parts = new Intl.DateTimeFormat(YUYAN[language], {
      timeZone: zone,
      timeZoneName: 'shortGeneric',
    }).formatToParts(0);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const place = TIME_OF[language].exec(name)?.[1];
    if (place === undefined || place === city) return { city };
    return countries.has(place) ? { city, country: place } : { city: place };
  }

  return (zone) => {
    const place = known.get(zone) ?? read(zone);
    known.set(zone, place);
    return place;
  };
});

/** `UTC−05:00`, with a true minus. */
export function shownOffset(minutes: number): string {
  return utcOffset(minutes).replace('-', '\u2212');
}
