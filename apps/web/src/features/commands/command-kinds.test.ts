import { commandInput } from '@airloom/contract/commands/commands.rules';
import { expect, it } from 'vitest';
import type { OrderedDevice } from '../../shared/devices/device-orders.ts';
import {
  blockOf,
  blockOfAll,
  countBlocked,
  locateOrder,
  ORDERS,
  scriptOrder,
  traceOrder,
  wordFor,
} from './command-kinds.ts';

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
const AP: OrderedDevice = {
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
const OFFLINE: OrderedDevice = { ...AP, status: 'offline' };
const UPGRADING: OrderedDevice = { ...AP, upgradeStatus: 'upgrading' };
const SWITCH: OrderedDevice = { ...AP, kind: 'switch', radios: [] };
const THIN: OrderedDevice = { ...AP, managedBy: { deviceUUID: AP.deviceUUID, kind: 'ac', name: 'AC' } };

it('allows every command for an online device', () => {
  expect(ORDERS.map((order) => blockOf(AP, order)).filter((block) => block !== null)).toEqual([]);
});

it('blocks every command for an offline device, two of them with their own message', () => {
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

it('blocks commands that would interrupt an upgrade', () => {
  expect(ORDERS.filter((order) => blockOf(UPGRADING, order) === 'upgrading')).toEqual([
    'reboot',
    'reonline',
    'factoryReset',
  ]);
});

it('blocks scan, capture and locate for a switch', () => {
  const unsupported = ORDERS.filter((order) => blockOf(SWITCH, order) === 'unsupported');
  expect(unsupported).toEqual(['locate', 'wifiScan', 'trace']);
  expect(blockOf(SWITCH, 'reboot')).toBeNull();
});

it('blocks every command for a controller member, with that reason', () => {
  expect(ORDERS.filter((order) => blockOf(THIN, order) !== 'underController')).toEqual([]);
  expect(blockOfAll([THIN, AP], 'reboot')).toBeNull();
});

it('allows a command for several devices while one of them can receive it', () => {
  expect(blockOfAll([OFFLINE, AP], 'reboot')).toBeNull();
  expect(countBlocked([OFFLINE, AP, UPGRADING], 'reboot')).toBe(2);
  expect(blockOfAll([OFFLINE, UPGRADING], 'reboot')).toBe('offlineNotRebooted');
});

it('asks for the name of one device, or the number of several', () => {
  expect(wordFor([AP])).toBe('Lobby');
  expect(wordFor([AP, SWITCH])).toBe('2');
});

it('uses the form of each command', () => {
  expect([locateOrder, traceOrder, scriptOrder].map((order) => order.shape.name.value)).toEqual([
    'locate',
    'trace',
    'script',
  ]);
  expect(commandInput.options).toHaveLength(9);
});
