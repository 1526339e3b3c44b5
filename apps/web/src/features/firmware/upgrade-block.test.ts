import { expect, it } from 'vitest';
import { onlyAtATime, upgradeBlock } from './upgrade-block.ts';

const ONLINE = { status: 'online', upgradeStatus: 'none', managedBy: null } as const;
const OFFLINE = { ...ONLINE, status: 'offline' } as const;
const UPGRADING = { ...OFFLINE, upgradeStatus: 'upgrading' } as const;
const THIN = {
  ...ONLINE,
  managedBy: { deviceUUID: '018f0000-0000-7000-8000-000000000001', kind: 'ac', name: 'AC' },
} as const;

it('blocks upgrades of a device that is being upgraded, and of a controller member', () => {
  expect(upgradeBlock([ONLINE])).toBeNull();
  expect(upgradeBlock([UPGRADING])).toBe('upgrading');
  expect(upgradeBlock([THIN])).toBe('underController');
  expect(upgradeBlock([{ ...ONLINE, status: 'neverConnected' }])).toBe('neverConnected');
});

it('allows upgrades of several devices with such ones among them', () => {
  expect(upgradeBlock([THIN, UPGRADING, ONLINE])).toBeNull();
  expect(upgradeBlock([THIN, UPGRADING])).toBe('underController');
});

it('schedules the upgrade of a single offline device', () => {
  expect(upgradeBlock([OFFLINE])).toBeNull();
  expect(onlyAtATime([OFFLINE])).toBe(true);
  expect(onlyAtATime([ONLINE])).toBe(false);
  expect(onlyAtATime([OFFLINE, OFFLINE])).toBe(false);
  expect(onlyAtATime([])).toBe(false);
});
