import { expect, it } from 'vitest';
import { keysBetween, NOTHING_SELECTED, rowsOfKeys, selectedRows, togglePage } from './selection.ts';

const FIRST = new Map([
  ['a', 'a1'],
  ['b', 'b1'],
]);
const SECOND = new Map([['c', 'c1']]);

it('rows chosen on another page stay chosen', () => {
  const first = rowsOfKeys(['a'], FIRST, new Map());
  const both = rowsOfKeys(['a', 'c'], SECOND, first);
  expect([...both]).toEqual([
    ['a', 'a1'],
    ['c', 'c1'],
  ]);
});

it('rows of this page are as they are now', () => {
  const selection = { within: 'x', rows: FIRST };
  expect([...selectedRows(selection, 'x', new Map([['a', 'a2']])).values()]).toEqual(['a2', 'b1']);
});

it('other filters begin with nothing chosen', () => {
  expect(selectedRows({ within: 'x', rows: FIRST }, 'y', FIRST).size).toBe(0);
  expect(selectedRows(NOTHING_SELECTED, '', FIRST).size).toBe(0);
});

it('the box above all rows is about this page', () => {
  expect(togglePage(['a', 'c'], ['c', 'd'], true)).toEqual(['a', 'c', 'd']);
  expect(togglePage(['a', 'c'], ['c', 'd'], false)).toEqual(['a']);
});

it('a range goes from the row that was chosen last, up or down', () => {
  const keys = ['a', 'b', 'c', 'd'];
  expect(keysBetween(keys, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(keysBetween(keys, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(keysBetween(keys, 'c', 'c')).toEqual(['c']);
});

it('a range from a row that is gone is one row', () => {
  expect(keysBetween(['a', 'b'], 'z', 'b')).toEqual(['b']);
  expect(keysBetween(['a', 'b'], null, 'b')).toEqual(['b']);
});
