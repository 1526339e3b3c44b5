import { type Band, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import type { RadioValue } from '@airloom/contract/wireless/radio.rules';
import { expect, test } from 'vitest';
import type { RadioAbility } from '../model.ts';
import { ABILITIES, NETWORK, SETTINGS } from '../testing/settings.ts';
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

test.each(['CN', 'VE'])('a band that may not be used in %s is left out and reported', (country) => {
  const { document, unsupported } = compile({
    kind: 'ap',
    base: { ...SETTINGS, country },
    abilities: {
      ...ABILITIES,
      radios: (['5G', '6G'] as const).map((band) => ({ bands: [band], channels: [], modes: [] })),
    },
    effective: {
      ...NO_SETTINGS,
      networks: [{ id: 'office', value: { ...NETWORK, bands: ['5G', '6G'] }, origin, overridden: {} }],
      radios: { '6G': { value: { widthMhz: 80 }, origins: { widthMhz: origin } } },
    },
    offNetworks: new Set(),
  });
  expect(document.radios?.map(({ band }) => band)).toEqual(['5G']);
  const onAir = document.interfaces.flatMap(({ ssids = [] }) => ssids);
  expect(onAir.map((ssid) => ssid['wifi-bands'])).toEqual([['5G']]);
  expect(unsupported).toEqual([
    { settingId: 'radios', reason: 'bandNotAllowed', band: '6G', instead: null },
    { settingId: 'office', reason: 'bandNotAllowed', band: '6G', instead: null },
  ]);
});

test('a radio without settings in a band that may not be used is left out', () => {
  const radios = [{ bands: ['6G' as const], channels: [], modes: [] }];
  const { document, unsupported } = compile({
    kind: 'ap',
    base: { ...SETTINGS, country: 'CN' },
    abilities: { ...ABILITIES, radios },
    effective: NO_SETTINGS,
    offNetworks: new Set(),
  });
  expect(document.radios).toBeUndefined();
  expect(unsupported).toEqual([]);
});

function ssidOf(value: object, bandSteering: boolean | null = null) {
  const { document } = compile({
    kind: 'ap',
    base: { ...SETTINGS, country: 'PL' },
    abilities: ABILITIES,
    effective: {
      ...NO_SETTINGS,
      networks: [{ id: 'office', value: { ...NETWORK, ...value }, origin, overridden: {} }],
      bandSteering: bandSteering === null ? null : { value: bandSteering, origin },
    },
    offNetworks: new Set(),
  });
  return document.interfaces.flatMap(({ ssids = [] }) => ssids)[0];
}

test('the limit of clients is sent in whole Mbit/s: ingress is from the client', () => {
  const bandwidth = { upKbps: null, downKbps: null, clientUpKbps: 5_000, clientDownKbps: 20_000 };
  expect(ssidOf({ bandwidth })?.['rate-limit']).toEqual({ 'ingress-rate': 5, 'egress-rate': 20 });
});

test('a network on two bands is steered where the place wants it', () => {
  expect(ssidOf({ bands: ['2G', '5G'] }, true)?.services).toEqual(['wifi-steering']);
  expect(ssidOf({ bands: ['2G', '5G'] }, false)?.services).toBeUndefined();
  expect(ssidOf({ bands: ['5G'] }, true)?.services).toBeUndefined();
});
