import { vi } from 'vitest';
import type { TestServer } from './test-server.ts';

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
  readonly #pending: Promise<void>[] = [];
  #took: number[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(server: TestServer, token: string) {
    this.#server = server;
    this.#as = { as: token };
  }

  /** Reads while `work` runs. The duration of a call counts from when it was due, however busy this process is. */
  async during(work: () => Promise<unknown>): Promise<Figures> {
    let due = performance.now();
    this.#took = [];
    this.#timer = setInterval(() => {
      for (; due <= performance.now(); due += EVERY_MS) this.#ask(due);
    }, EVERY_MS / 2);
    try {
      await work();
      return await this.#ended();
    } finally {
      await this.#ended();
    }
  }

  /** Reads for a while without other load. */
  look(times: number): Promise<Figures> {
    return this.during(() => vi.waitUntil(() => this.#took.length >= times, { timeout: 60_000 }));
  }

  /** All requests were answered successfully. */
  async #ended(): Promise<Figures> {
    if (this.#timer !== null) clearInterval(this.#timer);
    const asked = await Promise.allSettled(this.#pending.splice(0));
    for (const one of asked) if (one.status === 'rejected') throw one.reason;
    return this.#figures();
  }

  #ask(due: number): void {
    const calls = [
      this.#server.call('queryAlarm', {}, this.#as),
      this.#server.call('getAlarmLogCount', {}, this.#as),
      this.#server.call('listDevices', {}, this.#as),
    ];
    this.#pending.push(...calls.map((call) => this.#note(due, call)));
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
