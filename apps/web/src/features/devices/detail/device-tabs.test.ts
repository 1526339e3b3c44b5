import { expect, it } from 'vitest';
import { tabsOf } from './device-tabs.ts';

const BARE: Omit<Parameters<typeof tabsOf>[0], 'kind'> = {
  status: 'online',
  radios: [],
  report: null,
  members: { total: 0, online: 0, neverConnected: 0 },
  abilities: null,
};

it('an access point has radios and neighbours', () => {
  expect(tabsOf({ ...BARE, kind: 'ap' })).toEqual([
    'overview',
    'radios',
    'clients',
    'neighbours',
    'events',
    'commands',
    'notes',
    'effective',
    'configuration',
  ]);
});

it('a switch has ports, a controller has members', () => {
  expect(tabsOf({ ...BARE, kind: 'switch' })).toContain('ports');
  expect(tabsOf({ ...BARE, kind: 'switch' })).not.toContain('radios');
  expect(tabsOf({ ...BARE, kind: 'switch' })).toContain('accessPoints');
  expect(tabsOf({ ...BARE, kind: 'gateway' })).not.toContain('accessPoints');
  expect(tabsOf({ ...BARE, kind: 'controller' })).toContain('members');
  expect(tabsOf({ ...BARE, kind: 'gateway' })).toEqual(expect.arrayContaining(['ports', 'members']));
});

it('shows tabs for all reported data', () => {
  expect(tabsOf({ ...BARE, kind: 'smart', members: { total: 2, online: 1, neverConnected: 0 } })).toContain(
    'members',
  );
  expect(tabsOf({ ...BARE, kind: 'smart' })).not.toContain('members');
});

it('shows no tabs for reported data of a device that never connected', () => {
  expect(tabsOf({ ...BARE, status: 'neverConnected', kind: 'ap' })).toEqual([
    'overview',
    'events',
    'commands',
    'notes',
    'effective',
    'configuration',
  ]);
});
