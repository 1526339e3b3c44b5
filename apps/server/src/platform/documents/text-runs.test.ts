import { expect, test } from 'vitest';
import { drawable, type Face, runsOf, shortened, wrapped } from './text-runs.ts';

const face = (name: string, characters: RegExp): Face => ({
  name,
  has: (codePoint) => characters.test(String.fromCodePoint(codePoint)),
});
const LATIN = face('latin', /[ -~ĄąŻż…]/);
const CHINESE = face('chinese', /[\p{sc=Han}，□]/u);
const FACES: readonly [Face, ...Face[]] = [LATIN, CHINESE];
const inRuns = (text: string) => runsOf(text, FACES).map((run) => `${run.face.name}:${run.text}`);

test('draws each character in the first font that has it', () => {
  expect(inRuns('Żar 网络 AP-1')).toEqual(['latin:Żar ', 'chinese:网络', 'latin: AP-1']);
});

test('shows a box for characters that no font has', () => {
  expect(inRuns('a🦊b')).toEqual(['latin:a', 'chinese:□', 'latin:b']);
});

test.each([
  ['line\r\nbreaks\tand\u2028more', 'line breaks and more'],
  ['\u202Eexe.fdp\u200B', 'exe.fdp'],
  ['\uD800broken', '\uFFFDbroken'],
  [`z${'\u0336'.repeat(40)}a`, 'z\u0336\u0336a'],
  ['  a   b  ', 'a b'],
])('makes one harmless line of %j', (text, shown) => {
  expect(drawable(text)).toBe(shown);
});

test('cuts long texts', () => {
  expect(drawable('🦊'.repeat(10_000))).toBe(`${'🦊'.repeat(299)}…`);
});

const byLength = (text: string) => Array.from(text).length;

test('wraps at words, between Chinese characters, and inside of long words', () => {
  expect(wrapped('one two three', 8, 3, byLength)).toEqual(['one two', 'three']);
  expect(wrapped('无线接入点名称', 4, 3, byLength)).toEqual(['无线接入', '点名称']);
  expect(wrapped('abcdefghij', 4, 3, byLength)).toEqual(['abcd', 'efgh', 'ij']);
});

test('cuts what does not fit into the last line', () => {
  expect(wrapped('one two three four', 5, 2, byLength)).toEqual(['one', 'two…']);
  expect(shortened('access point', 7, byLength)).toBe('access…');
  expect(shortened('access', 7, byLength)).toBe('access');
});
