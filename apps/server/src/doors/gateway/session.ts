import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Abilities, Answer, Serial } from '@airloom/device-protocol/model';
import type { WebSocket } from 'ws';
import type { Proof } from '../../domains/network/devices/admission/admission.trust.ts';
import type { ConnectedDevice } from '../../domains/network/devices/device-facts.ts';
import { newId } from '../../platform/ids.ts';
import { Allowance, type Rate } from './admission/allowance.ts';
import type { Arriving } from './admission/entrance.ts';

export interface SessionRates {
  readonly messages: Rate;
  readonly bytes: Rate;
  readonly waits: Rate;
  readonly malformed: Rate;
}

/** A command that was sent and not yet answered. */
export interface Pending {
  readonly deadline: number;
  settle(outcome: Answer | Error): void;
}

/** The connected device, of which only the place can change. */
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

/** `admitting`: it said hello and waits to be let in. */
export type Stage = 'hello' | 'admitting' | 'inside' | 'closing';

/** One device's connection. Kept small: there are tens of thousands, and shared sweeps do what timers would. */
export class Session {
  readonly socket: WebSocket;
  /** The socket below, as the entrance knows it. */
  readonly arriving: Arriving;
  readonly proof: Proof;
  readonly address: string;
  readonly connectionId = newId();
  stage: Stage = 'hello';
  device: SessionDevice | null = null;
  /** What it calls this endpoint. */
  host: string | null = null;
  /** Frames that still came while it was not read from. */
  backlog: Buffer[] = [];
  unansweredPing: Buffer | null = null;
  /** When it last said something of its own accord. */
  spokeAt: number;
  /** When it last gave a sign of life. */
  heardAt: number;
  pingedAt = 0;
  closingAt = 0;
  paused = false;
  readonly messages: Allowance;
  readonly bytes: Allowance;
  waits: Allowance | null = null;
  malformed: Allowance | null = null;
  lastCommandId = 0;
  pending: Map<number, Pending> | null = null;

  constructor(
    socket: WebSocket,
    arriving: Arriving,
    proof: Proof,
    address: string,
    rates: SessionRates,
    now: number,
  ) {
    this.socket = socket;
    this.arriving = arriving;
    this.proof = proof;
    this.address = address;
    this.spokeAt = now;
    this.heardAt = now;
    this.messages = new Allowance(rates.messages, now);
    this.bytes = new Allowance(rates.bytes, now);
  }

  get isOpen(): boolean {
    return this.stage !== 'closing' && this.socket.readyState === this.socket.OPEN;
  }
}
