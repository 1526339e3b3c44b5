import { describe, expect, test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { checkSn, isDeviceSn } from './sn.ts';

describe('SN check', () => {
  test.each(['A', '0', 'abc123', 'WL012345A10100001', 'A'.repeat(18), '0'.repeat(18)])(
    '%j is valid',
    (sn) => {
      expect(checkSn(sn)).toBe('valid');
    },
  );

  test.each([
    '',
    ' ',
    'A B',
    'A-B',
    'A_B',
    'A.B',
    '中',
    'Ａ',
    '１',
    'А1',
    'A\n',
    ' A',
    'A\0',
    `${'A'.repeat(30)}-`,
    'é',
    '😀',
  ])('%j is error 1', (sn) => {
    expect(checkSn(sn)).toBe('error1');
  });

  test.each(['A'.repeat(19), '1'.repeat(30)])('%j is error 2', (sn) => {
    expect(checkSn(sn)).toBe('error2');
  });

  test('a very long one is checked in linear time', () => {
    expect(checkSn('a1'.repeat(50_000))).toBe('error2');
    expect(checkSn(`${'a1'.repeat(50_000)}-`)).toBe('error1');
  });
});

testFormat('device SN', isDeviceSn, {
  accept: ['A', '0', '001122334455', 'WL012345A10100001', 'A'.repeat(30)],
  reject: ['', 'A'.repeat(31), 'A B', 'A-B', 'A_B', 'A#B', '中', 'Ａ1', 'А1', '１２'],
});
