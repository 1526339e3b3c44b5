import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { isIpv4, isReservedIpv4 } from './ipv4.ts';

testFormat('IPv4', isIpv4, {
  accept: ['0.0.0.0', '1.2.3.4', '10.0.0.1', '192.168.1.254', '127.0.0.1', '255.255.255.255', '100.64.0.0'],
  reject: [
    '',
    '.',
    '...',
    '1',
    '1.2.3',
    '1.2.3.',
    '.1.2.3',
    '1..2.3',
    '1.2.3.4.',
    '.1.2.3.4',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.256.1.1',
    '1.1.256.1',
    '1.1.1.256',
    '999.999.999.999',
    '1.2.3.1000',
    '01.2.3.4',
    '1.2.3.04',
    '00.0.0.0',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '127.1',
    '-1.2.3.4',
    '+1.2.3.4',
    '1.2.3.4/24',
    '1.2.3.4:80',
    '1,2,3,4',
    '1。2。3。4',
    '１.2.3.4',
    '1.2.3.٤',
    '1. 2.3.4',
    '1.2.3.4\n5.6.7.8',
    'a.b.c.d',
    '1e1.2.3.4',
    '::ffff:1.2.3.4',
    'localhost',
  ],
});

const octet = fc.integer({ min: 0, max: 255 });

test('accepts four octets, and only four', () => {
  fc.assert(
    fc.property(fc.array(octet, { maxLength: 6 }), (octets) => {
      expect(isIpv4(octets.join('.'))).toBe(octets.length === 4);
    }),
  );
});

test('accepts four numbers exactly when each is under 256', () => {
  const part = fc.oneof(octet, fc.integer({ min: -300, max: 999 }));
  fc.assert(
    fc.property(fc.tuple(part, part, part, part), (parts) => {
      expect(isIpv4(parts.join('.'))).toBe(parts.every((value) => value >= 0 && value < 256));
    }),
  );
});

test.each([
  '0.0.0.0',
  '0.0.0.1',
  '0.255.255.255',
  '127.0.0.0',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.255.255',
  '224.0.0.0',
  '224.0.0.251',
  '239.255.255.255',
  '255.255.255.255',
])('%s is reserved', (address) => {
  expect(isReservedIpv4(address)).toBe(true);
});

test.each([
  '1.0.0.0',
  '10.0.0.1',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.16.0.1',
  '192.168.0.255',
  '223.255.255.255',
  '240.0.0.0',
  '255.255.255.254',
  '8.8.8.8',
])('%s is not reserved', (address) => {
  expect(isReservedIpv4(address)).toBe(false);
});

test.each(['', 'localhost', '127.1', '0127.0.0.1', '127.0.0.256', '127.0.0.1 '])(
  '%j is no address, so not a reserved one',
  (text) => {
    expect(isReservedIpv4(text)).toBe(false);
  },
);
