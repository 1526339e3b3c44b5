import { expect, test } from 'vitest';
import { z } from 'zod';
import { integerWithin, numberWithin, requiredText, text } from './fields.ts';

test.each([
  ['below', 0],
  ['above', 4095],
])('a whole number %s its range is refused with both bounds', (_, value) => {
  const { error } = integerWithin(1, 4094).safeParse(value);
  expect(error?.issues).toMatchObject([
    { message: 'validation.range', params: { minimum: 1, maximum: 4094 } },
  ]);
});

test('the bounds themselves and decimal places are accepted', () => {
  for (const value of [-90, 12.5, 90]) expect(numberWithin(-90, 90).safeParse(value).success).toBe(true);
});

test('a fraction where a whole number is wanted is refused as such', () => {
  const { error } = integerWithin(1, 3).safeParse(1.5);
  expect(error?.issues[0]?.message).toBe('validation.integer');
});

test('the API description contains the range', () => {
  const { properties } = z.toJSONSchema(z.object({ vlan: integerWithin(1, 4094).nullable() }));
  expect(JSON.stringify(properties?.['vlan'])).toContain('"minimum":1,"maximum":4094');
});

test.each([
  ['e\u0301', 'é'],
  ['\u200bOff\u2060ice\ufeff', 'Office'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['\u202eecivres\u202c', 'ecivres'],
  ['Of\u200dfi\u200cce', 'Office'],
  ['\u200b \u200b', ''],
  // Here the joiners change what is displayed.
  ['👩\u200d💻 👩🏽\u200d💻 ❤️\u200d🔥', '👩\u200d💻 👩🏽\u200d💻 ❤️\u200d🔥'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
])('the text %j is stored as %j', (given, stored) => {
  expect(text(32).parse(given)).toBe(stored);
});

test('a required text of only invisible characters is refused', () => {
  expect(requiredText(32).safeParse('\u200b\u2060').error?.issues[0]?.message).toBe('validation.required');
});
