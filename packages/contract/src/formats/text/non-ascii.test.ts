import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasNonAscii } from './non-ascii.ts';

test.each(['é', 'ł', '中', 'a１', '\u00A0', '\u0080', '\u200B', '😀', '\uD800', '—', '“'])(
  '%j has non-ASCII',
  (text) => {
    expect(hasNonAscii(text)).toBe(true);
  },
);

test.each(['', 'abc', ' ', '\0', '\n', '\x7F', '~!@#$%^&*()_+', '0'.repeat(1000)])('%j has none', (text) => {
  expect(hasNonAscii(text)).toBe(false);
});

/** Any text, halves of surrogate pairs included. */
const codeUnits = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));

test('is true exactly when a code unit is above 127', () => {
  fc.assert(
    fc.property(codeUnits, (text) => {
      expect(hasNonAscii(text)).toBe(text.split('').some((unit) => unit.charCodeAt(0) > 127));
    }),
  );
});
