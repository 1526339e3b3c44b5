import { expect, it } from 'vitest';
import { openView, viewQuery } from './saved-view.ts';

const KNOWN = ['name', 'status', 'mac'];

it('brings back filters, sorting and columns', () => {
  const kept = viewQuery(new URLSearchParams('status=offline&sort=-name'), ['name', 'mac']);
  const { query, columns } = openView(kept, KNOWN);
  expect(query.toString()).toBe('status=offline&sort=-name');
  expect(columns).toEqual(['name', 'mac']);
});

it('leaves out columns the table no longer has', () => {
  expect(openView('columns=name,colour', KNOWN).columns).toEqual(['name']);
});

it('leaves the columns as they are when none of the kept ones is left', () => {
  expect(openView('columns=colour', KNOWN).columns).toBeNull();
  expect(openView('status=offline', KNOWN).columns).toBeNull();
});
