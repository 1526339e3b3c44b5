import * as fc from 'fast-check';
import { test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { isPositiveInteger } from './positive-integer.ts';

testFormat('positive integer', isPositiveInteger, {
  accept: ['1', '9', '10', '100000000', '9'.repeat(400)],
  reject: [
    '',
    '0',
    '00',
    '01',
    '007',
    '-1',
    '+1',
    '1.0',
    '1.',
    '.5',
    '1e3',
    '0x10',
    '1,000',
    '1 000',
    '1_000',
    '１',
    '٣',
    '①',
    'Infinity',
    'NaN',
    '1n',
    '−1',
  ],
});

test('accepts every positive integer as JavaScript prints it', () => {
  fc.assert(fc.property(fc.maxSafeNat(), (value) => isPositiveInteger(String(value)) === value > 0));
});
