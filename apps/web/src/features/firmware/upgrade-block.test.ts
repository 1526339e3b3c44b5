import { expect, it } from 'vitest';
import { onlyAtATime, upgradeBlock } from './upgrade-block.ts';

const ONLINE = { status: 'online', upgradeStatus: 'none', managedBy: null } as const;
const OFFLINE = { ...ONLINE, status: 'offline' } as const;
const UPGRADING = { ...OFFLINE, upgradeStatus: 'upgrading' } as const;
const THIN = {
  ...ONLINE,
  managedBy: { deviceUUID: '018f0000-0000-7000-8000-000000000001', kind: 'ac', name: 'AC' },
} as const;

it('neither one that is being upgraded nor one under a controller can be upgraded', () => {
  expect(upgradeBlock([ONLINE])).toBeNull();
  expect(upgradeBlock([UPGRADING])).toBe('upgrading');
  expect(upgradeBlock([THIN])).toBe('underController');
});

it('among others they are no obstacle', () => {
  expect(upgradeBlock([THIN, UPGRADING, ONLINE])).toBeNull();
  expect(upgradeBlock([THIN, UPGRADING])).toBe('underController');
});

it('an offline device alone is upgraded at a time', () => {
  expect(upgradeBlock([OFFLINE])).toBeNull();
  expect(onlyAtATime([OFFLINE])).toBe(true);
  expect(onlyAtATime([ONLINE])).toBe(false);
  expect(onlyAtATime([OFFLINE, OFFLINE])).toBe(false);
  expect(onlyAtATime([])).toBe(false);
});
