import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { colonMacOf, macOf, serialOf } from './identity.ts';

test.each([
  ['0200a1b2c3d4', '0200a1b2c3d4'],
  [' 0200A1B2C3D4\n', '0200a1b2c3d4'],
  ['02:00:A1:b2:c3:d4', '0200a1b2c3d4'],
  ['02-00-A1-B2-C3-D4', '0200a1b2c3d4'],
  ['0200.a1b2.c3d4', '0200a1b2c3d4'],
  ['', null],
  ['0200a1b2c3d', null],
  ['0200a1b2c3d4e', null],
  ['0200a1b2c3dg', null],
  ['０200a1b2c3d4', null],
  ['*', null],
])('%j is the serial %j', (text, serial) => {
  expect(serialOf(text)).toBe(serial);
});

test('a serial can be written in both notations and read back', () => {
  const serial = fc
    .uint8Array({ minLength: 6, maxLength: 6 })
    .map((bytes) => Buffer.from(bytes).toString('hex'));
  fc.assert(
    fc.property(serial, (given) => {
      expect(macOf(given)).toMatch(/^([0-9A-F]{2}-){5}[0-9A-F]{2}$/);
      expect(colonMacOf(given)).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/);
      expect([serialOf(macOf(given)), serialOf(colonMacOf(given))]).toEqual([given, given]);
    }),
  );
});
