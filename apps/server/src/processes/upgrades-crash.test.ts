import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../../tools/testing/run-length.ts';
import { credentialsOf, ObedientDevice } from '../testing/obedient-device.ts';
import { OpenDatabase, SpawnedConsole } from '../testing/spawned-console.ts';
import { upload } from '../testing/upload.ts';
import { WITHIN } from '../testing/within.ts';

const DEVICES = cases(30, 40);
/** Upgrade commands sent before the process dies: at the very first, and in the middle. */
const KILLS = cases([1, 12], [1, 12, 22]);
/** As many upgrades as are in flight together; those in flight when the process died may be lost. */
const AT_ONCE = 10;
const OLD = 'one';
const NEW = 'two';

let database: OpenDatabase;
let server: SpawnedConsole;
beforeAll(async () => {
  database = await OpenDatabase.create();
  server = await SpawnedConsole.on(database);
});
afterAll(() => server.end());

async function fleetOf(tenant: string): Promise<ObedientDevice[]> {
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
  for (const device of devices) device.firmware = OLD;
  await Promise.all(devices.map((device) => device.connect()));
  return devices;
}

async function startCampaign(): Promise<void> {
  const bytes = randomBytes(1_000);
  const fileUUID = await upload(server, server.token, 'firmware', bytes);
  const image = await server.post('/firmware/create', {
    fileUUID,
    kind: 'ap',
    models: ['virtual'],
    version: NEW,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const ids = (await database.query<{ id: string }>('select id from device')).map(({ id }) => id);
  const made = await server.post('/firmware/createCampaign', {
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
  return database.query<Row>(`select serial, state, reason, attempts, upgrade_status, version
    from upgrade join device on device.id = upgrade.device_id`);
}

/** As if the time of sent upgrades without a sign of progress had passed. */
async function letTimePass(): Promise<void> {
  await database.query(`update command set sent_at = sent_at - interval '16 minutes', deadline = now()
    where command = 'upgrade' and sent_at > now() - interval '15 minutes'`);
  await database.query(`update upgrade set next_at = now() where state = 'upgrading'`);
}

/** On a new connection. */
async function comeBack(device: ObedientDevice): Promise<void> {
  device.end();
  await device.connect({ reason: device.firmware === NEW ? 'upgrade' : 'socket' });
}

test('repeated kill -9 in a campaign: nothing is upgraded twice, everything ends in its real state', async () => {
  await server.start();
  const devices = await fleetOf(await database.tenant());
  const online = () => database.query(`select from device where status = 'online'`);
  await expect.poll(async () => (await online()).length, WITHIN).toBe(DEVICES);

  const attempts = new Map<ObedientDevice, number>();
  /** Every second device upgrades; the others never do, and reconnect unchanged. */
  const obeys = (device: ObedientDevice) => devices.indexOf(device) % 2 === 0;
  let upgrades = 0;
  for (const device of devices) {
    device.obey = ({ id, command }) => {
      if (command.name !== 'upgrade') return;
      upgrades += 1;
      attempts.set(device, (attempts.get(device) ?? 0) + 1);
      if (KILLS.includes(upgrades)) server.kill();
      if (!obeys(device)) return;
      device.answer(id);
      device.firmware = NEW;
      // The process may just have died: all reconnect when it runs again.
      comeBack(device).catch(() => undefined);
    };
  }
  await startCampaign();
  for (const count of KILLS) {
    await expect
      .poll(async () => {
        await letTimePass();
        return upgrades;
      }, WITHIN)
      .toBeGreaterThanOrEqual(count);
    await server.stop('SIGKILL');
    await server.start();
    await Promise.all(devices.map(comeBack));
  }
  await expect
    .poll(async () => {
      await letTimePass();
      return (await database.query<{ state: string }>('select state from upgrade_campaign'))[0]?.state;
    }, WITHIN)
    .toBe('finished');
  /** Stored as sent when the process died, it may never have left: then it is not sent again. */
  const did = (device: ObedientDevice) => obeys(device) && attempts.has(device);
  // Some could not connect when they returned with the new version; now they can.
  const late = async () => {
    const known = new Map((await rows()).map((row) => [row.serial, row]));
    return devices.filter((device) => did(device) && known.get(device.serial)?.state !== 'succeeded');
  };
  const lateAfterAll = async () => {
    const waiting = await late();
    await Promise.all(waiting.map(comeBack));
    return database.query(
      `select serial, device.status, device.version, remembered.version as remembered, upgrade.state, reason, attempts,
         upgrade.started_at, ended_at
       from device join upgrade on upgrade.device_id = device.id
       left join device_firmware remembered on remembered.device_id = device.id
       where serial = any($1)`,
      [waiting.map(({ serial }) => serial)],
    );
  };
  await expect.poll(lateAfterAll, { ...WITHIN, interval: 1_000 }).toEqual([]);

  const found = await rows();
  expect(found).toHaveLength(DEVICES);
  const bySerial = new Map(found.map((row) => [row.serial, row]));
  for (const device of devices) {
    const expected = did(device)
      ? { state: 'succeeded', upgrade_status: 'upgradeSuccessful' }
      : { state: 'failed', reason: 'timeout', upgrade_status: 'upgradeFailed' };
    expect([attempts.get(device) ?? 1, bySerial.get(device.serial)]).toEqual([
      1,
      expect.objectContaining({ attempts: 1, ...expected }),
    ]);
    device.end();
  }
  expect(DEVICES - attempts.size).toBeLessThanOrEqual(KILLS.length * (AT_ONCE - 1));
});
