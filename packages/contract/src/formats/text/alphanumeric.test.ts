import { testFormat } from '../testing/accept-reject.ts';
import { isAlphanumeric } from './alphanumeric.ts';

testFormat('alphanumeric', isAlphanumeric, {
  accept: ['a', 'Z', '0', 'abcXYZ019', '000123', 'a'.repeat(500)],
  reject: [
    '',
    ' ',
    'a b',
    'a-b',
    'a_b',
    'a.b',
    'é',
    'ł',
    '中',
    'аbc',
    'ａ',
    '１',
    '٣',
    'a\u0301',
    'a😀',
    'a\0b',
    '²',
    'Ⅷ',
  ],
});
