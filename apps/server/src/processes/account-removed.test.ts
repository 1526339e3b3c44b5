import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishEvent } from '../platform/events/outbox.ts';
import { newId } from '../platform/ids.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { WITHIN } from '../testing/within.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const [GONE, STAYS] = [newId(), newId()];

async function left(): Promise<string[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ kept: string }>`
      select 'log ' || tenant_id as kept from device_log
      union all select 'hour ' || tenant_id from terminal_1h order by kept`),
  );
  return rows.map(({ kept }) => kept);
}

test('reports of devices and clients of a removed account are deleted, and of no other account', async () => {
  await server.platform.database.asSystem(async (tx) => {
    for (const tenant of [GONE, STAYS]) {
      await tx.run(sql`insert into device_log (tenant_id, id, device_id, at, type, severity, details)
        values (${tenant}, ${newId()}, ${newId()}, now(), 'online', 6, '{}')`);
      await tx.run(sql`insert into terminal_1h (tenant_id, mac, hour, rx_bytes, tx_bytes, seconds)
        values (${tenant}, '02:00:00:00:00:01', now(), 1, 1, 1)`);
    }
    await publishEvent(tx, null, 'AccountRemoved', { tenant: GONE });
  });
  server.platform.wakeOutbox();
  await expect.poll(left, WITHIN).toEqual([`hour ${STAYS}`, `log ${STAYS}`]);
});
