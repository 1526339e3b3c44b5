import { expect, test } from 'vitest';
import { isSubnetMask, networkAddress, prefixLength } from './subnet-mask.ts';

test.each([
  ['255.255.255.0', 24],
  ['255.255.255.255', 32],
  ['255.254.0.0', 15],
  ['0.0.0.0', 0],
  ['255.0.255.0', null],
  ['0.255.255.255', null],
  ['255.255.255', null],
  ['', null],
])('%s has a prefix of %s', (mask, length) => {
  expect(prefixLength(mask)).toBe(length);
  expect(isSubnetMask(mask)).toBe(length !== null);
});

test.each([
  ['192.0.2.77', '255.255.255.0', '192.0.2.0'],
  ['10.77.3.9', '255.240.0.0', '10.64.0.0'],
  ['10.1.2.3', '0.0.0.0', '0.0.0.0'],
  ['255.1.2.3', '255.255.255.255', '255.1.2.3'],
])('%s with mask %s is in %s', (address, mask, network) => {
  expect(networkAddress(address, mask)).toBe(network);
});
