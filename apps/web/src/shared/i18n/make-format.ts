import { makeDuration } from '@airloom/contract/formats/figures/duration';
import type { Language } from '@airloom/contract/languages';
import { YUYAN } from '@airloom/contract/languages';
import { DAY, MINUTE } from '@airloom/contract/time';
import { localTime } from '@airloom/contract/zone-time';

const STEPS: readonly [limitMs: number, unitMs: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60 * MINUTE, MINUTE, 'minute'],
  [DAY, 60 * MINUTE, 'hour'],
  [30 * DAY, DAY, 'day'],
  [365 * DAY, 30 * DAY, 'month'],
  [Number.POSITIVE_INFINITY, 365 * DAY, 'year'],
];

const COUNT_MAX = 99;

/** Figures only: their order is that of the region. */
export const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
export const DATE_AND_TIME = { ...DATE, hour: 'numeric', minute: '2-digit' } as const;

export interface Format {
  number(value: number): string;
  /** Badge count, capped at 99+. */
  count(value: number): string;
  /** In the browser's time zone, or in a site's (`Europe/Warsaw`) on pages about that site. */
  dateTime(instant: string, zone?: string): string;
  date(instant: string, zone?: string): string;
  time(instant: string, zone?: string): string;
  /** "5 minutes ago"; under a minute, in words. */
  ago(instant: string, now: number): string;
  /** "3d 4h": the two largest units; under a minute, in seconds. */
  duration(seconds: number): string;
  regionName(country: string): string;
  list(items: readonly string[]): string;
}

/** `dates`: the locale of dates and times. */
export function makeFormat(language: Language, dates: string = YUYAN[language]): Format {
  const tag = YUYAN[language];
  const number = new Intl.NumberFormat(tag);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const regions = new Intl.DisplayNames(tag, { type: 'region' });
  const lists = new Intl.ListFormat(tag, { type: 'conjunction' });

  function shower(options: Intl.DateTimeFormatOptions): (instant: string, zone?: string) => string {
    const here = new Intl.DateTimeFormat(dates, options);
    const utc = new Intl.DateTimeFormat(dates, { ...options, timeZone: 'UTC' });
    return (instant, zone) =>
      zone === undefined
        ? here.format(new Date(instant))
        : utc.format(new Date(localTime(zone, Date.parse(instant))));
  }

  return {
    number: (value) => number.format(value),
    count: (value) => (value > COUNT_MAX ? `${number.format(COUNT_MAX)}+` : number.format(value)),
    dateTime: shower(DATE_AND_TIME),
    date: shower(DATE),
    time: shower({ timeStyle: 'short' }),
    ago(instant, now) {
      const distance = Date.parse(instant) - now;
      const size = Math.abs(distance);
      if (size < MINUTE) return relative.format(0, 'second');
      const step = STEPS.find(([limit]) => size < limit);
      if (step === undefined) return '';
      return relative.format(Math.trunc(distance / step[1]), step[2]);
    },
    duration: makeDuration(language),
    regionName: (country) => regions.of(country) ?? country,
    list: (items) => lists.format(items),
  };
}
