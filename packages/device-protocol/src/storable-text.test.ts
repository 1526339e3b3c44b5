import { expect, test } from 'vitest';
import { plainText, storableText } from './storable-text.ts';

test.each([
  ['plain', undefined, 'plain'],
  ['a\0b\0', undefined, 'ab'],
  ['half \ud83d', undefined, 'half \ufffd'],
  ['whole 🙂', undefined, 'whole 🙂'],
  ['abcdef', 3, 'abc'],
  ['\0\0abc', 3, 'abc'],
  ['ab🙂', 3, 'ab\ufffd'],
])('%j, at most %s', (text, max, kept) => {
  expect(storableText(text, max)).toBe(kept);
});

test.each([
  ['two\nlines', 'two lines'],
  ['c1\u0085control', 'c1 control'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['\u2066printer\u2069', 'printer'],
  ['مكتب 1', 'مكتب 1'],
])('%j in one line', (text, kept) => {
  expect(plainText(text, 100)).toBe(kept);
});
