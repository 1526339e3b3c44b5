import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Abilities, Answer, Serial } from '@airloom/device-protocol/model';
import type { WebSocket } from 'ws';
import type { Proof } from '../../domains/network/devices/admission/admission.trust.ts';
import type { ConnectedDevice } from '../../domains/network/devices/device-facts.ts';
import { newId } from '../../platform/ids.ts';
import { type Rate, TokenBucket } from '../../platform/throttle/token-bucket.ts';
import type { PendingSocket } from './admission/handshake-queue.ts';

export interface SessionRates {
  readonly messages: Rate;
  readonly bytes: Rate;
  readonly waits: Rate;
  readonly malformed: Rate;
}

/** A command in flight. */
export interface Pending {
  readonly deadline: number;
  settle(outcome: Answer | Error): void;
}

/** The connected device; only its site can change. */
export interface SessionDevice extends ConnectedDevice {
  readonly tenant: string;
  readonly deviceId: string;
  siteId: string | null;
  readonly serial: Serial;
  readonly kind: DeviceKind;
  readonly abilities: Abilities;
  readonly connectionId: string;
  readonly address: string;
}

/** `admitting`: after its hello, before its admission. */
export type Stage = 'hello' | 'admitting' | 'inside' | 'closing';

/** Connection of one device. Kept small: there are tens of thousands, and shared sweeps replace timers. */
export class Session {
  readonly socket: WebSocket;
  /** The TCP socket, as known to the handshake queue. */
  readonly rawSocket: PendingSocket;
  readonly proof: Proof;
  readonly address: string;
  readonly connectionId = newId();
  stage: Stage = 'hello';
  device: SessionDevice | null = null;
  /** The `Host` of its request. */
  host: string | null = null;
  /** Frames received while it was paused. */
  backlog: Buffer[] = [];
  unansweredPing: Buffer | null = null;
  /** Time of its last message or ping. */
  lastMessageAt: number;
  /** Time of its last message, ping or pong. */
  lastSeenAt: number;
  pingedAt = 0;
  closingAt = 0;
  paused = false;
  readonly messages: TokenBucket;
  readonly bytes: TokenBucket;
  waits: TokenBucket | null = null;
  malformed: TokenBucket | null = null;
  lastCommandId = 0;
  pending: Map<number, Pending> | null = null;

  constructor(
    socket: WebSocket,
    rawSocket: PendingSocket,
    proof: Proof,
    address: string,
    rates: SessionRates,
    now: number,
  ) {
    this.socket = socket;
    this.rawSocket = rawSocket;
    this.proof = proof;
    this.address = address;
    this.lastMessageAt = now;
    this.lastSeenAt = now;
    this.messages = new TokenBucket(rates.messages, now);
    this.bytes = new TokenBucket(rates.bytes, now);
  }

  get isOpen(): boolean {
    return this.stage !== 'closing' && this.socket.readyState === this.socket.OPEN;
  }
}
