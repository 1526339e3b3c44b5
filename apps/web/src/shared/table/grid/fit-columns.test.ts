import { expect, it } from 'vitest';
import { fitColumns, shownColumns } from './fit-columns.ts';

const text = (width: number) => ({ width, least: 88 });
const figure = (width: number) => ({ width, least: width });
const sum = (widths: readonly number[] | null) => (widths ?? []).reduce((total, width) => total + width, 0);

it('columns stay as they are while they fit', () => {
  expect(fitColumns([text(300), figure(120)], 420)).toBeNull();
});

it('columns are cut where the text is longest, and no further than needed', () => {
  const widths = fitColumns([text(300), text(100), figure(120)], 456);
  expect(widths?.[0]).toBeCloseTo(236, 0);
  expect(widths?.slice(1)).toEqual([100, 120]);
});

it('several long columns are cut to the same width', () => {
  const widths = fitColumns([text(300), text(280), text(90)], 490);
  expect(widths?.[0]).toBeCloseTo(200, 0);
  expect(widths?.[1]).toBeCloseTo(200, 0);
  expect(widths?.[2]).toBe(90);
});

it('figures are not cut, and no column below its least width', () => {
  const widths = fitColumns([text(300), figure(200), figure(150)], 400);
  expect(widths?.[0]).toBeCloseTo(88, 0);
  expect(widths?.slice(1)).toEqual([200, 150]);
  expect(sum(widths)).toBeGreaterThan(400);
});

it('the last columns that do not fit are left out, but some always stay', () => {
  expect(shownColumns([100, 100, 100], 300, 2)).toBe(3);
  expect(shownColumns([100, 100, 100], 299, 2)).toBe(2);
  expect(shownColumns([100, 100, 100], 50, 2)).toBe(2);
});
