import { expect, test } from 'vitest';
import { ERRORS } from './errors.ts';

test('every error has a code of its own', () => {
  const codes = Object.values(ERRORS).map(({ code }) => code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});
