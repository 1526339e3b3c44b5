import { randomUUID } from 'node:crypto';
import { CONNECT_TIMEOUT_MS, RECONNECT_MAX_MS } from '@airloom/device-protocol/backoff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GatewayHarness } from '../testing/gateway-harness.ts';

let harness: GatewayHarness;
beforeAll(async () => {
  harness = await GatewayHarness.open();
});
afterAll(() => harness.close());

/** A process whose last heartbeat was this long ago. */
async function process(silentSeconds: number): Promise<string> {
  const id = randomUUID();
  await harness.database.asSystem((tx) =>
    tx.run(sql`insert into gateway_process (id, started_at, seen_at)
      values (${id}, now() - interval '1 hour', now() - ${silentSeconds} * interval '1 second')`),
  );
  return id;
}

async function graceOf(id: string): Promise<number | null> {
  const row = await harness.database.asSystem((tx) =>
    tx.first(sql<{ ms: number | null }>`
      select (extract(epoch from grace_until - now()) * 1000)::float8 as ms from gateway_process where id = ${id}`),
  );
  return row?.ms ?? null;
}

test('after a restart devices have longer than their longest pause between attempts and a connection take', async () => {
  const [short, long, running] = [await process(40), await process(3600), await process(0)];
  const startedAt = performance.now();
  await harness.start();
  const [afterShort, afterLong] = [await graceOf(short), await graceOf(long)];
  const elapsed = performance.now() - startedAt;
  const needed = RECONNECT_MAX_MS + CONNECT_TIMEOUT_MS - elapsed;
  expect(afterShort).toBeGreaterThan(needed);
  expect(afterLong).toBeGreaterThan(needed);
  expect(await graceOf(running)).toBeNull();
});
