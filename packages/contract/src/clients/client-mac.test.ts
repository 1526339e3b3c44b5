import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayMac } from '../formats/network/mac.ts';
import { macSearchOf, macWithColons, storedMac } from './client-mac.ts';

const HEX = '0123456789abcdef'.split('');
const address = fc
  .array(fc.constantFrom(...HEX), { minLength: 12, maxLength: 12 })
  .map((all) => all.join(''));
const pairs = (digits: string, separator: string) => (digits.match(/.{1,2}/g) ?? []).join(separator);

/** Notations of equipment vendors. */
const NOTATIONS: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  (digits) => pairs(digits, ':'),
  (digits) => pairs(digits, '-'),
  (digits) => pairs(digits, ' '),
  (digits) => (digits.match(/.{4}/g) ?? []).join('.'),
  (digits) => (digits.match(/.{4}/g) ?? []).join('-'),
];
const notation = fc.constantFrom(...NOTATIONS);
const written = fc
  .tuple(address, notation, fc.boolean(), fc.constantFrom('', ' ', '\t'))
  .map(([digits, write, upper, around]) => {
    const text = upper ? write(digits).toUpperCase() : write(digits);
    return { digits, text: `${around}${text}${around}` };
  });

test('every notation of an address is the same stored address, and is found as a whole', () => {
  fc.assert(
    fc.property(written, ({ digits, text }) => {
      expect(storedMac(text)).toBe(pairs(digits, ':'));
      // Twelve decimal digits with dots between them are the notation of an address, too.
      expect(macSearchOf(text)).toEqual({ digits, isCertain: true });
    }),
  );
});

test('the displayed address is read back as the stored one', () => {
  fc.assert(
    fc.property(address, (digits) => {
      const stored = pairs(digits, ':');
      expect(displayMac(stored)).toMatch(/^[0-9A-F]{2}(?:-[0-9A-F]{2}){5}$/);
      expect(storedMac(displayMac(stored))).toBe(stored);
    }),
  );
});

test('the beginning of an address, with separators or without, is a beginning of the stored address', () => {
  fc.assert(
    fc.property(
      address,
      fc.integer({ min: 3, max: 11 }),
      fc.constantFrom(':', '-', ''),
      (digits, length, separator) => {
        const start = digits.slice(0, length);
        const search = macSearchOf(pairs(start, separator));
        expect(search?.digits).toBe(start);
        expect(pairs(digits, ':').startsWith(macWithColons(start))).toBe(true);
        expect(search?.isCertain).toBe(separator === ':' || length >= 6);
      },
    ),
  );
});

test('texts with other characters are no address', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const search = macSearchOf(text);
      const plain = text
        .trim()
        .toLowerCase()
        .replaceAll(/[\s:.-]/g, '');
      if (!/^[0-9a-f]{1,12}$/.test(plain)) expect(search).toBeNull();
      else if (search !== null) expect(search.digits).toBe(plain);
    }),
  );
});

test.each([
  ['10.0.0.12', null],
  ['192.168.100.100', null],
  ['laptop', null],
  ['', null],
  ['02:00:00:00:00:00:00', null],
  ['cafe', { digits: 'cafe', isCertain: false }],
  ['ad-01', { digits: 'ad01', isCertain: false }],
  [':11:22', { digits: '1122', isCertain: false }],
  ['02:1', { digits: '021', isCertain: true }],
  ['a483.e7', { digits: 'a483e7', isCertain: true }],
])('%s as a search text', (text, search) => {
  expect(macSearchOf(text)).toEqual(search);
});
