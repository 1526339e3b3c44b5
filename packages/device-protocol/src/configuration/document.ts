import type { Band, ChannelMode } from '../model.ts';

/** A configuration document of a device. */
export type ConfigurationDocument = {
  readonly uuid: number;
  readonly unit: UnitSettings;
  readonly radios?: readonly RadioSettings[];
  readonly ethernet?: readonly PortSettings[];
  readonly switch?: SwitchSettings;
  readonly interfaces: readonly InterfaceSettings[];
  readonly services: ServiceSettings;
  readonly metrics: MetricSettings;
};

export type UnitSettings = {
  readonly name: string;
  readonly hostname: string;
  readonly location: string;
  /** POSIX format. */
  readonly timezone: string;
  readonly 'leds-active': boolean;
};

export type RadioSettings = {
  readonly band: Band;
  readonly channel: number | 'auto';
  readonly 'channel-width': number;
  readonly 'channel-mode'?: ChannelMode;
  readonly country?: string;
  /** Channels for automatic selection. */
  readonly 'valid-channels'?: readonly number[];
  readonly enable?: boolean;
  readonly 'tx-power'?: number;
  readonly 'maximum-clients'?: number;
  /** Lowest rate of beacons, in kbit/s: slower clients do not join. */
  readonly rates?: { readonly beacon: number; readonly multicast: number };
};

/** A switch disables every port without an entry. */
export type PortSettings = {
  readonly 'select-ports': readonly string[];
  readonly speed: number;
  readonly duplex: 'full' | 'half';
  /** Devices that support this key negotiate by default; others set the speed. */
  readonly autoneg?: boolean;
  readonly enabled: boolean;
  readonly name?: string;
  readonly poe?: {
    readonly 'admin-mode': boolean;
    /** Milliwatts. */
    readonly 'power-limit'?: number;
    readonly priority?: 'low' | 'medium' | 'high' | 'critical';
  };
  readonly 'storm-control'?: { readonly 'broadcast-pps': number };
  readonly 'dhcp-snoop-port'?: { readonly 'dhcp-snoop-port-trust': boolean };
};

export type SwitchSettings = {
  /** Downlink ports reach uplink ports only. */
  readonly 'port-isolation'?: {
    readonly sessions: readonly {
      readonly id: number;
      readonly uplink: { readonly 'interface-list': readonly string[] };
      readonly downlink: { readonly 'interface-list': readonly string[] };
    }[];
  };
  readonly 'dhcp-snooping'?: { readonly 'dhcp-snoop-enable': boolean };
};

export type InterfaceSettings = {
  readonly name: string;
  readonly role: 'upstream' | 'downstream';
  readonly services: readonly string[];
  readonly vlan?: { readonly id: number; readonly proto: '802.1q' };
  readonly ethernet: readonly {
    readonly 'select-ports': readonly string[];
    readonly 'vlan-tag'?: 'tagged' | 'un-tagged';
  }[];
  readonly ipv4: AddressSettings;
  readonly ssids?: readonly SsidSettings[];
};

export type AddressSettings = {
  readonly addressing: 'dynamic' | 'static' | 'none';
  /** `192.0.2.2/24` */
  readonly subnet?: readonly { readonly prefix: string }[];
  readonly gateway?: readonly {
    readonly prefix: string;
    readonly nexthop: string;
    readonly metric: number;
  }[];
  readonly 'dhcp-snoop-vlan-enable'?: boolean;
};

export type SsidSettings = {
  readonly name: string;
  readonly 'wifi-bands': readonly Band[];
  readonly 'bss-mode': 'ap';
  readonly 'hidden-ssid': boolean;
  readonly 'isolate-clients': boolean;
  readonly services?: readonly string[];
  readonly encryption: EncryptionSettings;
  readonly 'multi-psk'?: readonly {
    readonly key: string;
    readonly mac?: string;
    readonly 'vlan-id'?: number;
  }[];
  readonly radius?: RadiusSettings;
  readonly roaming?: {
    readonly 'message-exchange': 'ds';
    readonly 'generate-psk': boolean;
    readonly 'domain-identifier': string;
  };
  /** Per client, in Mbit/s. Ingress: from the client. */
  readonly 'rate-limit'?: { readonly 'ingress-rate': number; readonly 'egress-rate': number };
};

export type EncryptionSettings = {
  readonly proto: 'none' | 'owe' | 'psk2' | 'sae' | 'sae-mixed' | 'wpa3' | 'wpa3-mixed';
  readonly key?: string;
  readonly ieee80211w?: 'optional' | 'required';
};

export type RadiusServerSettings = {
  readonly host: string;
  readonly port: number;
  readonly secret: string;
};

export type RadiusSettings = {
  readonly authentication: RadiusServerSettings;
  readonly accounting?: RadiusServerSettings;
};

export type ServiceSettings = {
  readonly lldp: { readonly describe: string; readonly location: string };
  readonly ssh: { readonly enable?: boolean; readonly 'password-authentication': boolean };
  readonly ntp?: { readonly servers: readonly string[] };
};

export type MetricSettings = {
  readonly statistics: { readonly interval: number; readonly types: readonly string[] };
  readonly health: { readonly interval: number };
  readonly realtime: { readonly types: readonly string[] };
};
