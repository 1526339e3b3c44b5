import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { isIntegerInRange } from './integer-in-range.ts';

testFormat('integer from -90 to 10', (text) => isIntegerInRange(text, -90, 10), {
  accept: ['-90', '-1', '0', '1', '10'],
  reject: [
    '',
    '-',
    '-91',
    '11',
    '-0',
    '+1',
    '01',
    '-01',
    '1.0',
    '1e1',
    '0x1',
    '--1',
    '−1',
    '１',
    '1-',
    'Infinity',
    '-Infinity',
    '9'.repeat(400),
  ],
});

test('agrees with the printed number', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (value, min, max) => {
      expect(isIntegerInRange(String(value), min, max)).toBe(min <= value && value <= max);
    }),
  );
});
