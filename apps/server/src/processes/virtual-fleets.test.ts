import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpenDatabase, SpawnedConsole } from '../testing/spawned-console.ts';
import { WITHIN } from '../testing/within.ts';

interface Rows<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

interface Shown {
  readonly deviceUUID: string;
  readonly mac: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly virtual: boolean;
  readonly siteUUID: string;
}

let database: OpenDatabase;
let server: SpawnedConsole;
let siteUUID: string;
beforeAll(async () => {
  database = await OpenDatabase.create();
  server = await SpawnedConsole.on(database);
  await server.start();
  const { enterpriseUUID } = (await server.post('/enterprise/create', { name: 'Port' })).data;
  const site = { enterpriseUUID, name: 'Harbour', countryCode: 'PL', timeZone: 'Europe/Warsaw' };
  siteUUID = (await server.post('/site/create', site)).data['siteUUID'] ?? '';
});
afterAll(() => server.end());

async function devices(): Promise<readonly Shown[]> {
  return (await server.get<Rows<Shown>>('/device/list?sort=mac')).data.rows;
}

async function states(): Promise<string[]> {
  return (await devices()).map(({ kind, status, virtual }) => `${kind} ${status} ${virtual}`).toSorted();
}

const ONLINE = ['ap online true', 'ap online true', 'gateway online true', 'switch online true'];

/** Names of the folders with keys of fleets. */
async function folders(): Promise<string[]> {
  const entries = await readdir(join(server.dataDir, 'virtual-fleets'), { withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Virtual devices that are connected to the newest gateway process. */
async function connected(): Promise<number> {
  const rows = await database.query<{ id: string }>(`
    select id from device where virtual and connection_id is not null
      and gateway_id = (select id from gateway_process order by started_at desc limit 1)`);
  return rows.length;
}

test('virtual devices connect, return once after the console was killed, and leave nothing when they are removed', async () => {
  const started = await server.post('/device/virtual/start', {
    siteUUID,
    kinds: { gateway: 1, switch: 1, ap: 2 },
  });
  expect(started.code).toBe(0);
  await expect.poll(states, WITHIN).toEqual(ONLINE);
  const first = (await devices()).map(({ deviceUUID, mac }) => [deviceUUID, mac]);
  expect((await devices()).every((device) => device.siteUUID === siteUUID)).toBe(true);
  const clients = async () => (await server.get<Rows<object>>('/terminal/online')).data.total;
  await expect.poll(clients, WITHIN).toBeGreaterThan(0);

  server.kill();
  await server.stop('SIGKILL');
  await server.start();
  await expect.poll(connected, WITHIN).toBe(4);
  expect((await devices()).map(({ deviceUUID, mac }) => [deviceUUID, mac])).toEqual(first);
  expect(await folders()).toHaveLength(1);

  const removed = await server.post('/device/virtual/remove', { siteUUID });
  expect(removed.code).toBe(0);
  await expect.poll(devices, WITHIN).toEqual([]);
  await expect.poll(clients, WITHIN).toBe(0);
  await expect.poll(folders, WITHIN).toEqual([]);
});
