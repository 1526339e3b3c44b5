import { expect, it } from 'vitest';
import { statusCounts } from './status-counts.ts';

const counts = {
  kinds: [
    { kind: 'ap', total: 5, online: 3, offline: 1, partlyOffline: 0, neverConnected: 1 },
    { kind: 'ac', total: 2, online: 0, offline: 1, partlyOffline: 1, neverConnected: 0 },
  ],
  models: [],
  versions: [],
  virtual: 0,
  unclaimed: 9,
} satisfies Parameters<typeof statusCounts>[0];

it('sums all kinds, or returns one', () => {
  expect(statusCounts(counts, undefined)).toEqual({
    total: 7,
    online: 3,
    offline: 2,
    partlyOffline: 1,
    neverConnected: 1,
  });
  expect(statusCounts(counts, 'ac')).toEqual({
    total: 2,
    online: 0,
    offline: 1,
    partlyOffline: 1,
    neverConnected: 0,
  });
  expect(statusCounts(counts, 'smart').total).toBe(0);
});
