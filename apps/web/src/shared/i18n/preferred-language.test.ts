import { expect, it } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

it.each([
  ['en', ['zh-CN'], 'en'],
  ['en-US', [], 'en'],
  ['zh-CN', ['en'], 'zh'],
  ['pl', ['en'], 'pl'],
  ['es', ['en'], 'es'],
  ['de', ['en'], 'zh'],
  [null, ['en-GB', 'zh'], 'en'],
  [null, ['de-DE', 'pl-PL'], 'pl'],
  ['', ['es-MX'], 'es'],
  [null, ['de', 'fr'], 'zh'],
  [null, [], 'zh'],
] as const)('stored %o and browser %o give %s', (stored, browser, language) => {
  expect(preferredLanguage(stored, browser)).toBe(language);
});
