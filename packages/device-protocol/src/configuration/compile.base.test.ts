import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { expect, test } from 'vitest';
import type { Abilities } from '../model.ts';
import { readFrame } from '../read-frame.ts';
import { ABILITIES, baseConfiguration, SETTINGS } from '../testing/settings.ts';
import { commandFrame } from '../write-frame.ts';

test('sets the name, radios and report interval of an access point', () => {
  expect(baseConfiguration('ap', SETTINGS, ABILITIES)).toEqual({
    uuid: 1_760_000_000,
    unit: {
      name: 'Quay 3',
      hostname: 'quay-3',
      location: 'North pier',
      timezone: '<+01>-1',
      'leds-active': false,
    },
    radios: [
      { band: '2G', channel: 'auto', 'channel-width': 20, country: 'PL' },
      { band: '5G', channel: 'auto', 'channel-width': 80, country: 'PL' },
    ],
    interfaces: [
      {
        name: 'WAN',
        role: 'upstream',
        services: ['lldp', 'ssh'],
        ethernet: [{ 'select-ports': ['WAN*'] }],
        ipv4: { addressing: 'dynamic' },
      },
    ],
    services: {
      lldp: { describe: 'Quay 3', location: 'North pier' },
      ssh: { 'password-authentication': false },
      ntp: { servers: ['ntp.example.net'] },
    },
    metrics: {
      statistics: { interval: 120, types: ['ssids', 'lldp', 'clients'] },
      health: { interval: 120 },
      realtime: { types: ['client', 'wifi', 'wired', 'health', 'unit'] },
    },
  });
});

test('sets the management VLAN of an access point', () => {
  const { interfaces } = baseConfiguration('ap', { ...SETTINGS, managementVlan: 20 }, ABILITIES);
  expect(interfaces).toMatchObject([{ role: 'upstream', vlan: { id: 20, proto: '802.1q' } }]);
});

test('enables every reported port of a switch in VLAN 1, without radios', () => {
  const port = { speedMbps: 1000, fullDuplex: true, poe: null, enabled: null, negotiated: null };
  const switchPorts = [
    { ...port, name: 'Ethernet0' },
    { ...port, name: 'Ethernet1', speedMbps: 2500, poe: true },
    { ...port, name: 'Ethernet2' },
    { ...port, name: 'Ethernet3', speedMbps: null, fullDuplex: null },
    { ...port, name: 'Ethernet4', speedMbps: 7, fullDuplex: false, poe: false },
  ];
  const document = baseConfiguration('switch', { ...SETTINGS, switchPorts }, ABILITIES);
  expect(document).not.toHaveProperty('radios');
  expect(document.ethernet).toEqual([
    {
      'select-ports': ['Ethernet0', 'Ethernet2', 'Ethernet3'],
      speed: 1000,
      duplex: 'full',
      enabled: true,
    },
    {
      'select-ports': ['Ethernet1'],
      speed: 2500,
      duplex: 'full',
      enabled: true,
      poe: { 'admin-mode': true },
    },
    {
      'select-ports': ['Ethernet4'],
      speed: 1000,
      duplex: 'half',
      enabled: true,
      poe: { 'admin-mode': false },
    },
  ]);
  expect(document.interfaces).toMatchObject([
    {
      vlan: { id: 1, proto: '802.1q' },
      ethernet: [{ 'select-ports': switchPorts.map(({ name }) => name), 'vlan-tag': 'un-tagged' }],
    },
  ]);
  expect(document.metrics.statistics.types).toEqual(['lldp', 'clients']);
});

test('keeps negotiated and fixed port speeds', () => {
  const port = { speedMbps: 1000, fullDuplex: true, poe: null, enabled: true };
  const switchPorts = [
    { ...port, name: 'Ethernet0', negotiated: true },
    { ...port, name: 'Ethernet1', negotiated: false },
    { ...port, name: 'Ethernet2', negotiated: null },
  ];
  const { ethernet } = baseConfiguration('switch', { ...SETTINGS, switchPorts }, ABILITIES);
  const settings = { speed: 1000, duplex: 'full', enabled: true };
  expect(ethernet).toEqual([
    { ...settings, 'select-ports': ['Ethernet0'], autoneg: true },
    { ...settings, 'select-ports': ['Ethernet1'], autoneg: false },
    { ...settings, 'select-ports': ['Ethernet2'] },
  ]);
});

test('reports at most once a minute, and omits unset values', () => {
  const settings = { ...SETTINGS, reportEverySeconds: 5, ntpServers: [], country: null };
  const document = baseConfiguration('ap', settings, { ...ABILITIES, country: null });
  expect(document.metrics.statistics.interval).toBe(60);
  expect(document.services).not.toHaveProperty('ntp');
  expect(document.radios?.[0]).not.toHaveProperty('country');
  expect(baseConfiguration('ap', settings, { ...ABILITIES, radios: [] })).not.toHaveProperty('radios');
});

test.each([
  ['Wi-Fi 6', ['HT40', 'VHT80', 'HE80'], { 'channel-width': 80 }],
  ['Wi-Fi 7', ['HE160', 'EHT160'], { 'channel-width': 80 }],
  ['Wi-Fi 5', ['HT20', 'HT40', 'VHT80'], { 'channel-width': 80, 'channel-mode': 'VHT' }],
  ['Wi-Fi 4', ['HT20', 'HT40+'], { 'channel-width': 40, 'channel-mode': 'HT' }],
  ['unknown modes', [], { 'channel-width': 80 }],
])('a 5 GHz radio of %s gets a mode it supports', (_, htmode, channel) => {
  const { radios } = baseConfiguration('ap', SETTINGS, abilitiesWith('5G', htmode));
  expect(radios).toEqual([{ band: '5G', channel: 'auto', country: 'PL', ...channel }]);
});

test('uses HT for a 2.4 GHz radio of Wi-Fi 5, whatever its driver lists', () => {
  const { radios } = baseConfiguration('ap', SETTINGS, abilitiesWith('2G', ['HT20', 'HT40', 'VHT20']));
  expect(radios).toMatchObject([{ 'channel-width': 20, 'channel-mode': 'HT' }]);
});

function abilitiesWith(band: string, htmode: readonly string[]): Abilities {
  const capabilities = { platform: 'ap', wifi: { radio: { band: [band], channels: [1], htmode } } };
  const hello = { serial: '020000000001', firmware: '1', uuid: 1, capabilities };
  const frame = JSON.stringify({ jsonrpc: '2.0', method: 'connect', params: hello });
  const read = readFrame(Buffer.from(frame));
  if (read.kind !== 'hello') throw new Error(`Read as ${read.kind}`);
  return read.hello.abilities;
}

test('uses the country of the device when none is set', () => {
  const document = baseConfiguration('ap', { ...SETTINGS, country: null }, ABILITIES);
  expect(document.radios?.[0]?.country).toBe('DE');
});

test.each(DEVICE_KINDS)('sends the configuration of kind %s as a command', (kind) => {
  const document = baseConfiguration(kind, SETTINGS, ABILITIES);
  const frame = commandFrame(
    1,
    '020000000001',
    { name: 'configure', version: document.uuid, document },
    ABILITIES,
  );
  expect(JSON.parse(frame).params.config).toEqual(document);
});
