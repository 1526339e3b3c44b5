import { testFormat } from '../testing/accept-reject.ts';
import { isTaxNumber } from './tax-number.ts';

testFormat('tax number', isTaxNumber, {
  accept: ['1'.repeat(15), '1'.repeat(17), '91110000MA00XXXXXX', 'A'.repeat(20), 'a1'.repeat(10)],
  reject: [
    '',
    '1',
    '1'.repeat(14),
    '1'.repeat(16),
    '1'.repeat(19),
    '1'.repeat(21),
    '91110000-MA00XXXXX',
    '91110000 MA00XXXXX',
    '中'.repeat(15),
    '１'.repeat(15),
    `${'1'.repeat(14)}_`,
    `${'1'.repeat(14)}А`,
  ],
});
