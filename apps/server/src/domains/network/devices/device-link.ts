import type { DeviceCommand } from '@airloom/device-protocol/commands';
import type { Answer } from '@airloom/device-protocol/model';
import type { RadiusService } from '@airloom/device-protocol/write-frame';
import type { ConnectedDevice } from './device-facts.ts';

/** The way to the devices whose connections this process holds. */
export interface DeviceLink {
  isHere(tenant: string, deviceId: string): boolean;
  /**
   * Sends a command and resolves with the first answer to it; rejects with a {@link LinkFailure}. Whether the
   * device may be sent one now is for the caller to know.
   */
  send(tenant: string, deviceId: string, command: DeviceCommand): Promise<Answer>;
  /** Everything up to `sequence` of this very connection is kept; told only to devices that wait for it. */
  acknowledge(
    connection: Pick<ConnectedDevice, 'tenant' | 'deviceId' | 'connectionId'>,
    sequence: number,
  ): void;
  sendRadius(tenant: string, deviceId: string, service: RadiusService, packet: Buffer): boolean;
  /** Ends the connection; false when there is none. */
  close(tenant: string, deviceId: string, code: number): boolean;
}

export type LinkFailureReason =
  /** No connection is held here. */
  | 'notHere'
  /** It does not fit what the device can take, or the socket did not take it: the device never saw it. */
  | 'sendFailed'
  /** Sent, and no answer came in time. */
  | 'noAnswer'
  /** Sent, and the connection went before an answer came. */
  | 'gone';

export class LinkFailure extends Error {
  readonly reason: LinkFailureReason;

  constructor(reason: LinkFailureReason) {
    super(reason);
    this.name = 'LinkFailure';
    this.reason = reason;
  }
}

/** Codes a device's connection is closed with. */
export const DEVICE_CLOSE = {
  /** The process stops, or the device is asked to come back. */
  restart: 1012,
  policy: 1008,
  /** What it said could not be handled here. */
  failed: 1011,
  /** Its certificate, or the device itself, is no longer welcome. */
  refused: 4403,
  /** It spoke before saying who it is, or said someone else's name. */
  protocol: 4400,
  /** Another connection of the same device took its place. */
  replaced: 4409,
  silent: 4408,
} as const;
