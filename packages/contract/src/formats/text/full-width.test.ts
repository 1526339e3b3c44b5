import { expect, test } from 'vitest';
import { hasFullWidth } from './full-width.ts';

test.each([
  '　',
  '，',
  '。',
  '「',
  '！',
  'Ａ',
  'ａ',
  '１',
  '～',
  '￥',
  'ひ',
  'カ',
  'ㄅ',
  '한',
  'a１b',
  'pass＠word1',
])('%j has a full-width character', (text) => {
  expect(hasFullWidth(text)).toBe(true);
});

test.each(['', 'abc', ' ', '!@#$%', 'ąęłżź', 'ñ', '¥', '…', '“”', '中', '😀', '\u2FFB', '\uFF00'])(
  '%j has none',
  (text) => {
    expect(hasFullWidth(text)).toBe(false);
  },
);
