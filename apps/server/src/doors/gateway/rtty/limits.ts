import { SECOND } from '@airloom/contract/time';
import type { Rate } from '../../../platform/throttle/token-bucket.ts';

const KILOBYTE = 1024;

export interface RttyLimits {
  /** Connections of this process, registered or not. */
  readonly connectionsMax: number;
  readonly connectionsPerAccount: number;
  readonly connectionsPerDevice: number;
  /** Sockets that have not registered, in total and per address; a whole site may share one. */
  readonly unregisteredMax: number;
  readonly unregisteredPerAddress: number;
  /** From the TCP connection to the registration. */
  readonly registerMs: number;
  /** From the command to the registration; afterwards its id and token are invalid. */
  readonly expectedMs: number;
  /** From the login request to its answer. */
  readonly loginMs: number;
  /** Rejected registrations of one address. */
  readonly rejected: Rate;
  /** A device that sent nothing for this long is gone. Longer for devices with rare heartbeats. */
  readonly silentMs: number;
  readonly silentMaxMs: number;
  readonly messages: Rate;
  /** Received bytes; reading pauses above it. */
  readonly bytes: Rate;
  /** Received bytes of a terminal that nobody has consumed yet; reading pauses above it. */
  readonly unreadMaxBytes: number;
  /** The device exceeds its window of 4,096 bytes by far. */
  readonly windowMaxBytes: number;
  /** Bytes that the device has not read yet; writers wait above it. */
  readonly unsentMaxBytes: number;
  /** Further answers to messages of a device that does not read; it is disconnected above it. */
  readonly unreadAnswersMaxBytes: number;
  /** A device that reads nothing of what waits for it for this long is gone. */
  readonly stalledMs: number;
  /** From the end of a connection to the last byte the device reads. */
  readonly closingMs: number;
}

export const RTTY_LIMITS: RttyLimits = {
  connectionsMax: 1_000,
  connectionsPerAccount: 100,
  connectionsPerDevice: 6,
  unregisteredMax: 256,
  unregisteredPerAddress: 64,
  registerMs: 10 * SECOND,
  expectedMs: 30 * SECOND,
  loginMs: 10 * SECOND,
  rejected: { atOnce: 30, perSecond: 1 / 6 },
  silentMs: 20 * SECOND,
  silentMaxMs: 45 * SECOND,
  messages: { atOnce: 20_000, perSecond: 5_000 },
  bytes: { atOnce: 4_096 * KILOBYTE, perSecond: 2_048 * KILOBYTE },
  unreadMaxBytes: 128 * KILOBYTE,
  windowMaxBytes: 192 * KILOBYTE,
  unsentMaxBytes: 128 * KILOBYTE,
  unreadAnswersMaxBytes: 64 * KILOBYTE,
  stalledMs: 25 * SECOND,
  closingMs: 5 * SECOND,
};
