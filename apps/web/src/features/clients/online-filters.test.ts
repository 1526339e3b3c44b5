import { expect, test } from 'vitest';
import { countOf, readFilters, shownOf } from './online-filters.ts';

test('passes the filters of the address to the call', () => {
  const nothing = { ssid: undefined, deviceUUID: undefined };
  expect(readFilters({})).toEqual(nothing);
  expect(readFilters({ show: '5G', ssid: 'Office' })).toEqual({ ...nothing, ssid: 'Office', band: '5G' });
  expect(readFilters({ show: 'wired' })).toEqual({ ...nothing, band: 'wired' });
  expect(readFilters({ show: 'weak' })).toEqual({ ...nothing, signalMost: -75 });
  expect(readFilters({ show: 'nonsense', deviceUUID: 'no id' })).toEqual(nothing);
  expect(shownOf('nonsense')).toBe('any');
});

test('returns the count of each filter, zero for an unused band', () => {
  const counts = {
    total: 9,
    weak: 2,
    bands: [
      { band: '5G' as const, terminals: 6 },
      { band: null, terminals: 3 },
    ],
    ssids: [],
  };
  const shown = (['any', '2G', '5G', '6G', 'wired', 'weak'] as const).map((one) => countOf(counts, one));
  expect(shown).toEqual([9, 0, 6, 0, 3, 2]);
});
