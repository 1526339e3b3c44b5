import { COUNTRIES } from '@airloom/contract/countries';
import { timeZoneOf } from '@airloom/contract/formats/text/time-zones';

/** The zone with most inhabitants, of countries with several. */
const MOST_COMMON: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  ID: 'Asia/Jakarta',
  KZ: 'Asia/Almaty',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** Not in the type library: older browsers have neither. */
interface LocaleZones {
  getTimeZones?(): readonly string[] | undefined;
  timeZones?: readonly string[];
}

function zonesOf(country: string): readonly string[] {
  const locale: LocaleZones = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The zone of a country: that of the browser if it is one of them. Null where the browser knows none. */
export function zoneOfCountry(country: string, browserZone: string): string | null {
  const zones = zonesOf(country).flatMap((zone) => timeZoneOf(zone) ?? []);
  if (zones.includes(browserZone)) return browserZone;
  return timeZoneOf(MOST_COMMON[country] ?? '') ?? zones[0] ?? null;
}

/** The country in the languages of a browser, such as `pl-PL`; empty without one. */
export function countryOfLanguages(languages: readonly string[]): string {
  const regions = languages.map((language) => /^[a-z]+(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(language)?.[1]);
  return regions.find((region) => COUNTRIES.some(({ code }) => code === region)) ?? '';
}
