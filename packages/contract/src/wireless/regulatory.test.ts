import { expect, test } from 'vitest';
import { BANDS } from '../devices/devices.model.ts';
import { bandRule, channelsIn } from './regulatory.ts';
import { REGULATORY_TABLE } from './regulatory-table.ts';
import { WIRELESS_LIMITS } from './wireless.limits.ts';

const LINES = REGULATORY_TABLE.trim().split('\n');
const COUNTRIES = LINES.flatMap((line) => line.split(' | ')[3]?.split(' ') ?? []);

test('every country is named once', () => {
  expect(COUNTRIES.filter((country) => !/^[A-Z]{2}$/.test(country))).toEqual([]);
  expect(new Set(COUNTRIES).size).toBe(COUNTRIES.length);
  expect(LINES.filter((line) => line.split(' | ').length !== 4)).toEqual([]);
});

test.each(COUNTRIES)('%s has channels of the band plan, with a power that can be set', (country) => {
  const possible = { '2G': /^([1-9]|1[0-3])$/, '5G': /^(3[6-9]|[4-9]\d|1[0-6]\d)$/, '6G': /^\d+$/ };
  for (const band of BANDS)
    for (const [channel, dbm] of bandRule(country, band)?.dbm ?? []) {
      expect(String(channel)).toMatch(possible[band]);
      expect(channelsIn(null, band)).toContain(channel);
      expect(dbm).toBeGreaterThanOrEqual(WIRELESS_LIMITS.powerMinDbm);
      expect(dbm).toBeLessThanOrEqual(WIRELESS_LIMITS.powerMaxDbm);
    }
});
