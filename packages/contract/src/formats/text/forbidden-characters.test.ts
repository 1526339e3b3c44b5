import { expect, test } from 'vitest';
import { FORBIDDEN_CHARACTERS, hasForbiddenCharacters } from './forbidden-characters.ts';

const FORBIDDEN = ['@', '#', '$', '%', '^', '&', '*', '<', '>', "'", '"'];

test('the list matches the rules', () => {
  expect(FORBIDDEN_CHARACTERS.split('')).toEqual(FORBIDDEN);
});

test('of all ASCII characters exactly the listed ones are forbidden', () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  expect(ascii.filter(hasForbiddenCharacters).sort()).toEqual([...FORBIDDEN].sort());
});

test.each(FORBIDDEN)('%j is found inside a name', (character) => {
  expect(hasForbiddenCharacters(`lobby${character}2`)).toBe(true);
  expect(hasForbiddenCharacters(`line one\n${character}`)).toBe(true);
});

test.each(['', 'Lobby 2', '大厅', 'Łódź', 'a-b_c.d', '（）', '＠', '＜', '’', '“', '!()+,/:;=?[]{}|~`\\'])(
  '%j is allowed',
  (name) => {
    expect(hasForbiddenCharacters(name)).toBe(false);
  },
);
