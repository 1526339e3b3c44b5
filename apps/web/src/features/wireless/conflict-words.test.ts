import { expect, it } from 'vitest';
import { englishWording } from '../../shared/configuration/testing/english.ts';
import { contestedLabel, contestedWords } from './conflict-words.ts';
import { SITE, STORED } from './testing/some-network.ts';

const wording = await englishWording();
const SITES = new Map([[SITE, 'Harbour']]);

it.each<[string, unknown, string]>([
  ['ssid', 'Guests', 'Name (SSID): Guests'],
  ['vlan', 20, 'VLAN: 20'],
  ['vlan', null, 'VLAN: Untagged'],
  ['bands', ['2G', '5G'], 'Bands: 2.4 GHz, 5 GHz'],
  ['encryption', 'wpa3', 'Security: WPA3'],
  ['password', STORED, 'Password: Saved'],
  ['password', 'espresso-please', 'Password: New value (not shown)'],
  ['password', undefined, 'Password: Not set'],
  ['offTimes', [{ start: '22:00', end: '24:00' }], 'Off times: 22:00–24:00'],
  ['offTimes', [], 'Off times: None'],
  [
    'privateKeys',
    [
      { name: 'Till', key: STORED, mac: '90-3C-B3-BB-1D-A8', vlan: 20 },
      { name: 'Anna', key: 'another-key', mac: '', vlan: null },
    ],
    'Private keys: Till (90-3C-B3-BB-1D-A8, VLAN 20), Anna',
  ],
  [
    'bandwidth',
    { upKbps: 2000, downKbps: null, clientUpKbps: null, clientDownKbps: 1000 },
    'Bandwidth limits: Network upload limit: 2 Mb/s, Download limit per client: 1 Mb/s',
  ],
  [
    'bandwidth',
    { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null },
    'Bandwidth limits: Unlimited',
  ],
  [
    'radius',
    { host: '10.0.0.5', port: 1812, accountingPort: null, secret: 'radius-secret' },
    '802.1X server (RADIUS): RADIUS server: 10.0.0.5, RADIUS port: 1812, RADIUS shared key: Set (not shown)',
  ],
  ['targets', { kind: 'all' }, 'Access points: All'],
  ['targets', { kind: 'sites', siteUUIDs: [SITE] }, 'Access points: Sites: Harbour'],
  ['targets', { kind: 'groups', groupUUIDs: [SITE] }, 'Access points: Selected device groups'],
  ['bands.5G.channel', 'auto', '5 GHz · Channel: Automatic'],
  ['bands.5G.powerDbm', null, '5 GHz · Transmit power: Maximum allowed'],
  ['domains', ['example.com'], 'Allowed domains: example.com'],
])('%s of %j', (path, value, expected) => {
  expect(`${contestedLabel(path, wording)}: ${contestedWords(path, value, wording, SITES)}`).toBe(expected);
});
