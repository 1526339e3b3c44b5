import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { describe, expect, test } from 'vitest';
import { AP_SERIAL } from '../testing/frames.ts';
import { reportIn } from '../testing/inbound.ts';
import { ABILITIES, NETWORK, SETTINGS } from '../testing/settings.ts';
import { compile } from './compile.ts';
import { checksForRadar, missingIn } from './verify.ts';

const ORIGIN = { level: 'site', settingId: 'x' } as const;

/** "Office" at 2.4 and 5 GHz, channel 6 at 2.4 GHz. */
const { document } = compile({
  kind: 'ap',
  base: SETTINGS,
  abilities: ABILITIES,
  effective: {
    ...NO_SETTINGS,
    networks: [{ id: 'x', value: NETWORK, origin: ORIGIN, overridden: {} }],
    radios: { '2G': { value: { channel: 6 }, origins: {} } },
  },
  offNetworks: new Set(),
});

const LOW = { channel: 6, channel_width: 20, band: ['2G'] };
const HIGH = { channel: 36, channel_width: 80, band: ['5G'] };
const ON_LOW = { ssid: 'Office', band: '2G', radio: { $ref: '#/radios/0' } };
const ON_HIGH = { ssid: 'Office', band: '5G', radio: { $ref: '#/radios/1' } };

function missingAfter(state: object, uuid = document.uuid) {
  return missingIn(document, reportIn('state', { serial: AP_SERIAL, uuid, state }));
}

test('a report with all networks and channels verifies the document', () => {
  const interfaces = [{ ssids: [ON_LOW] }, { name: 'up1v7', ssids: [ON_HIGH] }];
  expect(missingAfter({ radios: [LOW, HIGH], interfaces })).toEqual([]);
});

test('another version verifies nothing', () => {
  const state = { radios: [LOW, HIGH], interfaces: [{ ssids: [ON_LOW, ON_HIGH] }] };
  expect(missingAfter(state, 5)).toEqual([{ what: 'version', name: String(document.uuid), band: null }]);
});

test('names networks that are not on air and channels that are not used', () => {
  const interfaces = [{ ssids: [ON_LOW, { ...ON_HIGH, mode: 'mesh' }] }];
  expect(missingAfter({ radios: [{ ...LOW, channel: 11 }, HIGH], interfaces })).toEqual([
    { what: 'network', name: 'Office', band: '5G' },
    { what: 'channel', name: '6', band: '2G' },
  ]);
});

test('radios without any network are reported as such', () => {
  expect(missingAfter({ radios: [LOW, HIGH], interfaces: [{ name: 'up0v0' }] })).toHaveLength(2);
});

test('a device that reports neither radios nor networks is verified by its version', () => {
  expect(missingAfter({ interfaces: [{ name: 'up0v0' }] })).toEqual([]);
});

const observedWith = (...ssids: object[]) =>
  reportIn('state', {
    serial: AP_SERIAL,
    uuid: document.uuid,
    state: { radios: [LOW, HIGH], interfaces: [{ ssids: [ON_LOW, ON_HIGH, ...ssids] }] },
  });

describe('networks of the document before', () => {
  const BEFORE = [
    { name: 'Guest', band: '5G' },
    { name: 'Office', band: '5G' },
  ] as const;
  test('that are still on air are named', () => {
    const guest = { ...ON_HIGH, ssid: 'Guest' };
    expect(missingIn(document, observedWith(guest), { networks: BEFORE })).toEqual([
      { what: 'removedNetwork', name: 'Guest', band: '5G' },
    ]);
  });

  test('that went off air verify the document', () => {
    expect(missingIn(document, observedWith(), { networks: BEFORE })).toEqual([]);
    // A network that neither document contains is none of the change.
    expect(
      missingIn(document, observedWith({ ...ON_HIGH, ssid: 'Neighbour' }), { networks: BEFORE }),
    ).toEqual([]);
  });
});

const checks = (radio: object) =>
  checksForRadar({
    ...document,
    radios: [{ band: '5G', channel: 'auto', 'channel-width': 80, country: 'PL', ...radio }],
  });

describe('listening for radar', () => {
  test.each([
    ['a radar channel', { channel: 100 }],
    ['an automatic channel where the country has radar channels', {}],
    ['an automatic channel without a known country', { country: undefined }],
    ['an automatic channel among some with radar', { 'valid-channels': [36, 52] }],
  ])('is expected on %s', (_, radio) => {
    expect(checks(radio)).toBe(true);
  });

  test.each([
    ['another channel', { channel: 36 }],
    ['an automatic channel among some without radar', { 'valid-channels': [36, 40] }],
    ['a radio that is off', { channel: 100, enable: false }],
    ['2.4 GHz', { band: '2G' }],
  ])('is not expected on %s', (_, radio) => {
    expect(checks(radio)).toBe(false);
  });
});
