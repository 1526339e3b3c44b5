import { randomBytes } from 'node:crypto';
import type { Registration } from '@airloom/device-protocol/rtty/messages';
import { hashToken, sameBytes } from '../../../platform/secrets.ts';
import type { RttyConnection, RttyDevice } from './rtty-connection.ts';

/** What a device must register with: fresh for each connection, 32 characters each. */
export interface RttyKey {
  readonly id: string;
  readonly token: string;
}

export interface Expectation {
  readonly device: RttyDevice;
  arrived(connection: RttyConnection): void;
  expired(): void;
}

interface Expected extends Expectation {
  readonly hash: Buffer;
  readonly timer: NodeJS.Timeout;
}

/** Connections that devices were asked to make. Each key is valid once and for a short time. */
export class ExpectedConnections {
  readonly #byId = new Map<string, Expected>();

  get size(): number {
    return this.#byId.size;
  }

  add(expectation: Expectation, withinMs: number): RttyKey {
    const key = { id: randomBytes(16).toString('hex'), token: randomBytes(16).toString('hex') };
    const timer = setTimeout(() => {
      this.#byId.delete(key.id);
      expectation.expired();
    }, withinMs);
    this.#byId.set(key.id, { ...expectation, hash: hashToken(key.token), timer });
    return key;
  }

  remove(id: string): void {
    const expected = this.#byId.get(id);
    if (expected === undefined) return;
    clearTimeout(expected.timer);
    this.#byId.delete(id);
  }

  /** Uses up the key of the registration, also when its token is wrong; null if it is not accepted. */
  take({ id, token }: Pick<Registration, 'id' | 'token'>): Expectation | null {
    const expected = this.#byId.get(id);
    if (expected === undefined) return null;
    this.remove(id);
    if (sameBytes(expected.hash, hashToken(token))) return expected;
    expected.expired();
    return null;
  }

  clear(): void {
    for (const id of this.#byId.keys()) this.remove(id);
  }
}
