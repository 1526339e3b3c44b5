import { commandInput } from '@airloom/contract/commands/commands.rules';
import { expect, it } from 'vitest';
import type { CommandDevice } from '../../shared/devices/device-commands.ts';
import {
  blockOf,
  blockOfAll,
  confirmationTextFor,
  countBlocked,
  locateCommand,
  SENDABLE_COMMANDS,
  scriptCommand,
  traceCommand,
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
const AP: CommandDevice = {
  deviceUUID: '018f0000-0000-7000-8000-000000000001',
  kind: 'ap',
  name: 'Lobby',
  model: 'WLA-10',
  status: 'online',
  upgradeStatus: 'none',
  radios: [RADIO],
  managedBy: null,
  members: { total: 0, online: 0, neverConnected: 0 },
};
const OFFLINE: CommandDevice = { ...AP, status: 'offline' };
const UPGRADING: CommandDevice = { ...AP, upgradeStatus: 'upgrading' };
const SWITCH: CommandDevice = { ...AP, kind: 'switch', radios: [] };
const THIN: CommandDevice = { ...AP, managedBy: { deviceUUID: AP.deviceUUID, kind: 'ac', name: 'AC' } };

it('allows every command for an online device', () => {
  expect(SENDABLE_COMMANDS.map((command) => blockOf(AP, command)).filter((block) => block !== null)).toEqual(
    [],
  );
});

it('blocks every command for an offline device, two of them with their own message', () => {
  expect(
    Object.fromEntries(SENDABLE_COMMANDS.map((command) => [command, blockOf(OFFLINE, command)])),
  ).toEqual({
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

it('blocks every command for a device that never connected, with that reason', () => {
  const pending: CommandDevice = { ...AP, status: 'neverConnected' };
  expect(SENDABLE_COMMANDS.filter((command) => blockOf(pending, command) !== 'neverConnected')).toEqual([]);
  expect(blockOfAll([pending, AP], 'reboot')).toBeNull();
  expect(countBlocked([pending, AP], 'reboot')).toBe(1);
});

it('blocks commands that would interrupt an upgrade', () => {
  expect(SENDABLE_COMMANDS.filter((command) => blockOf(UPGRADING, command) === 'upgrading')).toEqual([
    'reboot',
    'reonline',
    'factoryReset',
  ]);
});

it('blocks scan, capture and locate for a switch', () => {
  const unsupported = SENDABLE_COMMANDS.filter((command) => blockOf(SWITCH, command) === 'unsupported');
  expect(unsupported).toEqual(['locate', 'wifiScan', 'trace']);
  expect(blockOf(SWITCH, 'reboot')).toBeNull();
});

it('blocks every command for a controller member, with that reason', () => {
  expect(SENDABLE_COMMANDS.filter((command) => blockOf(THIN, command) !== 'underController')).toEqual([]);
  expect(blockOfAll([THIN, AP], 'reboot')).toBeNull();
});

it('allows a command for several devices while one of them can receive it', () => {
  expect(blockOfAll([OFFLINE, AP], 'reboot')).toBeNull();
  expect(countBlocked([OFFLINE, AP, UPGRADING], 'reboot')).toBe(2);
  expect(blockOfAll([OFFLINE, UPGRADING], 'reboot')).toBe('offlineNotRebooted');
});

it('asks for the name of one device, or the number of several', () => {
  expect(confirmationTextFor([AP])).toBe('Lobby');
  expect(confirmationTextFor([AP, SWITCH])).toBe('2');
});

it('uses the form of each command', () => {
  expect([locateCommand, traceCommand, scriptCommand].map((command) => command.shape.name.value)).toEqual([
    'locate',
    'trace',
    'script',
  ]);
  expect(commandInput.options).toHaveLength(11);
});
