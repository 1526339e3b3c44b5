import { DEVICE_KINDS } from '@airloom/contract/devices/devices.model';
import { expect, test } from 'vitest';
import { ABILITIES, SETTINGS } from '../testing/settings.ts';
import { commandFrame } from '../write-frame.ts';
import { baseConfiguration } from './base-configuration.ts';

test('an access point is told its name, its radios and when to report', () => {
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

test('an access point may be reached in a VLAN of its own', () => {
  const { interfaces } = baseConfiguration('ap', { ...SETTINGS, managementVlan: 20 }, ABILITIES);
  expect(interfaces).toMatchObject([{ role: 'upstream', vlan: { id: 20, proto: '802.1q' } }]);
});

test('a switch has no radios, and all its ports in the first VLAN', () => {
  const document = baseConfiguration('switch', SETTINGS, { ...ABILITIES, ports: ['Ethernet0', 'Ethernet1'] });
  expect(document).not.toHaveProperty('radios');
  expect(document.interfaces).toMatchObject([
    {
      vlan: { id: 1, proto: '802.1q' },
      ethernet: [{ 'select-ports': ['Ethernet0', 'Ethernet1'], 'vlan-tag': 'un-tagged' }],
    },
  ]);
  expect(document.metrics.statistics.types).toEqual(['lldp', 'clients']);
});

test('reports come at most once a minute, and what nobody set is left out', () => {
  const settings = { ...SETTINGS, reportEverySeconds: 5, ntpServers: [], country: null };
  const document = baseConfiguration('ap', settings, { ...ABILITIES, country: null });
  expect(document.metrics.statistics.interval).toBe(60);
  expect(document.services).not.toHaveProperty('ntp');
  expect(document.radios?.[0]).not.toHaveProperty('country');
  expect(baseConfiguration('ap', settings, { ...ABILITIES, radios: [] })).not.toHaveProperty('radios');
});

test('the country of the device serves when none is set', () => {
  const document = baseConfiguration('ap', { ...SETTINGS, country: null }, ABILITIES);
  expect(document.radios?.[0]?.country).toBe('DE');
});

test.each(DEVICE_KINDS)('the configuration of kind %s goes out as a command', (kind) => {
  const document = baseConfiguration(kind, SETTINGS, ABILITIES);
  const frame = commandFrame(
    1,
    '020000000001',
    { name: 'configure', version: document.uuid, document },
    ABILITIES,
  );
  expect(JSON.parse(frame).params.config).toEqual(document);
});
