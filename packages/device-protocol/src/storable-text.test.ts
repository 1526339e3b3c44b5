import { expect, test } from 'vitest';
import { storableText } from './storable-text.ts';

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
