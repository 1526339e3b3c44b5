import { expect, it } from 'vitest';
import { SHOWN_MAX, searchEntries } from './palette-search.ts';

const entries = [
  { id: '1', label: 'Old harbour', note: 'North' },
  { id: '2', label: 'Harbour', note: 'South' },
  { id: '3', label: 'Market', note: 'North harbour' },
];

it('puts what begins with the text before what contains it', () => {
  expect(searchEntries(entries, 'harb').map((entry) => entry.id)).toEqual(['2', '1', '3']);
});

it('wants every word, in the name or beside it', () => {
  expect(searchEntries(entries, 'north mar').map((entry) => entry.id)).toEqual(['3']);
});

it('shows no more of ten thousand than can be read', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `${index}`, label: `Site ${index}` }));
  expect(searchEntries(many, 'site')).toHaveLength(SHOWN_MAX);
  expect(searchEntries(many, '9999').map((entry) => entry.label)).toEqual(['Site 9999']);
});
