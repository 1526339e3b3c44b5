import type { DeviceKind } from '@airloom/contract/devices/device-classes';

/** Settings that come with the device and its site. */
export interface BaseSettings {
  readonly version: number;
  readonly name: string;
  readonly hostname: string;
  readonly location: string;
  /** "Europe/Warsaw"; "Etc/GMT-1" or "+12:45" for an offset. */
  readonly timeZone: string;
  /** Two letters; null keeps the device's own. */
  readonly country: string | null;
  readonly ntpServers: readonly string[];
  readonly reportEverySeconds: number;
  readonly ledsOn: boolean;
  /** Management VLAN; null: untagged. Switches have theirs by port. */
  readonly managementVlan: number | null;
  /** Reported ports of a switch. */
  readonly switchPorts: readonly SwitchPort[];
}

export interface SwitchPort {
  readonly name: string;
  readonly speedMbps: number | null;
  readonly fullDuplex: boolean | null;
  /** Whether the port supplies power; null when it has no PoE. */
  readonly poe: boolean | null;
  /** False when it was disabled on purpose; null when the switch does not report that. */
  readonly enabled: boolean | null;
  /** False when its speed is fixed; null when the switch does not report that. */
  readonly negotiated: boolean | null;
  /** Absent in ports that earlier releases stored. */
  readonly optical?: boolean;
  /**
   * Whether it carries the connection to the cloud; null when the switch does not name its uplink and this port could be
   * it. Absent in ports that earlier releases stored.
   */
  readonly uplink?: boolean | null;
}

/** Whether enough is known about a device to build a configuration that keeps it reachable. */
export function canBeConfigured(kind: DeviceKind, switchPorts: readonly SwitchPort[]): boolean {
  return kind !== 'switch' || switchPorts.length > 0;
}

/** Devices refuse a shorter interval. */
export const REPORT_EVERY_MIN_SECONDS = 60;
