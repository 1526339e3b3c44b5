import { expect, test } from 'vitest';
import { READABLE, randomCode, randomDigits } from './random-code.ts';

test('has the given length and letters', () => {
  expect(randomCode(READABLE, 25)).toMatch(/^[2-9A-HJ-NP-Z]{25}$/);
  expect(randomDigits(12)).toMatch(/^\d{12}$/);
});

test('uses every digit, and does not repeat codes', () => {
  const codes = Array.from({ length: 1_000 }, () => randomDigits(12));
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('')).size).toBe(10);
});
