import { expect, it } from 'vitest';
import { clashes, rebased } from './merge-edits.ts';

interface Value {
  name: string;
  vlan: number | null;
  bands: readonly string[];
  hidden?: boolean;
}

const base: Value = { name: 'Guests', vlan: 10, bands: ['2G', '5G'] };

it('takes fields that were not changed from the newer value', () => {
  const mine = { ...base, vlan: 20 };
  const newer = { ...base, name: 'Visitors', bands: ['5G'] };
  expect(rebased(base, mine, newer)).toEqual({ name: 'Visitors', vlan: 20, bands: ['5G'] });
  expect(clashes(base, mine, newer)).toEqual([]);
});

it('names fields that both changed, and keeps one’s own value', () => {
  const mine = { ...base, vlan: 20, hidden: true };
  const newer = { ...base, vlan: 30, hidden: true };
  expect(clashes(base, mine, newer)).toEqual(['vlan']);
  expect(rebased(base, mine, newer)).toEqual({ ...base, vlan: 20, hidden: true });
});
