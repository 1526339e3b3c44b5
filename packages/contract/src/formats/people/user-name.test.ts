import { testFormat } from '../testing/accept-reject.ts';
import { isUserName } from './user-name.ts';

testFormat('user name', isUserName, {
  accept: ['a', 'Z', '0', '_', 'ada_lovelace', '123456', '__', 'A'.repeat(16)],
  reject: [
    '',
    'A'.repeat(17),
    'a b',
    'a-b',
    'a.b',
    'a@b',
    'é',
    'łukasz',
    '中',
    'аda',
    'ａda',
    '１',
    '٣',
    'a\u0301',
    '😀',
    "a'b",
    'a＿b',
    '<a>',
  ],
});
