import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteLength } from './byte-length.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['\0\n\x7F', 3],
  ['中', 3],
  ['无线网络', 12],
  ['Lobby大厅', 11],
  ['，', 3],
  ['１', 3],
  ['é', 2],
  ['e\u0301', 3],
  ['łódź', 7],
  ['ñ', 2],
  ['€', 3],
  ['😀', 4],
  ['👨‍👩‍👧', 18],
  ['🇵🇱', 8],
  ['𠮷', 3],
  ['𠮷野家', 9],
  ['〇', 3],
  ['𠮷😀', 7],
  ['\uD83D', 3],
])('%j', (text, bytes) => {
  expect(byteLength(text)).toBe(bytes);
});

test('of a very long text', () => {
  expect(byteLength('中'.repeat(100_000))).toBe(300_000);
});

/** Any text, halves of surrogate pairs included. */
const codeUnits = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));

function everyday(text: string): string {
  return text.replaceAll(/\p{Script=Han}/gu, '中');
}

test('is the length of the UTF-8 encoding, except for rare Chinese characters', () => {
  const encoder = new TextEncoder();
  fc.assert(fc.property(codeUnits, (text) => byteLength(text) === encoder.encode(everyday(text)).length));
});
