import { expect, it } from 'vitest';
import { firstFound, indexTree, visibleRows } from './tree-rows.ts';

const trees = [
  {
    enterpriseuuid: 'o1',
    enterprisename: 'Harbour Hotels',
    sites: [
      { siteuuid: 's1', sitename: 'Gdańsk' },
      { siteuuid: 's2', sitename: 'Sopot' },
    ],
  },
  { enterpriseuuid: 'o2', enterprisename: 'Schools', sites: [{ siteuuid: 's3', sitename: 'Sopot High' }] },
  { enterpriseuuid: 'o3', enterprisename: 'Empty', sites: [] },
];
const index = indexTree(trees);
const NONE = new Set<string>();

function ids(search: string, closed = NONE): string[] {
  return visibleRows(index, search, closed).map((row) => row.id);
}

it('shows every organization with its sites', () => {
  expect(ids('')).toEqual(['o1', 's1', 's2', 'o2', 's3', 'o3']);
});

it('hides the sites of a closed organization', () => {
  expect(ids('', new Set(['o1']))).toEqual(['o1', 'o2', 's3', 'o3']);
});

it('finds sites under their organizations, whatever the case, even in closed ones', () => {
  expect(ids(' SOPOT ', new Set(['o1']))).toEqual(['o1', 's2', 'o2', 's3']);
});

it('keeps all sites of an organization that matches itself', () => {
  expect(ids('harbour')).toEqual(['o1', 's1', 's2']);
});

it('shows nothing when nothing matches', () => {
  expect(ids('zzz')).toEqual([]);
});

function found(search: string) {
  const rows = visibleRows(index, search, NONE);
  return rows[firstFound(rows, search)]?.id;
}

it('lands on what was searched for, not on the organization that holds it', () => {
  expect(found('sopot')).toBe('s2');
  expect(found('sopot high')).toBe('s3');
  expect(found('school')).toBe('o2');
});
