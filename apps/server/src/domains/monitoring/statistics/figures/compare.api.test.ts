import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const organization = await buildOrganization(server, owner, 'North');
  const hour = new Date(Math.floor(server.platform.now().getTime() / 3_600_000 - 5) * 3_600_000);
  for (const [name, down, up] of [
    ['Downloads', 700, 10],
    ['Both ways', 600, 400],
    ['Quiet', 1, 1],
  ] as const) {
    const id = await buildSite(server, owner, organization, name);
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`
        insert into site_1h (tenant_id, site_id, hour, rx_bytes, tx_bytes, clients_avg, clients_max, reports)
        values (${owner.tenant}, ${id}, ${hour}, ${down}, ${up}, 1, 1, 60)`),
    );
  }
});
afterAll(() => server.stop());

test.each([
  ['-bytes', ['Both ways', 'Downloads', 'Quiet']],
  ['-downBytes', ['Downloads', 'Both ways', 'Quiet']],
  ['bytes', ['Quiet', 'Downloads', 'Both ways']],
] as const)('sites by %s', async (sort, expected) => {
  const { data } = await server.call(
    'compareNetwork',
    { what: 'sites', range: 'day', sort },
    { as: owner.token },
  );
  expect(data.rows.map(({ name }) => name)).toEqual(expected);
});
