import { expect, it } from 'vitest';
import { readParams, writeParams } from './table-params.ts';

const FILTERS = ['status'];

it('reads the parameters of the address', () => {
  const query = new URLSearchParams('page=3&size=50&search=a+b&sort=-name&status=sent&other=1');
  expect(readParams(query, '', FILTERS)).toEqual({
    page: 3,
    size: 50,
    search: 'a b',
    sort: '-name',
    filters: { status: 'sent' },
  });
});

it.each(['page=0&size=7', 'page=-1&size=999', 'page=x&size=', 'page=1e3&size=20.5', ''])(
  'takes nonsense (%s) as the beginning',
  (text) => {
    expect(readParams(new URLSearchParams(text), '', FILTERS)).toMatchObject({
      page: 1,
      size: 20,
      filters: {},
    });
  },
);

it('writes only what differs from the beginning, and leaves what belongs to others', () => {
  const before = new URLSearchParams('tab=people&page=4&search=old&status=sent');
  const after = writeParams(before, '', FILTERS, {
    page: 1,
    size: 20,
    search: '',
    sort: 'name',
    filters: {},
  });
  expect(after.toString()).toBe('tab=people&sort=name');
});

it('keeps two tables of one page apart', () => {
  const query = new URLSearchParams('page=2&inv.page=5');
  expect(readParams(query, 'inv.', FILTERS).page).toBe(5);
  const next = writeParams(query, 'inv.', FILTERS, { ...readParams(query, 'inv.', FILTERS), page: 6 });
  expect(next.toString()).toBe('page=2&inv.page=6');
});
