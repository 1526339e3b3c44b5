import { testFormat } from '../testing/accept-reject.ts';
import { isPostcode } from './postcode.ts';

testFormat('postcode', isPostcode, {
  accept: ['100000', '000000', '999999', '012345'],
  reject: [
    '',
    '1',
    '12345',
    '1234567',
    '12-345',
    '12345a',
    '12 345',
    '１０００００',
    '٠١٢٣٤٥',
    '+12345',
    '1e5000',
    '-12345',
    '123.45',
  ],
});
