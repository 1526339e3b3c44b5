import { expect, test } from 'vitest';
import { isNear, pagesAround } from './windowed-pages.ts';

test.each([
  [0, 20, [1]],
  [0, 49, [1]],
  [30, 50, [1, 2]],
  [140, 160, [1, 2, 3]],
  [160, 180, [2, 3]],
  [990, 1010, [10, 11]],
])('rows %i to %i are on pages', (first, last, pages) => {
  expect(pagesAround(first, last, 100)).toEqual(pages);
});

test.each([
  ['at first', [], [7, 8], true],
  ['further down', [1, 2], [2, 3], true],
  ['past some', [1, 2], [4, 5], false],
  ['back to the top', [90, 91], [1], false],
])('%s', (_, before, next, near) => {
  expect(isNear(before, next)).toBe(near);
});
