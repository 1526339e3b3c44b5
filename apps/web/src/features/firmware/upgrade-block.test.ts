import { expect, it } from 'vitest';
import { upgradeBlock } from './upgrade-block.ts';

const ONLINE = { status: 'online', upgradeStatus: 'none' } as const;
const OFFLINE = { status: 'offline', upgradeStatus: 'none' } as const;
const UPGRADING = { status: 'offline', upgradeStatus: 'upgrading' } as const;

it('an offline device cannot be upgraded, nor one that is being upgraded', () => {
  expect(upgradeBlock([ONLINE])).toBeNull();
  expect(upgradeBlock([OFFLINE])).toBe('offline');
  expect(upgradeBlock([UPGRADING])).toBe('upgrading');
});

it('among others they are no obstacle', () => {
  expect(upgradeBlock([OFFLINE, ONLINE])).toBeNull();
  expect(upgradeBlock([OFFLINE, UPGRADING])).toBe('offline');
});
