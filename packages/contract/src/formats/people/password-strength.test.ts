import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['a', 1],
  ['12345678', 1],
  ['abcdefgh', 1],
  ['ABCDEFGH', 1],
  ['abcdEFGH', 2],
  ['aB', 2],
  ['123456789', 2],
  ['abcdefghijkl', 2],
  ['abcdefghijkL', 3],
  ['abcdefghijklm', 3],
  ['abcdefghijklmnop', 3],
  ['Abcdefghijklmnop', 4],
  ['abcdefghijklmnopq', 4],
  ['Abcdefghijklmnopq', 5],
  ['中'.repeat(17), 4],
  ['ａＢ', 1],
  ['éÉ', 1],
])('%j scores %i', (password, score) => {
  expect(passwordStrength(password)).toBe(score);
});

test('of a very long password', () => {
  expect(passwordStrength('a'.repeat(100_000))).toBe(4);
  expect(passwordStrength(`${'a'.repeat(100_000)}B`)).toBe(5);
});
