import { type Band, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { RadioValue } from '@airloom/contract/wireless/radio.rules';
import { expect, test } from 'vitest';
import type { RadioAbility } from '../model.ts';
import { ABILITIES, SETTINGS } from '../testing/settings.ts';
import { compile } from './compile.ts';

const origin = { level: 'site', settingId: 'radios' } as const;

function compiled(band: Band, value: RadioValue, radio: Partial<RadioAbility> = {}) {
  const origins = Object.fromEntries(Object.keys(value).map((field) => [field, origin]));
  const { document, unsupported } = compile({
    kind: 'ap',
    base: { ...SETTINGS, country: 'PL' },
    abilities: { ...ABILITIES, radios: [{ bands: [band], channels: [], modes: [], ...radio }] },
    effective: { ...NO_SETTINGS, radios: { [band]: { value, origins } } },
    offNetworks: new Set(),
  });
  return {
    radio: document.radios?.[0],
    reasons: unsupported.map(({ reason, instead }) => [reason, instead]),
  };
}

test.each<[string, Band, RadioValue, number, (string | number)[][]]>([
  ['a fixed channel', '5G', { channel: 36, widthMhz: 160 }, 160, []],
  // Channel 144 is not allowed in Poland.
  ['a fixed channel at the end', '5G', { channel: 140, widthMhz: 80 }, 20, [['widthNotSupported', 20]]],
  ['a fixed channel without a width', '5G', { channel: 140 }, 20, []],
  ['allowed channels', '5G', { allowedChannels: [132, 136], widthMhz: 160 }, 40, [['widthNotSupported', 40]]],
  ['any channel', '2G', { widthMhz: 40 }, 40, []],
  ['any channel of 6 GHz', '6G', { widthMhz: 320 }, 320, []],
])('a radio gets a width that fits %s', (_, band, value, width, reasons) => {
  const result = compiled(band, value);
  expect(result.radio?.['channel-width']).toBe(width);
  expect(result.reasons).toEqual(reasons);
});
