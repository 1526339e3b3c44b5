import type { Origin, StoredNetwork } from '@airloom/contract/configuration/effective';
import type { Level } from '@airloom/contract/configuration/levels';
import type { PortProfile, SwitchPorts } from '@airloom/contract/switches/port.rules';
import type { SwitchBase, SwitchRoutes, SwitchVlans } from '@airloom/contract/switches/switch.rules';
import type { Radios } from '@airloom/contract/wireless/radio.rules';

export interface Stored {
  readonly id: string;
  readonly level: Level;
  /** The organization, site, group or device it is defined for. */
  readonly placeId: string;
}

export interface NetworkSetting extends Stored {
  readonly kind: 'wirelessNetwork';
  readonly value: StoredNetwork;
}

/** Fields of an organization's network that a site sets differently. */
export interface NetworkOverride extends Stored {
  readonly kind: 'wirelessOverride';
  readonly networkId: string;
  readonly value: Partial<Omit<StoredNetwork, 'targets'>>;
}

export interface RadioSetting extends Stored {
  readonly kind: 'radios';
  readonly value: Radios;
}

export interface VlanSetting extends Stored {
  readonly kind: 'managementVlan';
  readonly value: { readonly managementVlan: number };
}

export interface SwitchBaseSetting extends Stored {
  readonly kind: 'switchBase';
  readonly value: SwitchBase;
}

export interface SwitchPortsSetting extends Stored {
  readonly kind: 'switchPorts';
  readonly value: SwitchPorts;
}

export interface SwitchVlansSetting extends Stored {
  readonly kind: 'switchVlans';
  readonly value: SwitchVlans;
}

export interface SwitchRoutesSetting extends Stored {
  readonly kind: 'switchRoutes';
  readonly value: SwitchRoutes;
}

export interface PortProfileSetting extends Stored {
  readonly kind: 'portProfile';
  readonly value: PortProfile;
}

export type SwitchSetting =
  | SwitchBaseSetting
  | SwitchPortsSetting
  | SwitchVlansSetting
  | SwitchRoutesSetting
  | PortProfileSetting;

export type Setting = NetworkSetting | NetworkOverride | RadioSetting | VlanSetting | SwitchSetting;

export function originOf({ level, id }: Stored): Origin {
  return { level, settingId: id };
}
