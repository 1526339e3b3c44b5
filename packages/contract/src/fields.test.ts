import { expect, test } from 'vitest';
import { z } from 'zod';
import { integerWithin, numberWithin } from './fields.ts';

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
