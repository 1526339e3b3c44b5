import { expect, test } from 'vitest';
import { ownAddress } from './device-address.ts';

test.each([
  [[], null],
  [['192.0.2.7'], '192.0.2.7'],
  [['2001:db8::7', '192.0.2.7', '192.0.2.8'], '192.0.2.7'],
  [['127.0.0.1', '169.254.3.4', '0.0.0.0', '10.0.0.2'], '10.0.0.2'],
  [['fe80::1', 'FE80::1%eth0', '::1', '::', '2001:db8::7'], '2001:db8::7'],
  [['febf::1', 'fec0::1'], 'fec0::1'],
  [['127.0.0.1', 'fe80::1', '::1'], null],
  [['none', '10.0.0', ''], null],
])('of %j', (reported, address) => {
  expect(ownAddress(reported)).toBe(address);
});
