import { expect, it } from 'vitest';
import { contestedFields, resolved, type Side } from './merge-edits.ts';

interface Value {
  name: string;
  vlan: number | null;
  bands: readonly string[];
  hidden?: boolean;
}

const base: Value = { name: 'Guests', vlan: 10, bands: ['2G', '5G'] };

/** Path, own value, other value and preselected side of each contested field. */
function summary<T extends object>(was: T, mine: T, theirs: T) {
  return contestedFields(was, mine, theirs).map(({ path, mine: own, theirs: other, side, byBoth }) => [
    path,
    own,
    other,
    byBoth ? `${side}, both` : side,
  ]);
}

it('preselects for each field the side that changed it', () => {
  const mine = { ...base, vlan: 20 };
  const theirs = { ...base, name: 'Visitors', bands: ['5G'] };
  expect(summary(base, mine, theirs)).toEqual([
    ['name', 'Guests', 'Visitors', 'theirs'],
    ['vlan', 20, 10, 'mine'],
    ['bands', ['2G', '5G'], ['5G'], 'theirs'],
  ]);
  expect(resolved(theirs, contestedFields(base, mine, theirs))).toEqual({
    name: 'Visitors',
    vlan: 20,
    bands: ['5G'],
  });
});

it('lists fields that both changed first, without those that both changed to the same value', () => {
  const mine = { ...base, name: 'Visitors', vlan: 20, hidden: true };
  const theirs = { ...base, vlan: 30, hidden: true };
  expect(summary(base, mine, theirs)).toEqual([
    ['vlan', 20, 30, 'mine, both'],
    ['name', 'Visitors', 'Guests', 'mine'],
  ]);
});

it.each<[Side, number]>([
  ['mine', 20],
  ['theirs', 30],
])('uses the chosen side of a field: %s', (side, vlan) => {
  const theirs = { ...base, vlan: 30 };
  const fields = contestedFields(base, { ...base, vlan: 20 }, theirs).map((one) => ({ ...one, side }));
  expect(resolved(theirs, fields)).toEqual({ ...base, vlan });
});

it('merges radios by band and setting', () => {
  const was = { bands: { '5G': { channel: 36, powerDbm: 20 } } };
  const mine = { bands: { '5G': { channel: 44, powerDbm: 20 } } };
  const theirs = { bands: { '2G': { channel: 1 }, '5G': { channel: 36, powerDbm: 12 } } };
  expect(summary<object>(was, mine, theirs)).toEqual([
    ['bands.5G.channel', 44, 36, 'mine'],
    ['bands.5G.powerDbm', 20, 12, 'theirs'],
    ['bands.2G.channel', undefined, 1, 'theirs'],
  ]);
  expect(resolved<object>(theirs, contestedFields<object>(was, mine, theirs))).toEqual({
    bands: { '2G': { channel: 1 }, '5G': { channel: 44, powerDbm: 12 } },
  });
});

it('removes a field that one reset, and a band without settings', () => {
  const was = { bands: { '5G': { channel: 36 } } };
  const theirs = { bands: { '5G': { channel: 40 } } };
  expect(resolved<object>(theirs, contestedFields<object>(was, { bands: {} }, theirs))).toEqual({
    bands: {},
  });
});
