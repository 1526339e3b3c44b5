import { expect, it } from 'vitest';
import { limitationWords } from './configuration-names.ts';
import { countOf, differenceWords, type Json, valueWords } from './difference-words.ts';
import { englishWording } from './testing/english.ts';

const wording = await englishWording();

function words(path: string, before: Json, after: Json): string[] {
  return differenceWords([{ path, before, after }], wording).map(
    (one) => `${one.label}: ${one.before} → ${one.after}`,
  );
}

it.each<[string, Json, Json, string]>([
  ['ssid', 'Guest', 'Visitors', 'Name (SSID): Guest → Visitors'],
  ['encryption', 'wpa2', 'wpa2wpa3', 'Security: WPA2 → WPA2/WPA3'],
  ['vlan', 20, null, 'VLAN: 20 → Not set'],
  ['hidden', false, true, 'Hidden: Off → On'],
  ['bands', '2G', '2G, 5G', 'Bands: 2.4 GHz → 2.4 GHz, 5 GHz'],
  ['bandwidth.upKbps', 2000, null, 'Network upload limit: 2 Mb/s → Not set'],
  ['offTimes', null, '22:00–24:00', 'Off times: Not set → 22:00–24:00'],
  ['targets', null, 'all', 'Access points: Not set → All'],
  ['targets', 'all', { sites: 'Harbour, Quay' }, 'Access points: All → Sites: Harbour, Quay'],
  ['targets', { groups: 'Lobby' }, 'all', 'Access points: Device groups: Lobby → All'],
  ['targets', 'all', { sites: '' }, 'Access points: All → Selected sites'],
  ['targets.sites', 'Harbour', 'Harbour, Quay', 'Sites: Harbour → Harbour, Quay'],
  ['targets.groups', null, 'Lobby', 'Device groups: Not set → Lobby'],
  ['privateKeys.Dr. Ann.vlan', null, 20, 'Private keys · Dr. Ann, VLAN: Not set → 20'],
])('%s of an edited network', (path, before, after, expected) => {
  expect(words(path, before, after)).toEqual([expected]);
});

it.each<[string, Json, Json, string]>([
  ['bands.5G.channel', 'auto', 36, '5 GHz · Channel: Automatic → 36'],
  ['radios.2G.powerDbm', 20, 12, '2.4 GHz · Transmit power: 20 dBm → 12 dBm'],
  ['radios.6G.widthMhz', 80, 160, '6 GHz · Channel width: 80 MHz → 160 MHz'],
  ['bandSteering', false, true, 'Band steering: Off → On'],
])('%s of a radio', (path, before, after, expected) => {
  expect(words(path, before, after)).toEqual([expected]);
});

it.each<[string, Json, Json, string]>([
  ['radios.5G.tx-power', null, 17, '5 GHz · Transmit power: Not set → 17 dBm'],
  ['radios.5G.channel-width', 80, 40, '5 GHz · Channel width: 80 MHz → 40 MHz'],
  ['networks.Guest.encryption.proto', 'psk2', 'sae', 'Guest · Security: WPA2 → WPA3'],
  ['networks.2.4 guest.wifi-bands', '2G', '2G, 6G', '2.4 guest · Bands: 2.4 GHz → 2.4 GHz, 6 GHz'],
  ['networks.Guest.keys[0].vlan-id', 20, 30, 'Guest · Private keys 1, VLAN: 20 → 30'],
  ['networks.Guest.vlan', 'untagged', 20, 'Guest · VLAN: Untagged → 20'],
  ['interfaces.VLAN20.vlan.id', 20, 30, 'Interface VLAN20 · VLAN: 20 → 30'],
  [
    'interfaces.VLAN20.ethernet[0].vlan-tag',
    'tagged',
    null,
    'Interface VLAN20 · VLAN tagging: tagged → Not set',
  ],
  ['networks.Guest.roaming.generate-psk', true, false, 'Guest · Fast roaming keys: On → Off'],
  ['radios.5G.valid-channels[1]', 40, 44, '5 GHz · Allowed channels: 40 → 44'],
  ['radios.5G.rates.multicast', 6000, 12_000, '5 GHz · Multicast rate: 6 Mb/s → 12 Mb/s'],
  ['metrics.health.interval', 60, 120, 'Health check interval (s): 60 → 120'],
  ['services.ssh.enable', false, true, 'SSH: Off → On'],
  ['unknown.part', 1, 2, 'unknown.part: 1 → 2'],
])('%s of a document', (path, before, after, expected) => {
  expect(words(path, before, after)).toEqual([expected]);
});

it('names the network of an effective value, also one with dots', () => {
  expect(words('wireless.Guest.vlan', 10, 20)).toEqual(['Guest · VLAN: 10 → 20']);
  expect(words('wireless.2.4 vlan.office.bandwidth.downKbps', 500, 1000)).toEqual([
    '2.4 vlan.office · Network download limit: 500 kb/s → 1 Mb/s',
  ]);
});

it('shows that a secret changed, and never a secret', () => {
  expect(words('password', '***', '***')).toEqual(['Password: Set (not shown) → New value (not shown)']);
  expect(words('privateKeys.Till.key', null, '***')).toEqual([
    'Private keys · Till, key: Not set → Set (not shown)',
  ]);
});

it('lists the parts of a new object and leaves out those that are not set', () => {
  expect(words('', null, { ssid: 'Guest', vlan: null, radius: { host: 'aaa.example', port: 1812 } })).toEqual(
    ['Name (SSID): Not set → Guest', 'RADIUS server: Not set → aaa.example', 'RADIUS port: Not set → 1812'],
  );
  expect(words('networks.Guest', null, { 'hidden-ssid': true, 'wifi-bands': '5G' })).toEqual([
    'Guest · Hidden: Not set → On',
    'Guest · Bands: Not set → 5 GHz',
  ]);
});

it('names limits and protection of a network in a document', () => {
  const ssid = 'networks.Guest';
  expect(words(`${ssid}.encryption.ieee80211w`, 'optional', 'required')).toEqual([
    'Guest · Management frame protection: Optional → Required',
  ]);
  expect(words(`${ssid}.rate-limit`, null, { 'ingress-rate': 2, 'egress-rate': 0 })).toEqual([
    'Guest · Upload limit per client: Not set → 2 Mb/s',
    'Guest · Download limit per client: Not set → Unlimited',
  ]);
});

it('marks technical details of a document, and counts single values', () => {
  const added = {
    path: 'interfaces.VLAN20',
    before: null,
    after: { role: 'upstream', vlan: { id: 20 } },
  };
  const network = {
    path: 'networks.Guest',
    before: null,
    after: { 'bss-mode': 'ap', 'hidden-ssid': false, vlan: 20 },
  };
  expect(
    differenceWords([added, network], wording).map(({ label, isTechnical }) => [label, isTechnical]),
  ).toEqual([
    ['Interface VLAN20 · VLAN', false],
    ['Interface VLAN20 · Interface role', true],
    ['Guest · Hidden', false],
    ['Guest · VLAN', false],
    ['Guest · Network mode', true],
  ]);
  expect(countOf([added, network])).toBe(5);
});

it('lists the fields of a setting in the order of the form', () => {
  const added = { vlan: 20, hidden: false, encryption: 'open', ssid: 'Guest' };
  expect(words('', null, added).map((one) => one.split(':')[0])).toEqual([
    'Name (SSID)',
    'Hidden',
    'Security',
    'VLAN',
  ]);
});

it('keeps private keys of a list together', () => {
  const keys = [{ name: 'Printer', key: '***', mac: '', vlan: null }];
  expect(words('privateKeys', [], keys)).toEqual(['Private keys: None → Printer']);
});

const effective = (path: string) => valueWords(path, null, wording, true);

it('explains null where it is a value', () => {
  expect(effective('wireless.Guest.vlan')).toBe('Untagged');
  expect(effective('wireless.Guest.bandwidth.upKbps')).toBe('Unlimited');
  expect(effective('radios.5G.powerDbm')).toBe('Maximum allowed');
  expect(effective('wireless.Guest.radius.host')).toBe('Not set');
});

it('lists what a device cannot do', () => {
  const limitation = { name: 'Guest', reason: 'noRadio', band: '6G', port: null, instead: null } as const;
  expect(limitationWords(limitation, wording.t)).toBe('Guest: No 6 GHz radio');
  const power = { name: '', reason: 'powerAboveLimit', band: '5G', port: null, instead: 20 } as const;
  expect(limitationWords(power, wording.t)).toBe('Transmit power above the limit on 5 GHz (20 is used)');
});
