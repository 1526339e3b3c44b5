import type { CablePair } from '@airloom/contract/commands/cable-test.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';

/**
 * The neutral device model, independent of protocol dialects. An adapter converts frames once on receipt. Values that a
 * device does not report are null, never zero. Times are milliseconds since 1970, rates kilobits per second, power
 * watts, signals dBm.
 */

/** 12 lower-case hex digits: the MAC address in the certificate. */
export type Serial = string;

export type Band = '2G' | '5G' | '6G';

/** Sent by a device when it connects. */
export interface Hello {
  readonly serial: Serial;
  readonly kind: DeviceKind;
  /** Serial number on the label, if known to the device. */
  readonly sn: string | null;
  readonly model: string;
  readonly firmware: string;
  /** Running configuration: 0 recovery mode, 1 none yet. */
  readonly configVersion: number;
  readonly reason: string;
  readonly abilities: Abilities;
}

export interface Abilities {
  /** Supports a compressed `configure`. */
  readonly compressedCommands: boolean;
  /** Stores reports until they are acknowledged. */
  readonly acknowledgedReports: boolean;
  readonly remoteShell: boolean;
  /** Forwards HTTP and HTTPS to addresses that it reaches. */
  readonly webProxy: boolean;
  /** Forwards TCP connections. */
  readonly tcpTunnels: boolean;
  readonly country: string | null;
  readonly radios: readonly RadioAbility[];
  readonly ports: readonly string[];
}

export type ChannelMode = 'HT' | 'VHT' | 'HE' | 'EHT';

export interface RadioAbility {
  readonly bands: readonly Band[];
  readonly channels: readonly number[];
  /** Each mode with the widest channel it supports; empty when the device does not list them. */
  readonly modes: readonly { readonly mode: ChannelMode; readonly maxWidthMhz: number }[];
}

export interface Traffic {
  /** Counters since the device started, from the device's point of view. */
  readonly rxBytes: number;
  readonly txBytes: number;
}

export interface Report {
  readonly serial: Serial;
  /** Measurement time; null: time of receipt. */
  readonly at: number | null;
  /** Number of a stored report, for its acknowledgement. */
  readonly sequence: number | null;
  readonly configVersion: number;
  /** Set when this answers a request for the state. */
  readonly requestId: string | null;
  readonly unit: UnitSample;
  /** Traffic of the uplink of an access point or switch, or of the WAN of a gateway. */
  readonly uplink: Traffic | null;
  readonly addresses: readonly string[];
  readonly radios: readonly RadioSample[];
  /** Networks on air; null when not reported. */
  readonly networks: readonly NetworkSample[] | null;
  readonly clients: readonly ClientSample[];
  readonly ports: readonly PortSample[];
  /** Disabled ports; null when not reported. */
  readonly disabledPorts: readonly string[] | null;
  /** Switch ports that negotiate their speed; null when not reported. */
  readonly negotiatedPorts: readonly string[] | null;
  /** VLANs of switch ports; null when not reported. */
  readonly portVlans: readonly PortVlans[] | null;
  /** Switch ports that reach uplink ports only; null when not reported. */
  readonly isolatedPorts: readonly string[] | null;
  /** Routes of a switch; null when not reported. */
  readonly routes: readonly RouteSample[] | null;
  readonly links: readonly LinkSample[];
  /** Forwarding table of a switch; empty when not reported. */
  readonly macTable: readonly LearnedAddresses[];
  readonly power: PowerSample | null;
  readonly members: readonly MemberSample[];
  /** Whether `members` is a complete list: unlisted devices are no members. */
  readonly membersAreAll: boolean;
  readonly pair: PairSample | null;
  readonly mesh: MeshSample | null;
}

export interface UnitSample {
  readonly uptimeSeconds: number | null;
  readonly cpuPercent: number | null;
  readonly memoryPercent: number | null;
  readonly temperature: number | null;
}

export interface RadioSample {
  readonly index: number;
  readonly band: Band;
  readonly channel: number;
  readonly widthMhz: number;
  readonly txPower: number | null;
  readonly utilisationPercent: number | null;
  readonly noise: number | null;
  readonly temperature: number | null;
  readonly clients: number;
  readonly traffic: Traffic;
  readonly txRetries: number | null;
  readonly txFailed: number | null;
}

/** One network of a radio. */
export interface NetworkSample {
  readonly ssid: string;
  /** Lower case with colons; null when not reported. */
  readonly bssid: string | null;
  readonly band: Band;
}

export interface ClientSample {
  /** Lower case with colons. */
  readonly mac: string;
  readonly ip: string | null;
  readonly hostname: string | null;
  /** Null for a wired client. */
  readonly wireless: WirelessClient | null;
  /** The port of a wired client. */
  readonly port: string | null;
  readonly connectedSeconds: number | null;
  /** Counters of this connection; rx is what the device received from the client. */
  readonly traffic: Traffic;
}

export interface WirelessClient {
  readonly ssid: string;
  readonly bssid: string;
  readonly band: Band;
  readonly channel: number | null;
  readonly signal: number | null;
  readonly rxRateKbps: number | null;
  readonly txRateKbps: number | null;
  readonly txPackets: number | null;
  readonly txRetries: number | null;
  readonly txFailed: number | null;
}

export interface PortSample {
  readonly name: string;
  readonly uplink: boolean;
  readonly linked: boolean;
  readonly speedMbps: number | null;
  readonly fullDuplex: boolean | null;
  readonly optical: boolean | null;
  readonly traffic: Traffic;
  readonly rxPackets: number | null;
  readonly txPackets: number | null;
  readonly rxErrors: number | null;
  readonly txErrors: number | null;
  readonly power: PortPower | null;
}

export type PortPowerState = 'disabled' | 'searching' | 'delivering' | 'overload' | 'fault';

export interface PortPower {
  readonly state: PortPowerState;
  readonly watts: number | null;
}

export interface PortVlans {
  readonly port: string;
  /** VLAN of untagged frames; null when they are dropped. */
  readonly untagged: number | null;
  readonly tagged: readonly number[];
}

export interface RouteSample {
  /** `10.0.0.0/8` */
  readonly prefix: string;
  /** Null for a network that is connected directly. */
  readonly nextHop: string | null;
  readonly interface: string;
  readonly metric: number;
  readonly type: 'static' | 'direct';
}

export interface PowerSample {
  readonly budgetWatts: number | null;
  readonly usedWatts: number;
}

/** Addresses learned at a port in one VLAN. */
export interface LearnedAddresses {
  readonly port: string;
  /** Null when not reported. */
  readonly vlan: number | null;
  /** Lower case with colons. */
  readonly macs: readonly string[];
}

/** An LLDP neighbour. */
export interface LinkSample {
  readonly port: string;
  readonly peerMac: string;
  readonly peerName: string;
  readonly peerPort: string;
  readonly peerDescription: string;
}

/** A member of a wireless controller, a cloud controller or a gateway. */
export interface MemberSample {
  readonly serial: Serial;
  readonly name: string;
  readonly model: string;
  readonly firmware: string;
  readonly ip: string | null;
  readonly online: boolean;
  readonly clients: number;
  readonly uptimeSeconds: number | null;
  readonly radios: readonly RadioSample[];
  /** Of its networks, lower case with colons; empty when not reported. */
  readonly bssids: readonly string[];
}

/** A high-availability pair of wireless controllers. */
export interface PairSample {
  readonly mode: 'single' | 'ha';
  readonly role: 'active' | 'standby' | null;
  readonly peerSerial: Serial | null;
  readonly peerOnline: boolean | null;
}

export interface MeshSample {
  readonly parentSerial: Serial | null;
  readonly hops: number;
  readonly signal: number | null;
}

/** An event reported by the device. */
export interface DeviceEvent {
  readonly serial: Serial;
  /** Null when the device did not know the time. */
  readonly at: number | null;
  readonly happening: Happening;
}

export type Happening =
  | { readonly type: 'clientJoined'; readonly client: EventClient }
  | {
      readonly type: 'clientLeft';
      readonly client: EventClient;
      readonly traffic: Traffic | null;
      readonly connectedSeconds: number | null;
    }
  | { readonly type: 'clientRefused'; readonly client: EventClient; readonly reason: string }
  | { readonly type: 'portUp' | 'portDown'; readonly port: string }
  | { readonly type: 'portPower'; readonly port: string; readonly state: PortPowerState }
  | { readonly type: 'started' | 'stopped'; readonly part: string }
  | {
      readonly type: 'restarted';
      readonly cause: 'reboot' | 'powerLoss' | 'crash' | 'unknown';
      readonly text: string;
    }
  | {
      readonly type: 'upgrade';
      readonly phase: 'idle' | 'download' | 'install' | 'fail' | 'success';
      readonly percent: number | null;
    }
  | {
      readonly type: 'health';
      readonly sanity: number;
      readonly complaints: readonly string[];
      /** Set when this answers a request for the health. */
      readonly requestId?: string;
    }
  | { readonly type: 'alarm'; readonly resource: string; readonly text: string; readonly severity: number }
  | { readonly type: 'log'; readonly text: string; readonly severity: number }
  | { readonly type: 'crashLog'; readonly lines: readonly string[] }
  | { readonly type: 'memberUp' | 'memberDown'; readonly member: Serial }
  | { readonly type: 'other'; readonly name: string };

export interface EventClient {
  readonly mac: string;
  readonly ssid: string | null;
  readonly band: Band | null;
  readonly channel: number | null;
  readonly signal: number | null;
  readonly bssid: string | null;
}

export interface ScanEntry {
  readonly bssid: string;
  readonly ssid: string;
  readonly channel: number;
  readonly signal: number;
}

/** Measured pairs of the cable at a port. */
export interface CableSample {
  readonly port: string;
  readonly pairs: readonly CablePair[];
}

/** A device's answer to a command. */
export interface Answer {
  readonly id: number;
  /** 0 done, 1 partly done, 2 refused; other values are specific to the command. */
  readonly error: number;
  readonly text: string;
  readonly rejected: readonly string[];
  /** Complete result, limited by the frame size. */
  readonly result: Readonly<Record<string, unknown>>;
}

/** A parsed frame. */
export type Inbound =
  | { readonly kind: 'hello'; readonly hello: Hello }
  | { readonly kind: 'reports'; readonly reports: readonly Report[] }
  | { readonly kind: 'events'; readonly events: readonly DeviceEvent[] }
  | { readonly kind: 'scan'; readonly serial: Serial; readonly entries: readonly ScanEntry[] }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'radius'; readonly service: 'auth' | 'acct' | 'coa'; readonly packet: Buffer }
  | { readonly kind: 'needsReboot'; readonly serial: Serial }
  /** Valid and not used. */
  | { readonly kind: 'ignored'; readonly method: string }
  | { readonly kind: 'malformed'; readonly why: MalformedReason };

export type MalformedReason =
  | 'tooLarge'
  | 'notText'
  | 'notJson'
  | 'tooDeep'
  | 'badCompression'
  | 'badShape'
  | 'foreignSerial';
