import type { Language } from '@airloom/contract/languages';
import { expect, it } from 'vitest';
import { dateLocale } from './date-locale.ts';
import { makeFormat } from './make-format.ts';

const AT = '2026-11-18T13:05:00.000Z';

it.each<[Language, string[], string]>([
  ['en', ['en-GB', 'en'], '18/11/2026, 13:05'],
  ['en', ['en-US'], '11/18/2026, 1:05 PM'],
  ['en', ['en'], '11/18/2026, 1:05 PM'],
  ['en', [], '11/18/2026, 1:05 PM'],
  ['en', ['de-DE', 'en-US'], '11/18/2026, 1:05 PM'],
  ['en', ['pl-PL', 'pl'], '18/11/2026, 13:05'],
  ['en', ['en-CA'], '2026-11-18, 1:05 p.m.'],
  ['pl', ['pl-PL'], '18.11.2026, 13:05'],
  ['pl', ['en-US'], '18.11.2026, 13:05'],
  ['es', ['es-ES'], '18/11/2026, 13:05'],
  ['zh', ['zh-CN'], '2026/11/18 13:05'],
  ['zh', ['en-GB'], '2026/11/18 13:05'],
  ['en', ['not a tag', 'en-GB'], '18/11/2026, 13:05'],
])('pages in %s in a browser of %j write %s', (language, browser, written) => {
  const shown = makeFormat(language, dateLocale(language, browser)).dateTime(AT, 'UTC');
  expect(shown.replaceAll(/\s/g, ' ')).toBe(written);
});
