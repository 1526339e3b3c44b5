import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { type Spawned, spawnProcess, stopped } from '../testing/installation.ts';
import { credentialsOf, ObedientDevice } from '../testing/obedient-device.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { upload } from '../testing/upload.ts';

const DEVICES = 40;
/** So many orders have left when the process dies: at the very first, in the middle of some, near the end. */
const KILLS = [1, 14, 31];
const WITHIN = { timeout: 60_000, interval: 50 };
const OLD = 'one';
const NEW = 'two';

let dataDir: string;
let database: TestDatabase;
let client: pg.Client;
let gatewayPort: number;
let port: number;
let running: Spawned;
let token = '';
beforeAll(async () => {
  [dataDir, database, gatewayPort, port] = await Promise.all([
    mkdtemp(join(tmpdir(), 'airloom-upgrade-crash-')),
    createTestDatabase(),
    freePort(),
    freePort(),
  ]);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await stopped(running.process, 'SIGKILL');
  await client.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  running = await spawnProcess('console', {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: String(gatewayPort),
    AIRLOOM_DEMO: 'off',
    LOG_LEVEL: 'silent',
  });
}

async function post(path: string, body: object) {
  const response = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
    method: 'POST',
    headers: {
      [CLIENT_HEADER]: 'test',
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return response.json() as Promise<{ code: number; data: Record<string, string> }>;
}

async function query<R extends object>(text: string): Promise<R[]> {
  return (await client.query<R>(text)).rows;
}

async function fleetOf(tenant: string): Promise<ObedientDevice[]> {
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, index) => {
      const serial = (0x02_00_00_00_00_00 + index).toString(16).padStart(12, '0');
      return new ObedientDevice(() => gatewayPort, serial, await credentialsOf(dataDir, tenant, serial));
    }),
  );
  for (const device of devices) device.firmware = OLD;
  await Promise.all(devices.map((device) => device.connect()));
  return devices;
}

async function orderCampaign(): Promise<void> {
  const bytes = randomBytes(1_000);
  const fileUUID = await upload({ url: `http://127.0.0.1:${port}` }, token, 'firmware', bytes);
  const image = await post('/firmware/create', {
    fileUUID,
    kind: 'ap',
    models: ['virtual'],
    version: NEW,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const ids = (await query<{ id: string }>('select id from device')).map(({ id }) => id);
  const made = await post('/firmware/createCampaign', {
    name: 'Spring',
    firmwareUUID: image.data['firmwareUUID'],
    target: { kind: 'devices', deviceUUIDs: ids },
    waves: [20, 100],
    stopAtFailedPercent: 100,
    retries: 0,
  });
  expect(made.code).toBe(0);
}

interface Row {
  readonly serial: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly upgrade_status: string;
  readonly version: string;
}

function rows(): Promise<Row[]> {
  return query<Row>(`select serial, state, reason, attempts, upgrade_status, version
    from upgrade join device on device.id = upgrade.device_id`);
}

/** As if the time of what has been told and shows nothing were over. */
async function letTimePass(): Promise<void> {
  await query(`update command set sent_at = sent_at - interval '16 minutes', deadline = now()
    where command = 'upgrade' and sent_at > now() - interval '15 minutes'`);
  await query(`update upgrade set next_at = now() where state = 'upgrading'`);
}

/** Its connection is a new one; that it cannot be made just now is mended when the process is back. */
async function comeBack(device: ObedientDevice): Promise<void> {
  device.end();
  await device.connect({ reason: device.firmware === NEW ? 'upgrade' : 'socket' }).catch(() => undefined);
}

test('kill -9 again and again in a campaign: nothing is upgraded twice, everything ends as it is', {
  timeout: 180_000,
}, async () => {
  await start();
  const password = /Password\s+(\S+)/.exec(running.said)?.[1] ?? '';
  token = (await post('/user/login', { username: 'admin', password })).data['access_token'] ?? '';
  const [account] = await query<{ id: string }>('select id from account');
  const devices = await fleetOf(account?.id ?? '');
  const online = () => query(`select from device where status = 'online'`);
  await expect.poll(async () => (await online()).length, WITHIN).toBe(DEVICES);

  const told = new Map<ObedientDevice, number>();
  /** Every second one does what it is told; the others never do, and come back as they were. */
  const obeys = (device: ObedientDevice) => devices.indexOf(device) % 2 === 0;
  let orders = 0;
  for (const device of devices) {
    device.obey = ({ id, command }) => {
      if (command.name !== 'upgrade') return;
      orders += 1;
      told.set(device, (told.get(device) ?? 0) + 1);
      if (KILLS.includes(orders)) running.process.kill('SIGKILL');
      if (!obeys(device)) return;
      device.answer(id);
      device.firmware = NEW;
      void comeBack(device);
    };
  }
  await orderCampaign();
  for (const count of KILLS) {
    await expect
      .poll(async () => {
        await letTimePass();
        return orders;
      }, WITHIN)
      .toBeGreaterThanOrEqual(count);
    await stopped(running.process, 'SIGKILL');
    await start();
    await Promise.all(devices.map(comeBack));
  }
  await expect
    .poll(async () => {
      await letTimePass();
      return (await query<{ state: string }>('select state from upgrade_campaign'))[0]?.state;
    }, WITHIN)
    .toBe('finished');
  // Some found nobody there when they came back with the new version; now they do.
  const late = async () => {
    const states = new Map((await rows()).map(({ serial, state }) => [serial, state]));
    return devices.filter((device) => obeys(device) && states.get(device.serial) !== 'succeeded');
  };
  await Promise.all((await late()).map(comeBack));
  await expect.poll(async () => (await late()).length, WITHIN).toBe(0);

  const bySerial = new Map((await rows()).map((row) => [row.serial, row]));
  for (const device of devices) {
    const expected = obeys(device)
      ? { state: 'succeeded', upgrade_status: 'upgradeSuccessful' }
      : { state: 'failed', reason: 'timeout', upgrade_status: 'upgradeFailed' };
    expect([told.get(device), bySerial.get(device.serial)]).toEqual([
      1,
      expect.objectContaining({ attempts: 1, ...expected }),
    ]);
    device.end();
  }
});
