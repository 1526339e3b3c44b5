import { expect, it } from 'vitest';
import { isOff } from './off-times.ts';

const MIDNIGHT = 24 * 60;

it('is off without a gap from an evening until the next morning', () => {
  const night = [
    { start: '22:00', end: '24:00' },
    { start: '00:00', end: '06:00' },
  ];
  const on = Array.from({ length: MIDNIGHT }, (_, minute) => minute).filter(
    (minute) => !isOff(night, minute),
  );
  expect([on[0], on.at(-1), on.length]).toEqual([6 * 60, 22 * 60 - 1, 16 * 60]);
});
