import { expect, test } from 'vitest';
import { pagesAround } from './windowed-pages.ts';

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
