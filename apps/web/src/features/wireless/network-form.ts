import { draftPlace } from '@airloom/contract/configuration/configuration.calls';
import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { type Encryption, wirelessNetworkInput } from '@airloom/contract/wireless/wireless-network.rules';
import type { z } from 'zod';
import { hasPassword } from './wifi-qr.ts';

/** The form of a wireless network: its value, and where it is defined. */
export const networkForm = wirelessNetworkInput.safeExtend({ place: draftPlace });
export type NetworkForm = typeof networkForm;
export type NetworkValues = z.input<NetworkForm>;
export type NetworkPlace = NetworkValues['place'];

const RADIUS_PORT = 1812;
const ACCOUNTING_PORT = 1813;
export const EMPTY_RADIUS = { host: '', port: RADIUS_PORT, accountingPort: ACCOUNTING_PORT, secret: '' };

export function emptyNetwork(place: NetworkPlace): NetworkValues {
  return {
    place,
    ssid: '',
    enabled: true,
    hidden: false,
    offTimes: [],
    encryption: 'wpa2wpa3',
    password: '',
    privateKeys: [],
    radius: null,
    vlan: null,
    fastRoaming: false,
    clientIsolation: false,
    bands: ['2G', '5G'],
    bandwidth: { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null },
    targets: { kind: 'all' },
  };
}

export type NetworkSetting = Setting & { edit: { kind: 'wirelessNetwork'; value: object } };

export function isNetwork(setting: Setting): setting is NetworkSetting {
  return setting.edit.kind === 'wirelessNetwork' && setting.edit.value !== null;
}

export function placeIn({ place }: NetworkSetting): NetworkPlace {
  return { level: place.level === 'organization' ? 'organization' : 'site', uuid: place.uuid };
}

export function networkValues(setting: NetworkSetting): NetworkValues {
  return { ...setting.edit.value, place: placeIn(setting) };
}

/** Stored secrets belong to their network, so a copy has none of them. Elsewhere it is for all access points. */
export function copiedValues(setting: NetworkSetting, place: NetworkPlace): NetworkValues {
  const values = networkValues(setting);
  return {
    ...values,
    place,
    targets: place.uuid === values.place.uuid ? values.targets : { kind: 'all' },
    ssid: '',
    password: hasPassword(values.encryption) ? '' : null,
    privateKeys: [],
    radius: values.radius ? { ...values.radius, secret: '' } : null,
  };
}

interface CopyingPerson {
  mayEditOrganization: boolean;
  sites: readonly { value: string; organization: string }[];
  /** The selected one. */
  siteUUID: string | undefined;
}

/** Site operators copy a network of an organization to a site. */
export function copyPlace(
  place: NetworkPlace,
  { mayEditOrganization, sites, siteUUID }: CopyingPerson,
): NetworkPlace {
  if (place.level === 'site' || mayEditOrganization) return place;
  const inside = sites.find(({ organization }) => organization === place.uuid) ?? sites[0];
  return { level: 'site', uuid: siteUUID ?? inside?.value ?? '' };
}

/** Another encryption has other secrets; those of `initial` are there again when one goes back to it. */
export function withEncryption(
  values: NetworkValues,
  initial: NetworkValues,
  encryption: Encryption,
): Pick<NetworkValues, 'encryption' | 'password' | 'radius'> {
  return {
    encryption,
    password: hasPassword(encryption) ? (values.password ?? initial.password ?? '') : null,
    radius: encryption === 'enterprise' ? (values.radius ?? initial.radius ?? EMPTY_RADIUS) : null,
  };
}

export function networkEdit(
  { place, ...value }: z.output<NetworkForm>,
  base: Pick<Setting, 'settingUUID' | 'version'> | null,
): SettingEdit {
  return {
    kind: 'wirelessNetwork',
    settingUUID: base?.settingUUID ?? null,
    baseVersion: base?.version ?? null,
    place,
    value,
  };
}

/** The stored network with some fields changed; null deletes it. */
export function changedNetwork(
  setting: NetworkSetting,
  changes: Partial<NetworkSetting['edit']['value']> | null,
): SettingEdit {
  return {
    ...setting.edit,
    baseVersion: setting.version,
    value: changes === null ? null : { ...setting.edit.value, ...changes },
  };
}
