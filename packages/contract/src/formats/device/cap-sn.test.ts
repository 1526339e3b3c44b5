import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFormat } from '../testing/accept-reject.ts';
import { isCapSn } from './cap-sn.ts';

testFormat('CAP SN', isCapSn, {
  accept: [
    'WL012345A10112345Z',
    'WLABCDEFZC31ABCDEF',
    'WL000000MB29000000',
    'WLWLWLWLWA10WLWLWL',
    'WL0A1B2CK920000000',
    'WL000000A130000000',
  ],
  reject: [
    '',
    'WL',
    'WL012345A10112345',
    'WL012345A10112345ZZ',
    'wl012345A10112345Z',
    'Wl012345A10112345Z',
    'WL012345a10112345Z',
    'WL012345A10112345z',
    'LW012345A10112345Z',
    '0L012345A10112345Z',
    'WL012345110112345Z',
    'WL012345A00112345Z',
    'WL012345AD0112345Z',
    'WL012345Aa0112345Z',
    'WL012345A10012345Z',
    'WL012345A13212345Z',
    'WL012345A14012345Z',
    'WL012345A1A112345Z',
    'WL012345A11A12345Z',
    'WL01234-A10112345Z',
    'WL01234 A10112345Z',
    'WL012345A1011234-Z',
    'WL01234中A10112345Z',
    'ＷL012345A10112345Z',
    'WL01234５A10112345Z',
    'WL012345А10112345Z',
  ],
});

test('each position is checked on its own', () => {
  const base = 'WL012345A10112345Z';
  const allowed = [
    /W/,
    /L/,
    ...Array.from({ length: 6 }, () => /[A-Z0-9]/),
    /[A-Z]/,
    /[1-9ABC]/,
    /[0-3]/,
    /[0-9]/,
    ...Array.from({ length: 6 }, () => /[A-Z0-9]/),
  ];
  const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 17 }), printable, (position, character) => {
      const sn = base.slice(0, position) + character + base.slice(position + 1);
      const day = Number(sn.slice(10, 12));
      const fits = (allowed[position]?.test(character) ?? false) && day >= 1 && day <= 31;
      expect(isCapSn(sn)).toBe(fits);
    }),
    { numRuns: 2_000 },
  );
});
