import { expect, it } from 'vitest';
import { clashes, continued, rebased } from './merge-edits.ts';

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

it('keeps all values of a deleted setting, except stored secrets, and rebases on a newer one', () => {
  const stored = { digest: '0123456789abcdef0123456789abcdef' };
  const mine = { ...base, vlan: 20, secret: stored };
  expect(continued({ ...base, secret: stored }, mine, null)).toEqual({ ...base, vlan: 20, secret: '' });
  expect(continued(base, { ...base, vlan: 20 }, { ...base, name: 'Visitors' })).toEqual({
    ...base,
    name: 'Visitors',
    vlan: 20,
  });
});
