import { SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { RefusedAttempts } from './refused-attempts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { scheduled: false });
});
afterAll(() => server.stop());

test('an address that invents serials does not keep out devices of other addresses', async () => {
  const { tenant } = await buildAccount(server);
  const attempts = new RefusedAttempts(server.platform);
  const note = (serial: string, address: string) =>
    attempts.note({ reason: 'codeExpired', serial, address, tenant });
  for (let n = 0; n < 6_000; n += 1) note(n.toString(16).padStart(12, '0'), '192.0.2.1');
  note('aabbccddeeff', '192.0.2.2');
  // The address has its turn again.
  server.advance(11 * SECOND);
  note('aabbccddee00', '192.0.2.1');
  await attempts.close();
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ serial: string }>`
      select serial from refused_attempt where tenant_id = ${tenant} and serial like 'aabb%' order by serial`),
  );
  expect(rows.map(({ serial }) => serial)).toEqual(['aabbccddee00', 'aabbccddeeff']);
});
