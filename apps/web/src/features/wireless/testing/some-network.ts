import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit, SettingPlace } from '@airloom/contract/configuration/edits';
import type { WirelessNetwork } from '@airloom/contract/wireless/wireless-network.rules';

export const ORGANIZATION = '018f0000-0000-7000-8000-00000000000a';
export const SITE = '018f0000-0000-7000-8000-00000000000b';
export const NETWORK = '018f0000-0000-7000-8000-00000000000c';
export const STORED = { digest: '0123456789abcdef0123456789abcdef' };

export function someNetwork(changes: Partial<WirelessNetwork> = {}): WirelessNetwork {
  return {
    ssid: 'Guests',
    enabled: true,
    hidden: false,
    offTimes: [],
    encryption: 'wpa2wpa3',
    password: STORED,
    privateKeys: [],
    radius: null,
    vlan: 10,
    fastRoaming: false,
    clientIsolation: true,
    bands: ['2G', '5G'],
    bandwidth: { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null },
    targets: { kind: 'all' },
    ...changes,
  };
}

/** A stored setting. The edit is completed with its place. */
export function someSetting(
  place: SettingPlace & { name: string },
  make: (part: { settingUUID: string; baseVersion: number; place: SettingPlace }) => SettingEdit,
): Setting {
  return {
    settingUUID: NETWORK,
    version: 3,
    place,
    edit: make({ settingUUID: NETWORK, baseVersion: 3, place }),
    updatedBy: 'Anna',
    updatedAt: '2026-01-01T00:00:00Z',
  };
}

export function networkSetting(value: WirelessNetwork = someNetwork()): Setting {
  return someSetting({ level: 'organization', uuid: ORGANIZATION, name: 'Alpha' }, (part) => ({
    kind: 'wirelessNetwork',
    ...part,
    value,
  }));
}
