import { expect, it } from 'vitest';
import { endInField, endOfField } from './off-time-field.ts';

it('takes midnight as the end of the day', () => {
  expect(endOfField('00:00')).toBe('24:00');
  expect(endInField('24:00')).toBe('00:00');
});

it.each(['06:30', '23:59', ''])('keeps %j', (text) => {
  expect([endInField(text), endOfField(text)]).toEqual([text, text]);
});
