import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type {
  Abilities,
  Answer,
  DeviceEvent,
  Hello,
  Report,
  ScanEntry,
  Serial,
} from '@airloom/device-protocol/model';
import type { RadiusService } from '@airloom/device-protocol/write-frame';

/** A device connected to this process; its certificate proves its identity. */
export interface ConnectedDevice {
  readonly tenant: string;
  readonly deviceId: string;
  /** Null while unclaimed; changes when it is claimed or moved. */
  readonly siteId: string | null;
  readonly serial: Serial;
  readonly kind: DeviceKind;
  readonly abilities: Abilities;
  /** Id of this connection. */
  readonly connectionId: string;
  /** Remote address of the connection, which may be a proxy or a router in front of the device. */
  readonly address: string;
}

/** Events of a device's connection. */
export type ConnectionNotice =
  | { readonly type: 'connectionReplaced'; readonly oldAddress: string; readonly newAddress: string }
  | { readonly type: 'connectionRefused'; readonly cause: 'revoked'; readonly address: string };

/**
 * Receives messages of devices. Calls for one device are in the sequence of its messages; none may wait or throw. `at` is
 * the time of receipt in milliseconds.
 */
export interface DeviceFacts {
  onHello(device: ConnectedDevice, hello: Hello, at: number): void;
  onReports(device: ConnectedDevice, reports: readonly Report[], at: number): void;
  onEvents(device: ConnectedDevice, events: readonly DeviceEvent[], at: number): void;
  onScan(device: ConnectedDevice, entries: readonly ScanEntry[], at: number): void;
  /** Every answer to a sent command; some devices answer twice. */
  onAnswer(device: ConnectedDevice, answer: Answer, at: number): void;
  onRadius(device: ConnectedDevice, service: RadiusService, packet: Buffer, at: number): void;
  onNeedsReboot(device: ConnectedDevice, at: number): void;
  onNotice(device: ConnectedDevice, notice: ConnectionNotice, at: number): void;
  /** The connection has ended; presence decides later whether the device is offline. */
  onDisconnected(device: ConnectedDevice, at: number): void;
  /** While true, devices are not read. */
  isFull(): boolean;
}

/** Combines the receivers of several domains, each of which implements some of the methods. */
export function combineFacts(parts: readonly Partial<DeviceFacts>[]): DeviceFacts {
  return {
    onHello: (...fact) => parts.forEach((part) => part.onHello?.(...fact)),
    onReports: (...fact) => parts.forEach((part) => part.onReports?.(...fact)),
    onEvents: (...fact) => parts.forEach((part) => part.onEvents?.(...fact)),
    onScan: (...fact) => parts.forEach((part) => part.onScan?.(...fact)),
    onAnswer: (...fact) => parts.forEach((part) => part.onAnswer?.(...fact)),
    onRadius: (...fact) => parts.forEach((part) => part.onRadius?.(...fact)),
    onNeedsReboot: (...fact) => parts.forEach((part) => part.onNeedsReboot?.(...fact)),
    onNotice: (...fact) => parts.forEach((part) => part.onNotice?.(...fact)),
    onDisconnected: (...fact) => parts.forEach((part) => part.onDisconnected?.(...fact)),
    isFull: () => parts.some((part) => part.isFull?.() === true),
  };
}
