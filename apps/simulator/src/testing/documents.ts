import type { Band } from '@airloom/device-protocol/model';
import type { Json } from '../json.ts';

export type TestDocument = Json & { readonly uuid: number };

/** An SSID entry as the console writes it. */
export function ssid(name: string, more: Json = {}): Json {
  return {
    name,
    'wifi-bands': ['2G', '5G'] satisfies Band[],
    'bss-mode': 'ap',
    'hidden-ssid': false,
    'isolate-clients': false,
    encryption: { proto: 'psk2', key: 'quay side', ieee80211w: 'optional' },
    ...more,
  };
}

export const ENTERPRISE: Json = {
  encryption: { proto: 'wpa3-mixed', ieee80211w: 'optional' },
  radius: { authentication: { host: '192.0.2.10', port: 1812, secret: 'shared' } },
};

/** A complete document with these networks on the uplink and, by VLAN, on further interfaces. */
export function documentWith(
  uuid: number,
  ssids: readonly Json[],
  more: {
    readonly radios?: readonly Json[];
    readonly vlans?: Readonly<Record<string, readonly Json[]>>;
  } = {},
): TestDocument {
  const radio = { channel: 'auto', 'channel-mode': 'HT', 'channel-width': 20, country: 'PL' };
  const { radios = [{ band: '2G' }, { band: '5G' }], vlans = {} } = more;
  const uplink = { name: 'WAN', role: 'upstream', services: ['ssh'], ipv4: { addressing: 'dynamic' } };
  return {
    uuid,
    unit: { name: 'Quay 3', hostname: 'quay-3', location: '', timezone: 'UTC0', 'leds-active': true },
    radios: radios.map((one) => ({ ...radio, ...one })),
    interfaces: [
      { ...uplink, ethernet: [{ 'select-ports': ['WAN*'] }], ...(ssids.length === 0 ? {} : { ssids }) },
      ...Object.entries(vlans).map(([id, own]) => ({
        name: `VLAN${id}`,
        role: 'upstream',
        services: [],
        vlan: { id: Number(id), proto: '802.1q' },
        ethernet: [{ 'select-ports': ['WAN*'], 'vlan-tag': 'tagged' }],
        ipv4: { addressing: 'none' },
        ssids: own,
      })),
    ],
    services: { lldp: { describe: '', location: '' }, ssh: { 'password-authentication': false } },
    metrics: {
      statistics: { interval: 60, types: ['ssids', 'clients'] },
      health: { interval: 60 },
      realtime: { types: ['client'] },
    },
  };
}
