import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import { expect, it } from 'vitest';
import { rulePage } from './rule-page.ts';

function rule(name: string, type: AlarmRule['type'], updatedAt: string): AlarmRule {
  return {
    ruleUUID: `018f0000-0000-7000-8000-00000000000${name.length}`,
    name,
    shipped: null,
    type,
    kinds: [],
    levels: [],
    holdMinutes: 0,
    enabled: true,
    description: '',
    sites: [],
    modes: [],
    emails: [],
    phones: [],
    restTimes: [],
    holidays: [],
    repeat: 1,
    macs: [],
    openAlarms: 0,
    updatedAt,
  };
}

const RULES = [
  rule('Beta', 'highCpu', '2026-01-02T00:00:00.000Z'),
  rule('Alpha', 'portDown', '2026-01-03T00:00:00.000Z'),
  rule('', 'highCpu', '2026-01-01T00:00:00.000Z'),
];
const CALLED = {
  name: ({ name }: AlarmRule) => name || 'Shipped',
  type: ({ type }: AlarmRule) => (type === 'highCpu' ? 'Load' : 'Cable'),
};
const ASKED = { page: 1, size: 20, search: '' };

function names(asked: { search?: string; sort?: string }): string[] {
  return rulePage(RULES, { ...ASKED, sort: undefined, ...asked }, CALLED).rows.map((row) => row.name);
}

it('finds rules by what they are called on screen', () => {
  expect(names({ search: 'shipp' })).toEqual(['']);
  expect(names({ search: ' LOAD ' })).toEqual(['Beta', '']);
  expect(names({ search: 'nowhere' })).toEqual([]);
});

it('sorts by type unless told, both ways', () => {
  expect(names({})).toEqual(['Alpha', 'Beta', '']);
  expect(names({ sort: '-name' })).toEqual(['', 'Beta', 'Alpha']);
  expect(names({ sort: 'updatedAt' })).toEqual(['', 'Beta', 'Alpha']);
});

it('counts all and shows one page', () => {
  const page = rulePage(RULES, { ...ASKED, sort: undefined, page: 2, size: 2 }, CALLED);
  expect(page.total).toBe(3);
  expect(page.rows).toHaveLength(1);
});
