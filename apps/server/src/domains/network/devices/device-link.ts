import type { DeviceCommand } from '@airloom/device-protocol/commands';
import type { Answer } from '@airloom/device-protocol/model';
import type { RadiusService } from '@airloom/device-protocol/write-frame';
import type { ConnectedDevice } from './device-facts.ts';

/** Sends to the devices connected to this process. */
export interface DeviceLink {
  isHere(tenant: string, deviceId: string): boolean;
  /**
   * Sends a command and resolves with its first answer; rejects with a {@link LinkFailure}. The caller decides whether
   * the device may be sent one now.
   */
  send(tenant: string, deviceId: string, command: DeviceCommand): Promise<Answer>;
  /** Reports up to `sequence` of this connection are stored; sent only to devices that expect it. */
  acknowledge(
    connection: Pick<ConnectedDevice, 'tenant' | 'deviceId' | 'connectionId'>,
    sequence: number,
  ): void;
  sendRadius(tenant: string, deviceId: string, service: RadiusService, packet: Buffer): boolean;
  /** Closes the connection; false when there is none. */
  close(tenant: string, deviceId: string, code: number): boolean;
}

export type LinkFailureReason =
  /** Not connected to this process. */
  | 'notHere'
  /** Too large for the device, or refused by the socket: the device never received it. */
  | 'sendFailed'
  /** Sent, and not answered in time. */
  | 'noAnswer'
  /** Sent, and the connection ended before an answer. */
  | 'gone';

export class LinkFailure extends Error {
  readonly reason: LinkFailureReason;

  constructor(reason: LinkFailureReason) {
    super(reason);
    this.name = 'LinkFailure';
    this.reason = reason;
  }
}

/** Close codes of device connections. */
export const DEVICE_CLOSE = {
  /** The process stops, or the device should reconnect. */
  restart: 1012,
  policy: 1008,
  /** A message could not be handled. */
  failed: 1011,
  /** Its certificate or the device itself is no longer accepted. */
  refused: 4403,
  /** A message before hello, or the serial of another device. */
  protocol: 4400,
  /** Replaced by another connection of the device. */
  replaced: 4409,
  silent: 4408,
} as const;
