import { testFormat } from '../testing/accept-reject.ts';
import { isAlias } from './alias.ts';

testFormat('alias', isAlias, {
  accept: ['a', '_', '1a', 'a1', '123_', '_123', 'Ada_Lovelace', 'A'.repeat(20), `${'1'.repeat(19)}a`],
  reject: [
    '',
    '1',
    '0',
    '123456',
    '1'.repeat(20),
    'A'.repeat(21),
    'a b',
    'a-b',
    'a.b',
    '中文',
    'é',
    'ａ',
    '１a',
    '123１',
    'аda',
    '😀',
    "a'b",
  ],
});
