import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OK } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirstAdministrator } from '../../domains/people/identity/index.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import { DemoProcess } from './demo-process.ts';

const SELDOM = { ...WITHIN, interval: 200 };

let server: TestServer;
let demo: DemoProcess;
beforeAll(async () => {
  server = await startTestServer(
    { GATEWAY_PORT: '0', AIRLOOM_DEMO: 'on' },
    {
      onAccountRemoving: (tenant) => demo.accountRemoving(tenant),
      onAccountRemoved: (tenant) => demo.accountRemoved(tenant),
    },
  );
  demo = new DemoProcess(server.platform, server.internalCalls, server.gatewayPort ?? 0);
});
afterAll(async () => {
  await demo.stop();
  await server.stop();
});

const planPath = () => join(server.platform.settings.dataDir, 'demo-fleet', 'plan.json');
const plannedTenant = async () => JSON.parse(await readFile(planPath(), 'utf8')).tenant;

async function accountsWithDevices(): Promise<string[]> {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ tenant: string }>`
      select distinct tenant_id as tenant from device where connection_id is not null`),
  );
  return rows.map(({ tenant }) => tenant);
}

test('a reset demo is another account with its own devices; a removed one has none', async () => {
  const administrator = await createFirstAdministrator(server.platform);
  const { data: session } = await server.call('login', {
    username: administrator?.userName ?? '',
    password: administrator?.password ?? '',
  });
  const as = session.access_token;
  await demo.start();
  const first = demo.fleet?.tenant ?? '';
  await expect.poll(accountsWithDevices, SELDOM).toEqual([first]);

  // An account that is not the demo changes nothing.
  await demo.accountRemoved('00000000-0000-0000-0000-000000000000');
  expect(demo.fleet?.tenant).toBe(first);

  expect((await server.call('resetDemo', {}, { as })).code).toBe(OK);
  await expect.poll(() => demo.fleet?.tenant ?? first, SELDOM).not.toBe(first);
  const second = demo.fleet?.tenant ?? '';
  await expect.poll(accountsWithDevices, SELDOM).toEqual([second]);
  expect(await plannedTenant()).toBe(second);

  // A plan of another account, left by a process that ended between the two, is not used.
  await demo.stop();
  await writeFile(planPath(), JSON.stringify({ tenant: first, places: [], codes: {} }));
  demo = new DemoProcess(server.platform, server.internalCalls, server.gatewayPort ?? 0);
  await demo.start();
  expect(await plannedTenant()).toBe(second);

  expect((await server.call('removeDemo', {}, { as })).code).toBe(OK);
  await expect.poll(() => demo.fleet, SELDOM).toBeNull();
  await expect.poll(accountsWithDevices, SELDOM).toEqual([]);
  await expect.poll(() => existsSync(planPath()), SELDOM).toBe(false);
}, 300_000);
