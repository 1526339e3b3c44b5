import { describe, expect, test } from 'vitest';
import { runsVersion, versionKey } from './firmware-version.ts';

describe('the reported firmware is the version', () => {
  test.each([
    ['OpenWrt 23.05 / TIP-v4.2', 'OpenWrt 23.05 / TIP-v4.2'],
    ['OpenWrt 23.05 / TIP-v4.2', 'TIP-v4.2'],
    ['OpenWrt 23.05 / TIP-v4.2', 'v4.2'],
    ['OpenWrt 23.05 / TIP-v4.2', '4.2'],
    ['  openwrt  23.05 / tip-V4.2 ', 'TIP-v4.2'],
    ['TIP-v4.2-rc1', '4.2-rc1'],
    ['CAP-620 5.0.0', '5.0.0'],
    ['CAP-620 5.0.0', 'CAP-620 5.0.0'],
    ['two', 'two'],
  ])('%s runs %s', (firmware, version) => expect(runsVersion(firmware, version)).toBe(true));
});

describe('the reported firmware is another version', () => {
  test.each([
    ['OpenWrt 23.05 / TIP-v4.2', '23.05'],
    ['OpenWrt 23.05 / TIP-v4.2', 'OpenWrt 23.05'],
    ['OpenWrt 23.05 / TIP-v4.2', '4'],
    ['OpenWrt 23.05 / TIP-v4.2.1', '4.2'],
    ['OpenWrt 23.05 / TIP-v4.2-rc1', '4.2'],
    ['TIP-v4.2', 'OpenWrt 23.05 / TIP-v4.2'],
    ['CAP-620 15.0.0', '5.0.0'],
    ['CAP-620 5.0.0', 'CAP-620'],
    ['', ''],
    ['anything', ' '],
    ['CAP-620 ', ''],
  ])('%s does not run %s', (firmware, version) => expect(runsVersion(firmware, version)).toBe(false));
});

test('a version has one key in any notation', () => {
  expect(new Set(['TIP-v4.2', 'tip-4.2', 'v4.2', ' V4.2', '4.2'].map(versionKey))).toEqual(new Set(['4.2']));
  expect(versionKey('vanilla')).toBe('vanilla');
});
