import { describe, expect, test } from 'vitest';
import { macOfSerial, serialOfMac, serialPartOf } from './serial.ts';

describe('a MAC address in any notation', () => {
  test.each([
    ['90-3C-B3-BB-1D-A8', '903cb3bb1da8'],
    ['90:3c:b3:bb:1d:a8', '903cb3bb1da8'],
    ['903cb3bb1da8', '903cb3bb1da8'],
    ['903c.b3bb.1da8', '903cb3bb1da8'],
    ['903C-B3BB-1DA8', '903cb3bb1da8'],
    ['  02-00-00-00-00-01 ', '020000000001'],
  ])('%s', (text, serial) => expect(serialOfMac(text)).toBe(serial));

  test.each([
    '',
    '90-3C-B3-BB-1D',
    '90-3C:B3-BB-1D-A8',
    '90-3C-B3-BB-1D-A8-00',
    '903cb3bb1dag',
    '9-03C-B3-BB-1D-A8',
    '00-00-00-00-00-00',
    'FF-FF-FF-FF-FF-FF',
    '01-00-5E-00-00-01',
  ])('%s is none', (text) => expect(serialOfMac(text)).toBeNull());
});

test('shows a serial as a MAC address', () => {
  expect(macOfSerial('903cb3bb1da8')).toBe('90-3C-B3-BB-1D-A8');
});

describe('part of a MAC address in a search', () => {
  test.each([
    ['90:3c', '903c'],
    ['90-3C-B3', '903cb3'],
    [':1d:a8', '1da8'],
    ['903c.b3', '903cb3'],
    ['90:3c:', '903c'],
  ])('%s', (text, digits) => expect(serialPartOf(text)).toBe(digits));

  test.each(['10.0.0.1', '192.168', 'lobby', '903cb3', 'ap-7x', ''])('%s is none', (text) =>
    expect(serialPartOf(text)).toBeNull(),
  );
});
