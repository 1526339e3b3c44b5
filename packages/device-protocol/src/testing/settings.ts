import { NO_SETTINGS, type StoredNetwork } from '@airloom/contract/configuration/effective';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { BaseSettings } from '../configuration/base-settings.ts';
import { compile } from '../configuration/compile.ts';
import type { ConfigurationDocument } from '../configuration/document.ts';
import type { Abilities } from '../model.ts';

export const SETTINGS: BaseSettings = {
  version: 1_760_000_000,
  name: 'Quay 3',
  hostname: 'quay-3',
  location: 'North pier',
  timeZone: 'Etc/GMT-1',
  country: 'PL',
  ntpServers: ['ntp.example.net'],
  reportEverySeconds: 120,
  ledsOn: false,
  managementVlan: null,
  switchPorts: [],
};

export const ABILITIES: Abilities = {
  compressedCommands: true,
  acknowledgedReports: false,
  remoteShell: true,
  webProxy: false,
  tcpTunnels: false,
  country: 'DE',
  radios: [
    { bands: ['2G'], channels: [1, 6, 11], modes: [] },
    { bands: ['5G'], channels: [36], modes: [] },
    { bands: ['5G'], channels: [149], modes: [] },
  ],
  ports: [],
};

/** The document of a device without settings of its own. */
export function baseConfiguration(
  kind: DeviceKind,
  base: BaseSettings,
  abilities: Abilities,
): ConfigurationDocument {
  return compile({ kind, base, abilities, effective: NO_SETTINGS, offNetworks: new Set() }).document;
}

export const NETWORK: StoredNetwork = {
  ssid: 'Office',
  enabled: true,
  hidden: false,
  offTimes: [],
  encryption: 'wpa2wpa3',
  password: { digest: '0123456789abcdef0123456789abcdef' },
  privateKeys: [],
  radius: null,
  vlan: null,
  fastRoaming: false,
  clientIsolation: false,
  bands: ['2G', '5G'],
  bandwidth: { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null },
  targets: { kind: 'all' },
};
