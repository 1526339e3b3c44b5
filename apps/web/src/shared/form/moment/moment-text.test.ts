import { describe, expect, it } from 'vitest';
import { type MomentKind, momentTexts, readMoment } from './moment-text.ts';

const LOCALES = ['en-GB', 'en-US', 'en-CA', 'en-AU', 'en-IN', 'zh-CN', 'zh-TW', 'pl-PL', 'es-ES', 'es-MX'];
const VALUES: readonly [MomentKind, string][] = [
  ['date', '2026-11-18'],
  ['date', '2028-02-29'],
  ['time', '00:00'],
  ['time', '12:05'],
  ['time', '23:59'],
  ['dateTime', '2026-03-04T00:30'],
  ['dateTime', '2026-12-31T12:00'],
  ['dateTime', '2026-12-31T13:05'],
];

describe.each(LOCALES)('in %s', (locale) => {
  const texts = momentTexts(locale);

  it.each(VALUES)('the text of a %s is read as the value it was written from: %s', (kind, value) => {
    expect(readMoment(texts.write(value, kind), kind, texts.order, true)).toBe(value);
    expect(readMoment(texts.write(value, kind), kind, texts.order, false)).toBe(value);
  });

  it.each(VALUES)('a %s is read as %s from its standard form', (kind, value) => {
    expect(readMoment(value, kind, texts.order, false)).toBe(value);
  });
});

it.each([
  ['en-GB', '00:00'],
  ['en-US', '12:00 AM'],
  ['pl-PL', '00:00'],
])('midnight in %s is written %s', (locale, written) => {
  expect(momentTexts(locale).write('00:00', 'time').replaceAll(/\s/g, ' ')).toBe(written);
});

it('day and month are read in the order of the region', () => {
  expect(momentTexts('en-US').order).toBe('monthFirst');
  expect(momentTexts('pl-PL').order).toBe('dayFirst');
  expect(readMoment('3/4/2026', 'date', 'monthFirst', true)).toBe('2026-03-04');
  expect(readMoment('3.4.2026', 'date', 'dayFirst', true)).toBe('2026-04-03');
});

it.each([
  ['2', '02:00'],
  ['830', null],
  ['0830', '08:30'],
  ['8.30', '08:30'],
  ['2pm', '14:00'],
  ['12 am', '00:00'],
  ['12:15 p.m.', '12:15'],
  ['下午3:20', '15:20'],
  ['13 pm', null],
  ['24:00', null],
  ['23:60', null],
  ['noon', null],
  ['', null],
])('the time %j is read as %s', (typed, value) => {
  expect(readMoment(typed, 'time', 'dayFirst', true)).toBe(value);
});

it.each(['31.02.2026', '2026-13-01', '18.11', '18.11.26', 'tomorrow', '18.11.2026 25:00', '18.11.2026 x'])(
  '%s is no time of a day',
  (typed) => {
    expect(readMoment(typed, 'dateTime', 'dayFirst', true)).toBeNull();
  },
);

it('a text that may go on is read once nothing more is typed', () => {
  expect(readMoment('1', 'time', 'dayFirst', false)).toBeNull();
  expect(readMoment('18.11.2026', 'dateTime', 'dayFirst', false)).toBeNull();
  expect(readMoment('18.11.2026 1', 'dateTime', 'dayFirst', false)).toBeNull();
  expect(readMoment('18.11.2026', 'dateTime', 'dayFirst', true)).toBe('2026-11-18T00:00');
  expect(readMoment('18.11.2026 9', 'dateTime', 'dayFirst', true)).toBe('2026-11-18T09:00');
});
