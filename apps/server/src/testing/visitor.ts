import { setTimeout } from 'node:timers/promises';
import { vi } from 'vitest';
import type { TestServer } from './test-server.ts';
import { WITHIN } from './within.ts';

const EVERY_MS = 200;

export interface Figures {
  readonly calls: number;
  readonly p50: number;
  readonly p95: number;
}

/** A person who reads the alarms and the devices of an account, five times a second. */
export class Visitor {
  readonly #server: TestServer;
  readonly #as: { readonly as: string };
  #took: number[] = [];

  constructor(server: TestServer, token: string) {
    this.#server = server;
    this.#as = { as: token };
  }

  /** Makes calls while `work` runs. A call counts from when it was due, however busy this process is. */
  async during(work: () => Promise<unknown>): Promise<Figures> {
    this.#took = [];
    const over = new AbortController();
    const asking = this.#askUntil(over.signal);
    try {
      await work();
    } finally {
      over.abort();
      await asking;
    }
    return this.#figures();
  }

  /** Makes calls for a while, when nothing else runs. */
  look(times: number): Promise<Figures> {
    return this.during(() => vi.waitUntil(() => this.#took.length >= times, WITHIN));
  }

  /** Like a browser, it waits for the answers before it asks again: more would exceed the calls of one session. */
  async #askUntil(over: AbortSignal): Promise<void> {
    for (let due = performance.now(); !over.aborted; due += EVERY_MS) {
      await Promise.all([
        this.#note(due, this.#server.call('queryAlarm', {}, this.#as)),
        this.#note(due, this.#server.call('getAlarmLogCount', {}, this.#as)),
        this.#note(due, this.#server.call('listDevices', {}, this.#as)),
      ]);
      const early = due + EVERY_MS - performance.now();
      if (early > 0) await setTimeout(early, undefined, { signal: over }).catch(() => undefined);
    }
  }

  async #note(due: number, call: Promise<{ readonly code: number }>): Promise<void> {
    const { code } = await call;
    if (code !== 0) throw new Error(`Answered with ${code}`);
    this.#took.push(performance.now() - due);
  }

  #figures(): Figures {
    const sorted = this.#took.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
    return { calls: sorted.length, p50: at(0.5), p95: at(0.95) };
  }
}
