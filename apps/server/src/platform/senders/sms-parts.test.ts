import { describe, expect, it } from 'vitest';
import { partHeader, smsParts } from './sms-parts.ts';

function sizes(text: string): number[] {
  return smsParts(text).parts.map((part) => part.length);
}

describe('text messages in parts', () => {
  it.each([
    ['a'.repeat(160), [160]],
    ['a'.repeat(161), [153, 8]],
    ['a'.repeat(306), [153, 153]],
    // each of these takes two septets
    ['€'.repeat(80), [160]],
    ['€'.repeat(81), [152, 10]],
    [`a${'€'.repeat(80)}`, [153, 8]],
  ])('splits the default alphabet of %j between characters', (text, expected) => {
    expect(smsParts(text).coding).toBe(0);
    expect(sizes(text)).toEqual(expected);
  });

  it.each([
    ['码'.repeat(70), [140]],
    ['码'.repeat(71), [134, 8]],
    ['🙂'.repeat(35), [140]],
    ['🙂'.repeat(36), [132, 12]],
  ])('splits UCS-2 of %j between characters', (text, expected) => {
    const { coding, parts } = smsParts(text);
    expect(coding).toBe(8);
    expect(parts.map((part) => part.length)).toEqual(expected);
    expect(parts.map((part) => Buffer.from(part).swap16().toString('utf16le')).join('')).toBe(text);
  });

  it('refuses more parts than a phone can reassemble', () => {
    expect(smsParts('a'.repeat(153 * 255)).parts).toHaveLength(255);
    expect(() => smsParts('a'.repeat(153 * 255 + 1))).toThrow(RangeError);
  });

  it('numbers parts from one', () => {
    expect([...partHeader(0x1ff, 3, 0)]).toEqual([5, 0, 3, 0xff, 3, 1]);
  });
});
