import type { CommandState } from '@airloom/contract/commands/commands.states';
import { OK_ACCEPTED } from '@airloom/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../../tools/testing/run-length.ts';
import { credentialsOf, ObedientDevice } from '../testing/obedient-device.ts';
import { OpenDatabase, SpawnedConsole } from '../testing/spawned-console.ts';
import { WITHIN } from '../testing/within.ts';

const DEVICES = cases(60, 200);
const OBEYED_BEFORE_KILL = DEVICES / 5;

let database: OpenDatabase;
let server: SpawnedConsole;
beforeAll(async () => {
  database = await OpenDatabase.create();
  server = await SpawnedConsole.on(database);
});
afterAll(() => server.end());

interface Fleet {
  readonly devices: readonly ObedientDevice[];
  readonly ids: readonly string[];
}

function online(): Promise<{ id: string }[]> {
  return database.query<{ id: string }>(`select id from device where status = 'online'`);
}

/** Unclaimed devices, visible to the owner of the account. */
async function connectFleet(tenant: string): Promise<Fleet> {
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, index) => {
      const serial = (0x02_00_00_00_00_00 + index).toString(16).padStart(12, '0');
      return new ObedientDevice(
        () => server.gatewayPort,
        serial,
        await credentialsOf(server.dataDir, tenant, serial),
      );
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
  return database.query<Outcome>(
    `select device.serial, command.state, command.sent_at is not null as sent
     from command join device on device.id = command.device_id where command.command = $1`,
    [command],
  );
}

async function running(command: 'ping' | 'reboot'): Promise<string[]> {
  const open = (await outcomes(command)).filter(({ state }) => state === 'sending');
  return open.map(({ serial }) => serial).sort();
}

/** As if the commands in flight had expired. */
async function letTimePass(command: 'ping' | 'reboot'): Promise<void> {
  await database.query(
    'update command set deadline = now() where ended_at is null and sent_at is not null and command = $1',
    [command],
  );
}

/** However long the next start takes: commands in flight are not expired. */
async function keepTime(): Promise<void> {
  await database.query(`update command set deadline = now() + interval '10 minutes'
    where ended_at is null and sent_at is not null`);
}

function timesReceived(device: ObedientDevice, name: 'ping' | 'reboot'): number {
  return device.received.filter(({ command }) => command.name === name).length;
}

test('kill -9 in the middle of a batch: nothing is sent twice and every command ends in its real state', async () => {
  await server.start();
  const { devices, ids } = await connectFleet(await database.tenant());

  const pings = new Map<ObedientDevice, number>();
  const obeyed = new Set<ObedientDevice>();
  for (const device of devices) {
    device.obey = ({ id, command }) => {
      if (command.name === 'ping') pings.set(device, id);
      else {
        obeyed.add(device);
        if (obeyed.size < OBEYED_BEFORE_KILL) device.answer(id);
        else server.kill();
      }
    };
  }
  for (const name of ['ping', 'reboot']) {
    const command = { deviceUUIDs: ids, command: { name } };
    expect((await server.post('/device/command', command)).code).toBe(OK_ACCEPTED);
  }
  await expect.poll(() => pings.size, WITHIN).toBe(DEVICES);
  expect(obeyed.size).toBe(0);
  // Half of them answer and receive the next, until the process dies; the others do not answer.
  for (const [device, id] of [...pings].slice(0, DEVICES / 2)) device.answer(id);
  await expect.poll(() => obeyed.size, WITHIN).toBeGreaterThanOrEqual(OBEYED_BEFORE_KILL);
  await server.stop('SIGKILL');
  const before = await outcomes('reboot');
  const unsent = new Set(before.filter(({ sent }) => !sent).map(({ serial }) => serial));
  expect(unsent.size).toBeGreaterThanOrEqual(DEVICES / 2);

  await keepTime();
  await server.start();
  try {
    for (const device of devices) device.obey = ({ id }) => device.answer(id);
    await Promise.all(
      // Devices that executed the command report a restart, the others a lost connection.
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
  }
});
