import { fixedOffset, timeZones, utcOffset } from '@airloom/contract/formats/text/time-zones';
import { type Language, YUYAN } from '@airloom/contract/languages';
import { offsetMinutes } from '@airloom/contract/zone-time';
import { zonePlaceIn } from './zone-places.ts';

export interface ZoneChoice {
  value: string;
  label: string;
  /** Texts by which it is found, in the form of `searched`. */
  search: string;
}

export interface ZoneGroup {
  minutes: number;
  /** The zone of the offset itself comes first. */
  options: ZoneChoice[];
}

/** Lower case without accents, with a plain minus. */
export function searched(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('\u2212', '-').trim().toLowerCase();
}

/** "UTC+01:00 UTC+1" */
function offsetTexts(minutes: number): string {
  const long = utcOffset(minutes);
  return `${long} ${long.replace(/(?<=[+-])0/, '').replace(':00', '')}`;
}

/** All zones by their current offset, from west to east, each group by name. */
export function zoneGroups(language: Language, now: number, fixedLabel: string): ZoneGroup[] {
  const placeOf = zonePlaceIn(language);
  const byName = new Intl.Collator(YUYAN[language]);
  const groups = Map.groupBy(timeZones(), (zone) => offsetMinutes(zone, now));
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([minutes, zones]) => {
      const offset = offsetTexts(minutes);
      const places = zones
        .filter((zone) => fixedOffset(zone) === null)
        .map((value): ZoneChoice => {
          const { city, country } = placeOf(value);
          const label = country === undefined ? city : `${city}, ${country}`;
          return { value, label, search: searched(`${label} ${value.replaceAll('_', ' ')} ${offset}`) };
        })
        .sort((a, b) => byName.compare(a.label, b.label));
      const fixed = zones
        .filter((zone) => fixedOffset(zone) !== null)
        .map((value) => ({ value, label: fixedLabel, search: searched(`${fixedLabel} ${value} ${offset}`) }));
      return { minutes, options: [...fixed, ...places] };
    });
}
