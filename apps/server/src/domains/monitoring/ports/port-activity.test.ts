import { expect, test } from 'vitest';
import { activitiesOf } from './port-activity.ts';

const PORTS = ['Ethernet1', 'Ethernet2', 'Ethernet12'].map((name) => ({
  name,
  rxKbps: 1,
  txKbps: null,
  rxErrors: 7,
  txErrors: 1,
}));
const MAC = '38:ba:f8:11:25:38';
const QUIET = { changes: new Map<string, number>(), loops: [], sample: null };
const loopsOf = (...parts: Parameters<typeof activitiesOf>) =>
  activitiesOf(...parts).map(({ name, loop }) => [name, loop]);

test('a port with six link changes within an hour is flapping', () => {
  const changes = new Map([
    ['Ethernet1', 5],
    ['Ethernet2', 6],
  ]);
  const ports = activitiesOf(PORTS, [], { ...QUIET, changes });
  expect(ports.map(({ linkChanges, isFlapping }) => [linkChanges, isFlapping])).toEqual([
    [5, false],
    [6, true],
    [0, false],
  ]);
});

test('an address at two ports of a VLAN is the sign of a loop', () => {
  const table = [
    { port: 'Ethernet1', vlan: 10, macs: [MAC] },
    { port: 'Ethernet2', vlan: 10, macs: [MAC] },
  ];
  expect(loopsOf(PORTS, table, QUIET)).toEqual([
    ['Ethernet1', 'severalPorts'],
    ['Ethernet2', 'severalPorts'],
    ['Ethernet12', null],
  ]);
});

test('an address in two VLANs is not', () => {
  const table = [
    { port: 'Ethernet1', vlan: 10, macs: [MAC] },
    { port: 'Ethernet2', vlan: 20, macs: [MAC] },
  ];
  expect(loopsOf(PORTS, table, QUIET).every(([, loop]) => loop === null)).toBe(true);
});

test('a reported loop belongs to the port that is named, not to one with a longer name', () => {
  const reports = [
    { resource: '', text: 'loop detected on Ethernet1, port blocked' },
    { resource: 'ethernet2', text: 'Loop' },
  ];
  expect(loopsOf(PORTS, [], { ...QUIET, loops: reports })).toEqual([
    ['Ethernet1', 'reported'],
    ['Ethernet2', 'reported'],
    ['Ethernet12', null],
  ]);
});

test('counts addresses and VLANs of a port', () => {
  const table = [
    { port: 'Ethernet1', vlan: 20, macs: [MAC, '38:ba:f8:11:25:39'] },
    { port: 'Ethernet1', vlan: 10, macs: [MAC] },
  ];
  expect(activitiesOf(PORTS, table, QUIET)[0]).toMatchObject({ macs: 2, vlans: [10, 20] });
});

test('counts errors since the beginning of the hour, and from zero after a restart', () => {
  const sample = { Ethernet1: [0, 0, 5, 1], Ethernet2: [0, 0, 900, 900] } as const;
  const ports = activitiesOf(PORTS, [], { ...QUIET, sample });
  expect(ports.map(({ recentErrors }) => recentErrors)).toEqual([2, 8, 8]);
  expect(activitiesOf(PORTS, [], QUIET)[0]?.recentErrors).toBeNull();
});
