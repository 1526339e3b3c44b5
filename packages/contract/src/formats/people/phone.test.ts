import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { formatPhone, isCountryCode, isPhoneNumber, parsePhone } from './phone.ts';

testFormat('phone number', isPhoneNumber, {
  accept: ['1234567', '600100200', '13800138000', '0123456789', '1'.repeat(18)],
  reject: [
    '',
    '123456',
    '1'.repeat(19),
    '+48600100200',
    '600 100 200',
    '600-100-200',
    '(600)100200',
    '600.100.200',
    '６００１００２００',
    '٦٠٠١٠٠٢٠٠',
    '60010020O',
    '1e10000',
    '-1234567',
    '600100200#1',
  ],
});

testFormat('country code', isCountryCode, {
  accept: ['1', '7', '48', '86', '34', '852', '1684'],
  reject: ['', '0', '00', '048', '0048', '+48', '12345', '4 8', '4-8', '４８', 'PL', '1.0'],
});

testFormat('stored phone', (text) => parsePhone(text) !== null, {
  accept: ['+48 600100200', '+86 13800138000', '+1 2025550123', '+34 612345678', '+1684 6331234'],
  reject: [
    '',
    '+',
    '+48',
    '+48 ',
    '48 600100200',
    '+48600100200',
    '+48  600100200',
    '+48 600 100 200',
    '+048 600100200',
    '++48 600100200',
    '+48 123456',
    `+48 ${'1'.repeat(19)}`,
    '+12345 600100200',
    '+48\u00A0600100200',
    '+４８ 600100200',
    '＋48 600100200',
    '0048 600100200',
  ],
});

test('parses into code and number', () => {
  expect(parsePhone('+48 600100200')).toEqual({ countryCode: '48', number: '600100200' });
});

function digits(min: number, max: number) {
  return fc.stringMatching(new RegExp(`^[1-9][0-9]{${min - 1},${max - 1}}$`));
}

test('a formatted phone is parsed back the same', () => {
  fc.assert(
    fc.property(digits(1, 4), digits(7, 18), (countryCode, number) => {
      expect(parsePhone(formatPhone({ countryCode, number }))).toEqual({ countryCode, number });
    }),
  );
});
