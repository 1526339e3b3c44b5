import { commandInput } from '@airloom/contract/commands/commands.rules';
import { expect, it } from 'vitest';
import type { ActionDevice } from '../../shared/devices/offered-actions.ts';
import {
  blockOf,
  blockOfAll,
  countBlocked,
  locateOrder,
  ORDERS,
  scriptOrder,
  traceOrder,
  wordFor,
} from './orders.ts';

const RADIO = {
  index: 0,
  band: '5G' as const,
  channel: 36,
  widthMhz: 80,
  txPower: 20,
  utilisationPercent: 3,
  noise: -95,
  clients: 0,
};
const AP: ActionDevice = {
  deviceUUID: '018f0000-0000-7000-8000-000000000001',
  kind: 'ap',
  name: 'Lobby',
  model: 'WLA-10',
  status: 'online',
  upgradeStatus: 'none',
  radios: [RADIO],
  managedBy: null,
  members: { total: 0, online: 0 },
};
const OFFLINE: ActionDevice = { ...AP, status: 'offline' };
const UPGRADING: ActionDevice = { ...AP, upgradeStatus: 'upgrading' };
const SWITCH: ActionDevice = { ...AP, kind: 'switch', radios: [] };
const THIN: ActionDevice = { ...AP, managedBy: { deviceUUID: AP.deviceUUID, kind: 'ac', name: 'AC' } };

it('an online device can be told anything', () => {
  expect(ORDERS.map((order) => blockOf(AP, order)).filter((block) => block !== null)).toEqual([]);
});

it('an offline device can be told nothing, and two orders say so in their own words', () => {
  expect(Object.fromEntries(ORDERS.map((order) => [order, blockOf(OFFLINE, order)]))).toEqual({
    reboot: 'offlineNotRebooted',
    reonline: 'offlineNotReonlined',
    locate: 'offline',
    requestState: 'offline',
    ping: 'offline',
    wifiScan: 'offline',
    trace: 'offline',
    script: 'offline',
    factoryReset: 'offline',
  });
});

it('nothing interrupts an upgrade', () => {
  expect(ORDERS.filter((order) => blockOf(UPGRADING, order) === 'upgrading')).toEqual([
    'reboot',
    'reonline',
    'factoryReset',
  ]);
});

it('a switch neither scans nor captures nor shows where it is', () => {
  const unsupported = ORDERS.filter((order) => blockOf(SWITCH, order) === 'unsupported');
  expect(unsupported).toEqual(['locate', 'wifiScan', 'trace']);
  expect(blockOf(SWITCH, 'reboot')).toBeNull();
});

it('what stands under a controller takes no orders, and says that this is why', () => {
  expect(ORDERS.filter((order) => blockOf(THIN, order) !== 'underController')).toEqual([]);
  expect(blockOfAll([THIN, AP], 'reboot')).toBeNull();
});

it('many are told while one of them can be', () => {
  expect(blockOfAll([OFFLINE, AP], 'reboot')).toBeNull();
  expect(countBlocked([OFFLINE, AP, UPGRADING], 'reboot')).toBe(2);
  expect(blockOfAll([OFFLINE, UPGRADING], 'reboot')).toBe('offlineNotRebooted');
});

it('asks for the name of one, and for the number of many', () => {
  expect(wordFor([AP])).toBe('Lobby');
  expect(wordFor([AP, SWITCH])).toBe('2');
});

it('each form is that of its order', () => {
  expect([locateOrder, traceOrder, scriptOrder].map((order) => order.shape.name.value)).toEqual([
    'locate',
    'trace',
    'script',
  ]);
  expect(commandInput.options).toHaveLength(9);
});
