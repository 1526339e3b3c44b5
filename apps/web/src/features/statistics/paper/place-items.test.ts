import { expect, it } from 'vitest';
import { placeItems } from './place-items.ts';

const item = (height: number, withNext = false) => ({ height, withNext });
const heights = (pages: readonly (readonly { height: number }[])[]) =>
  pages.map((page) => page.map(({ height }) => height));

it('fills a page before the next one', () => {
  expect(heights(placeItems([item(40), item(60), item(1)], 100))).toEqual([[40, 60], [1]]);
});

it('keeps a head with its first row', () => {
  expect(heights(placeItems([item(80), item(15, true), item(6), item(7)], 100))).toEqual([[80], [15, 6, 7]]);
});

it('gives an oversized item its own page, and has no page without items', () => {
  expect(heights(placeItems([item(10), item(300), item(10)], 100))).toEqual([[10], [300], [10]]);
  expect(placeItems([], 100)).toEqual([]);
});

it('has one page without a height limit', () => {
  expect(placeItems([item(500), item(900)], Number.POSITIVE_INFINITY)).toHaveLength(1);
});
