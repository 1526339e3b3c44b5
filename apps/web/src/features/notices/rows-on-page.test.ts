import { expect, it } from 'vitest';
import { rowsOnPage } from './rows-on-page.ts';

const rows = ['Ada', 'Bob', 'Adam', 'Eve'];
const texts = (row: string) => [row];

it('returns the page of matching rows and their number', () => {
  expect(rowsOnPage(rows, { page: 2, size: 3, search: '' }, texts)).toEqual({ total: 4, rows: ['Eve'] });
  expect(rowsOnPage(rows, { page: 1, size: 3, search: ' aDA ' }, texts)).toEqual({
    total: 2,
    rows: ['Ada', 'Adam'],
  });
});
