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

/** A device whose connection is held by this process; who it is was proven by its certificate. */
export interface ConnectedDevice {
  readonly tenant: string;
  readonly deviceId: string;
  /** Null while it waits to be claimed; changes when it is claimed or moved. */
  readonly siteId: string | null;
  readonly serial: Serial;
  readonly kind: DeviceKind;
  readonly abilities: Abilities;
  /** Which of its connections this is. */
  readonly connectionId: string;
  /** Where that comes from, which may be a proxy or a router before the device. */
  readonly address: string;
}

/** What the cloud itself saw of a device's connection. */
export type ConnectionNotice =
  | { readonly type: 'connectionReplaced'; readonly oldAddress: string; readonly newAddress: string }
  | { readonly type: 'connectionRefused'; readonly cause: 'revoked'; readonly address: string };

/**
 * What comes from devices, for whoever makes something of it. Calls of one device come in the order in which
 * the device said things; none may wait or throw. `at` is the arrival, in milliseconds.
 */
export interface DeviceFacts {
  onHello(device: ConnectedDevice, hello: Hello, at: number): void;
  onReports(device: ConnectedDevice, reports: readonly Report[], at: number): void;
  onEvents(device: ConnectedDevice, events: readonly DeviceEvent[], at: number): void;
  onScan(device: ConnectedDevice, entries: readonly ScanEntry[], at: number): void;
  /** Every answer to a command that was sent; some devices answer twice. */
  onAnswer(device: ConnectedDevice, answer: Answer, at: number): void;
  onRadius(device: ConnectedDevice, service: RadiusService, packet: Buffer, at: number): void;
  onNeedsReboot(device: ConnectedDevice, at: number): void;
  onNotice(device: ConnectedDevice, notice: ConnectionNotice, at: number): void;
  /** The connection is gone; presence decides later whether the device is offline. */
  onGone(device: ConnectedDevice, at: number): void;
  /** While true nothing more can be taken in: devices are not read from. */
  isFull(): boolean;
}

/** One set of facts out of those of several domains; each implements what it cares for. */
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
    onGone: (...fact) => parts.forEach((part) => part.onGone?.(...fact)),
    isFull: () => parts.some((part) => part.isFull?.() === true),
  };
}
