import { generateKeyPairSync } from 'node:crypto';
import { OK } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const AT_ONCE = 50;
const ROOM = 3;

let server: TestServer;
let owner: Person;
let enterpriseUUID: string;
let siteUUID: string;
beforeAll(async () => {
  server = await startTestServer({ QUOTA_DEVICES: '10', QUOTA_SITES: '12' });
  owner = await buildAccount(server);
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  siteUUID = await buildSite(server, owner, enterpriseUUID, 'Harbour');
});
afterAll(() => server.stop());

const as = () => ({ as: owner.token });

/** How many of fifty parallel calls succeed. */
async function succeeded(create: (nth: number) => Promise<boolean>): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => create(nth)));
  return outcomes.filter(Boolean).length;
}

const insert = (rows: ReturnType<typeof sql>) => server.platform.database.asSystem((tx) => tx.run(rows));

const report = (nth: number) => ({
  name: `Report ${nth}`,
  pages: ['property' as const],
  rhythm: 'daily' as const,
  hour: 6,
  zoneMinutes: 0,
  language: 'en' as const,
  emails: ['ann@example.org'],
});

async function createReport(nth: number): Promise<boolean> {
  return (await server.call('createReport', report(nth), as())).code === OK;
}

test('50 parallel reports at 17 of 20 add exactly 3', async () => {
  for (let nth = 0; nth < 20 - ROOM; nth += 1) expect(await createReport(nth)).toBe(true);
  expect(await succeeded(createReport)).toBe(ROOM);
});

test('50 parallel device groups at 197 of 200 of a site add exactly 3', async () => {
  await insert(sql`
    insert into device_group (tenant_id, id, site_id, name)
    select ${owner.tenant}, gen_random_uuid(), ${siteUUID}, 'Group ' || n from generate_series(1, ${200 - ROOM}::int) as n`);
  const create = async (nth: number) =>
    (await server.call('createGroup', { siteUUID, name: `New ${nth}` }, as())).code === OK;
  expect(await succeeded(create)).toBe(ROOM);
});

test('50 parallel firmware keys at 17 of 20 add exactly 3', async () => {
  const pem = () =>
    generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const create = async (nth: number) =>
    (await server.call('addFirmwareKey', { name: `Key ${nth}`, pem: pem() }, as())).code === OK;
  for (let nth = 0; nth < 20 - ROOM; nth += 1) expect(await create(nth)).toBe(true);
  expect(await succeeded(create)).toBe(ROOM);
});

test('50 parallel registrations at 7 of 10 devices add exactly 3', async () => {
  const row = (nth: number) => ({
    kind: 'ac' as const,
    mac: `02-00-00-00-00-${nth.toString(16).padStart(2, '0')}`,
    name: `Controller ${nth}`,
  });
  const create = async (nth: number) => {
    const { data } = await server.call('addDevices', { siteUUID, groupUUID: null, rows: [row(nth)] }, as());
    return data?.added === 1;
  };
  for (let nth = 0; nth < 10 - ROOM; nth += 1) expect(await create(100 + nth)).toBe(true);
  expect(await succeeded(create)).toBe(ROOM);
});

test('50 parallel sites at 9 of 12 add exactly 3', async () => {
  const create = async (nth: number) => {
    const input = { enterpriseUUID, name: `Site ${nth}`, countryCode: 'PL', timeZone: 'UTC+01:00' };
    return (await server.call('createSite', input, as())).code === OK;
  };
  for (let nth = 1; nth < 12 - ROOM; nth += 1) expect(await create(100 + nth)).toBe(true);
  expect(await succeeded(create)).toBe(ROOM);
});
