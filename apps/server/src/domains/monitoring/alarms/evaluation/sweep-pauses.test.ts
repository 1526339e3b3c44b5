import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database, type Transaction } from '../../../../platform/database/database.ts';
import { createLog } from '../../../../platform/log.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { AlarmSweep } from './sweep.ts';

const NOTHING: Transaction = { all: async () => [], first: async () => undefined, run: async () => 0 };

/** Returns no rows after a delay. */
class SlowDatabase extends Database {
  readonly evaluations: number[] = [];
  readonly takesMs: number;

  constructor(takesMs: number) {
    super(new pg.Pool());
    this.takesMs = takesMs;
  }

  override async withTenant<T>(_: TenantScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.evaluations.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, this.takesMs));
    return work(NOTHING);
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Pause between the end of one evaluation and the next when devices are queued meanwhile. */
test.each([
  ['500 ms after a short evaluation', 20, 500],
  ['four times the duration after a longer one', 300, 1_200],
  ['five seconds after a very long one', 4_000, 5_000],
])('pauses %s', async (_, takesMs, restMs) => {
  const database = new SlowDatabase(takesMs);
  const sweep = new AlarmSweep({
    database,
    now: () => new Date(),
    wakeOutbox: () => undefined,
    log: createLog('silent'),
  });
  const began = performance.now();
  sweep.enqueue('outages', 'tenant', ['one']);
  await vi.advanceTimersByTimeAsync(501);
  sweep.enqueue('outages', 'tenant', ['two']);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(database.evaluations.map((at) => at - began)).toEqual([500, 500 + takesMs + restMs]);
  await sweep.stop();
});
