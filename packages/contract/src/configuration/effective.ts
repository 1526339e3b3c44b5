import type { BANDS } from '../devices/devices.model.ts';
import type { PortField, PortValue } from '../switches/port.rules.ts';
import type { SwitchBase, SwitchRoute, SwitchVlans } from '../switches/switch.rules.ts';
import type { SwitchAddress } from '../switches/uplink.ts';
import type { RadioValue } from '../wireless/radio.rules.ts';
import type { WirelessNetwork } from '../wireless/wireless-network.rules.ts';
import type { Level } from './levels.ts';
import type { StoredSecret } from './secret.ts';

export type Band = (typeof BANDS)[number];

/** Which setting a value comes from. */
export interface Origin {
  readonly level: Level;
  readonly settingId: string;
}

/** A value with its secrets as they are stored. */
type Stored<T> = T extends string | StoredSecret
  ? T
  : T extends readonly (infer E)[]
    ? readonly Stored<E>[]
    : T extends object
      ? { readonly [K in keyof T]: StoredValue<T[K]> }
      : T;
type StoredValue<T> = [StoredSecret] extends [Exclude<T, string | null>] ? Exclude<T, string> : Stored<T>;

export type StoredNetwork = Stored<WirelessNetwork>;

/** A wireless network as it applies to one device. */
export interface EffectiveNetwork {
  readonly id: string;
  readonly value: Omit<StoredNetwork, 'targets'>;
  /** Fields that differ from the organization's network, and where from. */
  readonly origin: Origin;
  readonly overridden: Readonly<Partial<Record<keyof StoredNetwork, Origin>>>;
}

export interface EffectiveRadio {
  readonly value: RadioValue;
  readonly origins: Readonly<Partial<Record<keyof RadioValue, Origin>>>;
}

export interface EffectivePort {
  readonly label?: string;
  /** With the fields of its profile. */
  readonly value: PortValue;
  readonly origins: Readonly<Partial<Record<keyof PortValue | 'label', Origin>>>;
}

/** What a profile sets for a range of ports of a model. */
export interface ModelPorts {
  readonly ports: string;
  readonly value: PortValue;
  readonly origin: Origin;
}

/** Earlier settings of a switch that stay in force instead of those that may cut it off. */
export interface KeptSettings {
  /** By port: the fields that stay, and their values where they have any. */
  readonly ports: Readonly<
    Record<string, { readonly fields: readonly PortField[]; readonly value: PortValue }>
  >;
  readonly address?: SwitchAddress;
  readonly defaultRoutes?: readonly SwitchRoute[];
}

/** Settings of a switch. */
export interface EffectiveSwitch {
  /** By the name that the switch reports. */
  readonly ports: Readonly<Record<string, EffectivePort>>;
  /** What stays as it was, because nobody confirmed that it may cut off the switch. Absent in stored settings. */
  readonly kept?: KeptSettings;
  /** The more specific level last; settings of single ports win over them. */
  readonly modelPorts: readonly ModelPorts[];
  readonly vlans: { readonly value: SwitchVlans['vlans']; readonly origin: Origin } | null;
  readonly routes: { readonly value: readonly SwitchRoute[]; readonly origin: Origin } | null;
  readonly base: { readonly value: SwitchBase; readonly origin: Origin } | null;
}

/** All settings that apply to one device. */
export interface EffectiveSettings {
  readonly networks: readonly EffectiveNetwork[];
  readonly radios: Readonly<Partial<Record<Band, EffectiveRadio>>>;
  readonly bandSteering: { readonly value: boolean; readonly origin: Origin } | null;
  /** Absent: untagged. */
  readonly managementVlan?: { readonly value: number; readonly origin: Origin };
  /** Absent on other devices, and on switches without settings. */
  readonly switch?: EffectiveSwitch;
}

export const NO_SETTINGS: EffectiveSettings = { networks: [], radios: {}, bandSteering: null };
