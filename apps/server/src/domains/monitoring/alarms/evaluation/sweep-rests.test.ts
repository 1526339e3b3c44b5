import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database, type Transaction } from '../../../../platform/database/database.ts';
import { createLog } from '../../../../platform/log.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { AlarmSweep } from './sweep.ts';

const NOTHING: Transaction = { all: async () => [], first: async () => undefined, run: async () => 0 };

/** There is nothing in it; it takes its time to say so. */
class SlowDatabase extends Database {
  readonly looks: number[] = [];
  readonly takesMs: number;

  constructor(takesMs: number) {
    super(new pg.Pool());
    this.takesMs = takesMs;
  }

  override async withTenant<T>(_: TenantScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.looks.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, this.takesMs));
    return work(NOTHING);
  }
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What lies between the end of a look and the next one, when something is heard of meanwhile. */
test.each([
  ['a short one is followed by what gathered in half a second', 20, 500],
  ['a longer one by four times as long a rest', 300, 1_200],
  ['a very long one by five seconds', 4_000, 5_000],
])('after a look: %s', async (_, takesMs, restMs) => {
  const database = new SlowDatabase(takesMs);
  const sweep = new AlarmSweep({
    database,
    now: () => new Date(),
    wakeOutbox: () => undefined,
    log: createLog('silent'),
  });
  const began = performance.now();
  sweep.wake('outages', 'tenant', ['one']);
  await vi.advanceTimersByTimeAsync(501);
  sweep.wake('outages', 'tenant', ['two']);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(database.looks.map((at) => at - began)).toEqual([500, 500 + takesMs + restMs]);
  await sweep.stop();
});
