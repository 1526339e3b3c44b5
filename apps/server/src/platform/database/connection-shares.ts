import { Failure } from '../failure.ts';
import { FairQueue } from '../fair-queue.ts';

/** What a connection is used for: signing in and session checks, calls of people and API keys, everything else. */
export type Use = 'identity' | 'calls' | 'background';

/** How many connections each use may take. `identity` may take all of them. */
export interface Shares {
  readonly all: number;
  readonly calls: number;
  /** Calls and background work together. */
  readonly shared: number;
}

/** How long a call or a sign-in waits for a connection, and how many wait at most. */
export interface WaitLimits {
  readonly waitMaxMs: number;
  readonly waitingMax: number;
}

const WAIT_LIMITS: WaitLimits = { waitMaxMs: 5_000, waitingMax: 500 };

const RETRY_AFTER_SECONDS = 2;
/** A fifth is kept for identity, and calls cannot use a fifth of the rest. */
const KEPT = 5;

export function sharesOf(connections: number): Shares {
  const shared = Math.max(1, connections - Math.ceil(connections / KEPT));
  return { all: connections, shared, calls: Math.max(1, shared - Math.ceil(connections / KEPT)) };
}

/** One process without calls: background work uses everything. */
export function unshared(connections: number): Shares {
  return { all: connections, shared: connections, calls: connections };
}

interface Waiting {
  readonly since: number;
  start(): void;
}

/**
 * Decides who gets one of the pool's connections. Background work waits without a limit; calls and identity wait
 * for a limited time in a queue of limited length. Calls of several accounts get connections in turn.
 */
export class ConnectionShares {
  readonly #shares: Shares;
  readonly #limits: WaitLimits;
  readonly #inUse: Record<Use, number> = { identity: 0, calls: 0, background: 0 };
  readonly #waiting: Record<Use, FairQueue<Waiting>> = {
    identity: new FairQueue(),
    calls: new FairQueue(),
    background: new FairQueue(),
  };
  #arrivals = 0;

  constructor(shares: Shares, limits: WaitLimits = WAIT_LIMITS) {
    this.#shares = shares;
    this.#limits = limits;
  }

  /** Resolves when one more connection may be used; it must be returned with {@link release}. */
  async acquire(use: Use, account = ''): Promise<void> {
    if (this.#waiting[use].size === 0 && this.#isFree(use)) this.#inUse[use] += 1;
    else await this.#wait(use, account);
  }

  release(use: Use): void {
    this.#inUse[use] -= 1;
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.start();
  }

  #isFree(use: Use): boolean {
    const { identity, calls, background } = this.#inUse;
    if (identity + calls + background >= this.#shares.all) return false;
    if (use === 'identity') return true;
    if (calls + background >= this.#shares.shared) return false;
    return use === 'background' || calls < this.#shares.calls;
  }

  #wait(use: Use, account: string): Promise<void> {
    const queue = this.#waiting[use];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#arrivals += 1;
    const waiting: Waiting = {
      since: this.#arrivals,
      start: () => {
        queue.delete(account, waiting);
        this.#inUse[use] += 1;
        resolve();
      },
    };
    queue.add(account, waiting);
    if (use === 'background') return promise;
    const refuse = (): void => {
      queue.delete(account, waiting);
      reject(new Failure('databaseBusy', {}, { retryAfter: RETRY_AFTER_SECONDS }));
    };
    if (queue.size > this.#limits.waitingMax) {
      refuse();
      return promise;
    }
    const timer = setTimeout(refuse, this.#limits.waitMaxMs);
    return promise.finally(() => clearTimeout(timer));
  }

  /** Identity first, then the next call or the first background work, whichever has waited longer. */
  #next(): Waiting | undefined {
    const identity = this.#waiting.identity.first();
    if (identity !== undefined && this.#isFree('identity')) return identity;
    const call = this.#isFree('calls') ? this.#waiting.calls.first() : undefined;
    const work = this.#isFree('background') ? this.#waiting.background.first() : undefined;
    if (call === undefined || work === undefined) return call ?? work;
    return call.since < work.since ? call : work;
  }
}
