import { expect, it } from 'vitest';
import { SHOWN_MAX, searchEntries } from './palette-search.ts';

const entries = [
  { id: '1', label: 'Old harbour', note: 'North' },
  { id: '2', label: 'Harbour', note: 'South' },
  { id: '3', label: 'Market', note: 'North harbour' },
];

it('lists prefix matches first', () => {
  expect(searchEntries(entries, 'harb').map((entry) => entry.id)).toEqual(['2', '1', '3']);
});

it('requires every word in the name or its keywords', () => {
  expect(searchEntries(entries, 'north mar').map((entry) => entry.id)).toEqual(['3']);
});

it('limits the number of results', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `${index}`, label: `Site ${index}` }));
  expect(searchEntries(many, 'site')).toHaveLength(SHOWN_MAX);
  expect(searchEntries(many, '9999').map((entry) => entry.label)).toEqual(['Site 9999']);
});
