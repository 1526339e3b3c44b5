import { expect, it } from 'vitest';
import { lookOf, type Port, shortSpeed, speedClass } from './port-look.ts';

const PORT: Port = {
  name: 'Ethernet1',
  uplink: false,
  linked: true,
  speedMbps: 1_000,
  fullDuplex: true,
  optical: false,
  traffic: { rxBytes: 0, txBytes: 0 },
  rxPackets: null,
  txPackets: null,
  rxErrors: 12,
  txErrors: 0,
  power: null,
};
const QUIET = {
  name: 'Ethernet1',
  rxKbps: null,
  txKbps: null,
  recentErrors: 0,
  linkChanges: 0,
  isFlapping: false,
  loop: null,
  macs: 0,
  vlans: [],
};

it('a disabled port has no speed, even with a link in the report', () => {
  expect(lookOf(PORT, true, QUIET)).toMatchObject({ state: 'disabled', speed: null });
  expect(lookOf(PORT, false, QUIET)).toMatchObject({ state: 'up', speed: 'gigabit' });
});

it('warns of recent errors only, not of those since the start of the device', () => {
  expect(lookOf(PORT, false, QUIET).warnings).toEqual([]);
  expect(lookOf(PORT, false, { ...QUIET, recentErrors: 1 }).warnings).toEqual(['errors']);
  expect(lookOf(PORT, false, undefined).warnings).toEqual([]);
});

it('warns of flapping and loops', () => {
  expect(lookOf(PORT, false, { ...QUIET, isFlapping: true, loop: 'reported' }).warnings).toEqual([
    'flapping',
    'loop',
  ]);
});

it('shows an overload as a fault of the power', () => {
  const overload: Port = { ...PORT, power: { state: 'overload', watts: 0 } };
  expect(lookOf(overload, false, QUIET).power).toBe('fault');
});

it('classifies and shortens speeds', () => {
  expect([10, 100, 1_000, 2_500, 10_000].map(speedClass)).toEqual([
    'slow',
    'slow',
    'gigabit',
    'fast',
    'fast',
  ]);
  expect([100, 1_000, 2_500, 10_000].map(shortSpeed)).toEqual(['100M', '1G', '2.5G', '10G']);
});
