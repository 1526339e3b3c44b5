import type { ServerResponse } from 'node:http';
import { Failure } from '../failure.ts';

export interface CallLimits {
  readonly perSessionMax: number;
  readonly perAccountMax: number;
  /** Calls of one account that search for a text, which are among the most expensive. */
  readonly searchesPerAccountMax: number;
  /** Of one account. */
  readonly waitingMax: number;
  readonly waitMaxMs: number;
  /** One statement of a call that only reads. Does not apply to exports and jobs. */
  readonly readStatementMaxMs: number;
}

/** Calls of signed-in people and API keys that run at the same time; further calls wait for their turn. */
export const CALL_LIMITS: CallLimits = {
  perSessionMax: 6,
  perAccountMax: 8,
  searchesPerAccountMax: 2,
  waitingMax: 256,
  waitMaxMs: 10_000,
  readStatementMaxMs: 10_000,
};

/** The same for the demo account, which anyone can enter. */
export const DEMO_CALL_LIMITS: CallLimits = {
  perSessionMax: 3,
  perAccountMax: 4,
  searchesPerAccountMax: 1,
  waitingMax: 128,
  waitMaxMs: 10_000,
  readStatementMaxMs: 3_000,
};

/** Used instead of an account for unauthenticated calls. */
export const PUBLIC = 'public';

/** Unauthenticated calls: per address, and in total, so that connections remain for session checks. */
export const PUBLIC_CALL_LIMITS: CallLimits = {
  perSessionMax: 8,
  perAccountMax: 8,
  searchesPerAccountMax: 8,
  waitingMax: 512,
  waitMaxMs: 20_000,
  readStatementMaxMs: 10_000,
};

/**
 * Concurrent downloads, for as long as their bytes are sent. They are counted separately from calls: a slow
 * download does not block a page.
 */
export const DOWNLOAD_LIMITS: CallLimits = {
  perSessionMax: 4,
  perAccountMax: 16,
  searchesPerAccountMax: 16,
  waitingMax: 64,
  waitMaxMs: 10_000,
  readStatementMaxMs: 10_000,
};

/** The same for the demo account, whose visitors share it. */
export const DEMO_DOWNLOAD_LIMITS: CallLimits = { ...DOWNLOAD_LIMITS, perSessionMax: 2 };

/** The same for public files: per address, and in total. */
export const PUBLIC_DOWNLOAD_LIMITS: CallLimits = {
  ...DOWNLOAD_LIMITS,
  perSessionMax: 16,
  perAccountMax: 256,
  waitingMax: 512,
};

export interface CallToRun {
  readonly tenant: string;
  /** The token of a session, or an API key; the address of unauthenticated clients. */
  readonly session: string;
  readonly isSearch: boolean;
  readonly limits: CallLimits;
  /** Aborted when the client has closed its connection: the call then stops waiting. */
  readonly response: ServerResponse;
}

interface Waiting {
  readonly call: CallToRun;
  start(): void;
}

interface Account {
  running: number;
  searches: number;
  readonly sessions: Map<string, number>;
  readonly waiting: Set<Waiting>;
}

const RETRY_AFTER_SECONDS = 2;

export function callLimits({ demo }: { readonly demo: boolean }): CallLimits {
  return demo ? DEMO_CALL_LIMITS : CALL_LIMITS;
}

/**
 * Limits concurrent calls, per session, per account and for searches of an account. Further calls
 * wait in order of arrival, for a limited time; a call whose session has no free slot does not block other sessions.
 */
export class CallsInFlight {
  readonly #accounts = new Map<string, Account>();

  async run<T>(call: CallToRun, work: () => Promise<T>): Promise<T> {
    const account = this.#accountOf(call.tenant);
    if (hasFreeSlot(account, call)) occupy(account, call);
    else await this.#wait(account, call);
    try {
      return await work();
    } finally {
      this.#leave(account, call);
    }
  }

  #accountOf(tenant: string): Account {
    const known = this.#accounts.get(tenant);
    if (known !== undefined) return known;
    const account: Account = { running: 0, searches: 0, sessions: new Map(), waiting: new Set() };
    this.#accounts.set(tenant, account);
    return account;
  }

  /** Resolves when the call holds its slots. */
  #wait(account: Account, call: CallToRun): Promise<void> {
    const { limits, response } = call;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = (): void => {
      account.waiting.delete(waiting);
      reject(new Failure('tooManyCalls', {}, { retryAfter: RETRY_AFTER_SECONDS }));
    };
    const waiting: Waiting = {
      call,
      start: () => {
        account.waiting.delete(waiting);
        occupy(account, call);
        resolve();
      },
    };
    if (account.waiting.size >= limits.waitingMax || response.closed) {
      refuse();
      return promise;
    }
    account.waiting.add(waiting);
    const timer = setTimeout(refuse, limits.waitMaxMs);
    response.once('close', refuse);
    return promise.finally(() => {
      clearTimeout(timer);
      response.off('close', refuse);
    });
  }

  #leave(account: Account, call: CallToRun): void {
    account.running -= 1;
    if (call.isSearch) account.searches -= 1;
    const ofSession = (account.sessions.get(call.session) ?? 1) - 1;
    if (ofSession === 0) account.sessions.delete(call.session);
    else account.sessions.set(call.session, ofSession);
    for (const waiting of account.waiting) {
      if (account.running >= waiting.call.limits.perAccountMax) break;
      if (hasFreeSlot(account, waiting.call)) waiting.start();
    }
    if (account.running === 0) this.#accounts.delete(call.tenant);
  }
}

function hasFreeSlot(account: Account, { session, isSearch, limits }: CallToRun): boolean {
  return (
    account.running < limits.perAccountMax &&
    (account.sessions.get(session) ?? 0) < limits.perSessionMax &&
    (!isSearch || account.searches < limits.searchesPerAccountMax)
  );
}

function occupy(account: Account, { session, isSearch }: CallToRun): void {
  account.running += 1;
  if (isSearch) account.searches += 1;
  account.sessions.set(session, (account.sessions.get(session) ?? 0) + 1);
}
