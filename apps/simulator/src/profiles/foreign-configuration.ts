import type { Json } from '../json.ts';

/** Configuration version of another cloud. */
export const FOREIGN_VERSION = 1_717_171_717;

const ON_ALL = { 'bss-mode': 'ap', 'wifi-bands': ['2G', '5G'] };

function ssid(name: string): Json {
  return { ...ON_ALL, name, encryption: { proto: 'psk2', key: 'another cloud' } };
}

/** An access point in service: seven SSIDs, a static uplink, a disabled port. */
export const FOREIGN_AP_CONFIGURATION: Json = {
  uuid: FOREIGN_VERSION,
  unit: { name: 'Reception', timezone: 'CET-1CEST,M3.5.0,M10.5.0/3' },
  radios: [
    { band: '2G', channel: 11, 'channel-mode': 'HT', 'channel-width': 20, country: 'PL' },
    { band: '5G', channel: 36, 'channel-mode': 'VHT', 'channel-width': 80, country: 'PL' },
  ],
  ethernet: [{ 'select-ports': ['LAN1'], enabled: false }],
  interfaces: [
    {
      name: 'WAN',
      role: 'upstream',
      ethernet: [{ 'select-ports': ['WAN'] }],
      ipv4: { addressing: 'static', subnet: '10.77.0.20/24', gateway: '10.77.0.1' },
      ssids: ['Staff', 'Guests', 'Voice', 'Sensors'].map(ssid),
    },
    {
      name: 'Shop',
      role: 'upstream',
      vlan: { id: 100 },
      ssids: ['Tills', 'Cameras', 'Signage'].map(ssid),
    },
  ],
  metrics: { statistics: { interval: 60, types: ['ssids', 'clients'] } },
};

/** A switch in service: two VLANs besides the management VLAN, and disabled ports. */
export const FOREIGN_SWITCH_CONFIGURATION: Json = {
  uuid: FOREIGN_VERSION,
  unit: { name: 'Rack 2' },
  ethernet: [
    {
      'select-ports': ['Ethernet0', 'Ethernet1', 'Ethernet2', 'Ethernet3'],
      speed: 1000,
      duplex: 'full',
      enabled: true,
      poe: { 'admin-mode': true },
    },
  ],
  interfaces: [
    {
      name: 'mgmt',
      role: 'upstream',
      vlan: { id: 1, proto: '802.1q' },
      ethernet: [{ 'select-ports': ['Ethernet0'], 'vlan-tag': 'un-tagged' }],
      ipv4: { addressing: 'static', subnet: [{ prefix: '10.77.0.2/24' }] },
    },
    {
      name: 'voice',
      vlan: { id: 20, proto: '802.1q' },
      ethernet: [{ 'select-ports': ['Ethernet0', 'Ethernet1'], 'vlan-tag': 'tagged' }],
    },
    {
      name: 'cameras',
      vlan: { id: 30, proto: '802.1q' },
      ethernet: [{ 'select-ports': ['Ethernet2', 'Ethernet3'], 'vlan-tag': 'un-tagged' }],
    },
  ],
  metrics: { statistics: { interval: 60, types: ['lldp', 'clients'] } },
};
