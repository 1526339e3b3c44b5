import type { DeviceKind } from './models.ts';
import { type Chance, hash } from './random.ts';

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

const LOCAL_UNICAST = 0x02;
/** Addresses per device: its own and those of the networks of its radios. */
const ADDRESSES_EACH = 16;

/** Addresses in a locally administered range of the seed, disjoint for devices and clients. */
export function deviceSerial(seed: number, index: number): string {
  return prefix(seed, 0) + hex(index * ADDRESSES_EACH, 6);
}

export function clientSerial(seed: number, index: number): string {
  return prefix(seed, 1) + hex(index, 6);
}

function prefix(seed: number, part: 0 | 1): string {
  const mixed = hash('addresses', seed);
  const first = (mixed & 0xfc) | LOCAL_UNICAST;
  return hex(first, 2) + hex((mixed >>> 8) & 0xff, 2) + hex(((mixed >>> 16) & 0xfe) | part, 2);
}

const NETWORKS_EACH = 4;

/** A radio has four addresses of the device; further networks differ in the first byte, as on real devices. */
export function bssidOf(serial: string, radio: number, network: number): string {
  const group = Math.floor(network / NETWORKS_EACH) * 4;
  const first = Number.parseInt(serial.slice(0, 2), 16) ^ group;
  const last =
    Number.parseInt(serial.slice(-2), 16) | (1 + radio * NETWORKS_EACH + (network % NETWORKS_EACH));
  return (hex(first, 2) + serial.slice(2, -2) + hex(last, 2)).replace(/..(?!$)/g, '$&:');
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.split('');
const MONTHS = '123456789ABC'.split('');
const SIGNS = LETTERS.concat('0123456789'.split(''));
const PREFIXES: Readonly<Record<DeviceKind, string>> = {
  ap: 'WL',
  ac: 'AC',
  gateway: 'GW',
  switch: 'SW',
  controller: 'IM',
  smart: 'SD',
};

/** 18 characters with the production date in the middle, in the format of cloud APs. */
export function serialNumber(kind: DeviceKind, chance: Chance): string {
  const signs = (count: number) => Array.from({ length: count }, () => chance.of(SIGNS)).join('');
  const day = String(chance.whole(1, 28)).padStart(2, '0');
  return `${PREFIXES[kind]}${signs(6)}${chance.of(LETTERS)}${chance.of(MONTHS)}${day}${signs(6)}`;
}
