import { expect, test } from 'vitest';
import { hasChinese } from './chinese.ts';

test.each(['中', '网络', 'a中b', '繁體', '〇', '𠮷', '㐀', '﨑', '日本'])('%j has Chinese', (text) => {
  expect(hasChinese(text)).toBe(true);
});

test.each([
  '',
  'abc',
  'ąęłżź',
  'ñ',
  '，。',
  '　',
  '１２',
  'ａ',
  'ひらがな',
  'カタカナ',
  '한국',
  '😀',
  'Ж',
  '\u3105',
])('%j has none', (text) => {
  expect(hasChinese(text)).toBe(false);
});

test('is found at the end of a very long text', () => {
  expect(hasChinese(`${'a'.repeat(100_000)}中`)).toBe(true);
  expect(hasChinese('a'.repeat(100_000))).toBe(false);
});
