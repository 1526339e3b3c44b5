import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import { OK_ACCEPTED } from '@airloom/contract/errors';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { credentialsOf, ObedientDevice } from '../testing/obedient-device.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const CONSOLE = join(import.meta.dirname, 'console.ts');
const DEVICES = 200;
const OBEYED_BEFORE_KILL = 40;
const WITHIN = { timeout: 60_000, interval: 50 };

let dataDir: string;
let database: TestDatabase;
let client: pg.Client;
let gatewayPort: number;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airloom-command-crash-'));
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  gatewayPort = await freePort();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Running {
  readonly process: ChildProcess;
  readonly url: string;
  readonly password: string;
}

/** The real process, as `npm start` runs it. */
async function start(): Promise<Running> {
  const child = spawn(process.execPath, [CONSOLE], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: String(gatewayPort),
      AIRLOOM_DEMO: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let url = '';
  let password = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url ||= /ready: (\S+)/.exec(line)?.[1] ?? '';
    password ||= /Password\s+(\S+)/.exec(line)?.[1] ?? '';
    if (line.includes('Ctrl-C')) break;
  }
  child.stdout.resume();
  return { process: child, url, password };
}

async function post(url: string, path: string, token: string, body: object) {
  const response = await fetch(`${url}${API_BASE}${path}`, {
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

async function query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
  return (await client.query<R>(text, values)).rows;
}

interface Fleet {
  readonly devices: readonly ObedientDevice[];
  readonly ids: readonly string[];
}

function online(): Promise<{ id: string }[]> {
  return query<{ id: string }>(`select id from device where status = 'online'`);
}

/** Devices that come in by themselves: nobody has put them in a site, and the owner of the account sees them. */
async function connectFleet(tenant: string): Promise<Fleet> {
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, index) => {
      const serial = (0x02_00_00_00_00_00 + index).toString(16).padStart(12, '0');
      return new ObedientDevice(() => gatewayPort, serial, await credentialsOf(dataDir, tenant, serial));
    }),
  );
  await Promise.all(devices.map((device) => device.connect()));
  await expect.poll(async () => (await online()).length, WITHIN).toBe(DEVICES);
  return { devices, ids: (await online()).map(({ id }) => id) };
}

interface Outcome {
  readonly serial: string;
  readonly state: CommandState;
  readonly sent: boolean;
}

function outcomes(command: 'ping' | 'reboot'): Promise<Outcome[]> {
  return query<Outcome>(
    `select device.serial, command.state, command.sent_at is not null as sent
     from command join device on device.id = command.device_id where command.command = $1`,
    [command],
  );
}

async function running(command: 'ping' | 'reboot'): Promise<string[]> {
  const open = (await outcomes(command)).filter(({ state }) => state === 'sending');
  return open.map(({ serial }) => serial).sort();
}

/** As if the time of what is in flight were over. */
async function letTimePass(command: 'ping' | 'reboot'): Promise<void> {
  await query(
    'update command set deadline = now() where ended_at is null and sent_at is not null and command = $1',
    [command],
  );
}

function timesReceived(device: ObedientDevice, name: 'ping' | 'reboot'): number {
  return device.received.filter(({ command }) => command.name === name).length;
}

test('kill -9 in the middle of an order: nothing is sent twice and every command ends in a true state', {
  timeout: 180_000,
}, async () => {
  const first = await start();
  const signedIn = await post(first.url, '/user/login', '', { username: 'admin', password: first.password });
  const token = signedIn.data['access_token'] ?? '';
  const [account] = await query<{ id: string }>('select id from account');
  const { devices, ids } = await connectFleet(account?.id ?? '');

  const pings = new Map<ObedientDevice, number>();
  const obeyed = new Set<ObedientDevice>();
  for (const device of devices) {
    device.obey = ({ id, command }) => {
      if (command.name === 'ping') pings.set(device, id);
      else {
        obeyed.add(device);
        if (obeyed.size < OBEYED_BEFORE_KILL) device.answer(id);
        else first.process.kill('SIGKILL');
      }
    };
  }
  for (const name of ['ping', 'reboot']) {
    const order = { deviceUUIDs: ids, command: { name } };
    expect((await post(first.url, '/device/command', token, order)).code).toBe(OK_ACCEPTED);
  }
  await expect.poll(() => pings.size, WITHIN).toBe(DEVICES);
  expect(obeyed.size).toBe(0);
  const gone = once(first.process, 'exit');
  // Half of them answer and are told the next, until the process dies; the others keep theirs waiting.
  for (const [device, id] of [...pings].slice(0, DEVICES / 2)) device.answer(id);
  await gone;
  const before = await outcomes('reboot');
  const unsent = new Set(before.filter(({ sent }) => !sent).map(({ serial }) => serial));
  expect(unsent.size).toBeGreaterThanOrEqual(DEVICES / 2);

  const second = await start();
  try {
    for (const device of devices) device.obey = ({ id }) => device.answer(id);
    await Promise.all(
      // Whoever obeyed comes back as having started anew, the others as having lost the line.
      devices.map((device) => device.connect({ reason: obeyed.has(device) ? 'reboot' : 'socket' })),
    );
    await letTimePass('ping');
    await Promise.all(
      devices
        .filter(({ serial }) => unsent.has(serial))
        .map(async (device) => {
          await expect.poll(() => timesReceived(device, 'reboot'), WITHIN).toBe(1);
          obeyed.add(device);
          await device.restart();
        }),
    );
    const lost = devices.filter((device) => !obeyed.has(device)).map(({ serial }) => serial);
    await expect.poll(() => running('reboot'), WITHIN).toEqual(lost.sort());
    await letTimePass('reboot');
    await expect.poll(() => running('reboot'), WITHIN).toEqual([]);

    const states = new Map((await outcomes('reboot')).map(({ serial, state }) => [serial, state]));
    for (const device of devices) {
      expect([device.serial, timesReceived(device, 'ping')]).toEqual([device.serial, 1]);
      expect([device.serial, timesReceived(device, 'reboot'), states.get(device.serial)]).toEqual([
        device.serial,
        ...(obeyed.has(device) ? [1, 'success'] : [0, 'ackTimeout']),
      ]);
    }
    for (const { state } of await outcomes('ping')) expect(['success', 'ackTimeout']).toContain(state);
  } finally {
    for (const device of devices) device.end();
    const stopped = once(second.process, 'exit');
    second.process.kill('SIGTERM');
    await stopped;
  }
});
