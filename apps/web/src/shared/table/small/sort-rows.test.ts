import { expect, it } from 'vitest';
import { sortRows } from './sort-rows.ts';

const ROWS = [
  { name: 'ge10', speed: 1_000 },
  { name: 'ge2', speed: null },
  { name: 'ge1', speed: 100 },
];
const collator = new Intl.Collator('en', { numeric: true });
const names = (sort: string | undefined) =>
  sortRows(ROWS, sort, (row, field) => (field === 'speed' ? row.speed : row.name), collator).map(
    (row) => row.name,
  );

it('sorts names naturally, and numbers numerically', () => {
  expect(names('name')).toEqual(['ge1', 'ge2', 'ge10']);
  expect(names('-name')).toEqual(['ge10', 'ge2', 'ge1']);
});

it('keeps unknown values last in both directions', () => {
  expect(names('speed')).toEqual(['ge1', 'ge10', 'ge2']);
  expect(names('-speed')).toEqual(['ge10', 'ge1', 'ge2']);
});

it('keeps the sequence of the device without a sort', () => {
  expect(names(undefined)).toEqual(['ge10', 'ge2', 'ge1']);
});
