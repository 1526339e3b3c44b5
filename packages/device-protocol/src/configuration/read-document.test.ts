import { expect, test } from 'vitest';
import { readDocument } from './read-document.ts';

const ssid = (name: string, more: object = {}) => ({
  name,
  'wifi-bands': ['2G', '5G'],
  'bss-mode': 'ap',
  encryption: { proto: 'psk2', key: 'espresso-please', ieee80211w: 'optional' },
  ...more,
});

test('reads networks with their VLAN, encryption, limits and keys', () => {
  const read = readDocument({
    uuid: 5,
    unit: { name: 'AP' },
    interfaces: [
      { name: 'WAN', role: 'upstream', ssids: [ssid('Cafe', { 'hidden-ssid': true, roaming: {} })] },
      {
        name: 'VLAN20',
        vlan: { id: 20 },
        ssids: [
          ssid('Guest', {
            encryption: { proto: 'none' },
            'isolate-clients': true,
            'rate-limit': { 'ingress-rate': 5, 'egress-rate': 0 },
          }),
        ],
      },
    ],
  });
  expect(read?.networks).toMatchObject([
    {
      ssid: 'Cafe',
      encryption: 'wpa2',
      password: 'espresso-please',
      hidden: true,
      vlan: null,
      fastRoaming: true,
    },
    {
      ssid: 'Guest',
      encryption: 'open',
      password: null,
      vlan: 20,
      clientIsolation: true,
      bandwidth: { clientUpKbps: 5_000, clientDownKbps: null },
    },
  ]);
  expect(read?.ignored).toEqual(['unit', 'interfaces.WAN.role']);
});

test('joins the two entries of a network whose encryption differs at 6 GHz', () => {
  const high = ssid('Cafe', { 'wifi-bands': ['6G'], encryption: { proto: 'sae', key: 'espresso-please' } });
  const low = ssid('Cafe', { encryption: { proto: 'sae-mixed', key: 'espresso-please' } });
  const read = readDocument({ interfaces: [{ name: 'WAN', ssids: [low, high, low] }] });
  expect(read?.networks).toMatchObject([{ encryption: 'wpa2wpa3', bands: ['2G', '5G', '6G'] }]);
  expect(read?.ignored).toEqual(['interfaces.WAN.ssids.Cafe']);
});

test('names networks that cannot be expressed', () => {
  const read = readDocument({
    interfaces: [
      {
        ssids: [
          ssid('Mesh', { 'bss-mode': 'mesh' }),
          ssid('Old', { encryption: { proto: 'wep' } }),
          ssid('Far', { 'wifi-bands': ['HaLow'] }),
          'nonsense',
        ],
      },
    ],
  });
  expect(read?.networks).toEqual([]);
  expect(read?.ignored).toEqual([
    'interfaces.0.ssids.Mesh',
    'interfaces.0.ssids.Old',
    'interfaces.0.ssids.Far',
    'interfaces.0.ssids.3',
  ]);
});

test('reads radios, the first of each band', () => {
  const read = readDocument({
    radios: [
      { band: '5G', channel: 36, 'channel-width': 80, 'tx-power': 17, enable: true, 'he-settings': {} },
      { band: '5G-upper', channel: 149 },
      { band: 'HaLow' },
    ],
  });
  expect(read?.radios).toEqual({ '5G': { enabled: true, channel: 36, widthMhz: 80, powerDbm: 17 } });
  expect(read?.ignored).toEqual(['radios.5G.he-settings', 'radios.5G-upper', 'radios.HaLow']);
});

test.each([null, 'text', {}, { interfaces: 'none' }, []])(
  'returns null for %j, which is no configuration',
  (given) => expect(readDocument(given)).toBeNull(),
);
