import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../../tools/testing/run-length.ts';
import { ConfiguredDevice } from '../domains/network/configuration/testing/rollout-stage.ts';
import { NETWORK } from '../domains/network/settings/testing/networks.ts';
import { credentialsOf, ObedientDevice } from '../testing/obedient-device.ts';
import { OpenDatabase, SpawnedConsole } from '../testing/spawned-console.ts';
import { WITHIN } from '../testing/within.ts';

const DEVICES = cases(20, 60);
/** Configurations received before the process dies: the very first, in the middle, and of a second change. */
const KILLS = cases([1, 8, 27], [1, 8, 30, 61, 90]);

let database: OpenDatabase;
let server: SpawnedConsole;
beforeAll(async () => {
  database = await OpenDatabase.create();
  server = await SpawnedConsole.on(database);
});
afterAll(() => server.end());

async function fleetOf(tenant: string): Promise<ConfiguredDevice[]> {
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, async (_, index) => {
      const serial = (0x02_00_00_00_00_00 + index).toString(16).padStart(12, '0');
      const credentials = await credentialsOf(server.dataDir, tenant, serial);
      return new ConfiguredDevice(serial, new ObedientDevice(() => server.gatewayPort, serial, credentials));
    }),
  );
  await Promise.all(devices.map(({ device }) => device.connect()));
  await expect.poll(async () => (await online()).length, WITHIN).toBe(DEVICES);
  return devices;
}

function online(): Promise<object[]> {
  return database.query(`select from device where status = 'online'`);
}

/** Devices without a configuration of their own that are managed from the start. */
async function placeDevices(): Promise<string> {
  const { data } = await server.post('/enterprise/create', { name: 'Crash' });
  const { data: site } = await server.post('/site/create', {
    enterpriseUUID: data['enterpriseUUID'],
    name: 'Harbour',
    countryCode: 'PL',
    timeZone: 'UTC+01:00',
  });
  const siteId = site['siteUUID'] ?? '';
  await database.query(`update device set site_id = $1, configuration_state = 'applied'`, [siteId]);
  return siteId;
}

async function applyChange(tenant: string, siteId: string, number: number): Promise<void> {
  const { password: _password, ...open } = NETWORK;
  const value = { ...open, ssid: `Network ${number}`, encryption: 'open', password: null };
  await database.query(
    `insert into setting (tenant_id, id, kind, level, site_id, value, version, updated_by_name, updated_at)
     values ($1, $2, 'wirelessNetwork', 'site', $3, $4, 1, 'test', now())`,
    [tenant, randomUUID(), siteId, JSON.stringify(value)],
  );
  await database.query(
    `insert into configuration_change (tenant_id, id, number, reason, state, site_ids, organization_ids,
       whole_site_ids, group_ids, device_ids, reviewed_placements, began_at, created_by, created_by_name, created_at, due_at)
     select $1, $2, $3, 'test', 'preparing', array[$4::uuid], '{}', array[$4::uuid], '{}', '{}',
       array_agg(md5(concat_ws(' ', id, site_id, group_id))::uuid), now(), $2, 'test', now(), now()
     from device where tenant_id = $1 and site_id = $4`,
    [tenant, randomUUID(), number, siteId],
  );
}

/** As if the time of configurations that were lost with the process had passed. */
async function letTimePass(): Promise<void> {
  await database.query(`update command set sent_at = sent_at - interval '4 minutes', deadline = now()
    where command = 'configure' and ended_at is null and sent_at < now() - interval '5 seconds'
      and sent_at > now() - interval '4 minutes'`);
}

/** On a new connection. */
async function comeBack({ device }: ConfiguredDevice): Promise<void> {
  device.end();
  await device.connect({ reason: 'socket' });
}

test('repeated kill -9 in a rollout: every device gets every version once and no older one, and all are verified', async () => {
  await server.start();
  const tenant = await database.tenant();
  const devices = await fleetOf(tenant);
  const siteId = await placeDevices();
  let received = 0;
  for (const { device } of devices) {
    const { obey } = device;
    device.obey = (command) => {
      received += 1;
      if (KILLS.includes(received)) server.kill();
      // Its answer may be lost, not the configuration.
      obey(command);
    };
  }
  const stateOf = async (number: number) =>
    (
      await database.query<{ state: string }>('select state from configuration_change where number = $1', [
        number,
      ])
    )[0]?.state;
  let kills = 0;
  for (const number of [1, 2]) {
    await applyChange(tenant, siteId, number);
    for (;;) {
      const due = KILLS[kills];
      await expect
        .poll(async () => {
          await letTimePass();
          return (due !== undefined && received >= due) || (await stateOf(number)) === 'done';
        }, WITHIN)
        .toBe(true);
      if (due === undefined || received < due) break;
      await server.stop('SIGKILL');
      await server.start();
      await Promise.all(devices.map(comeBack));
      for (const one of devices) one.report();
      kills += 1;
    }
    expect(await stateOf(number)).toBe('done');
  }
  expect(kills).toBe(KILLS.length);
  const rows = await database.query<{ state: string }>('select state from configuration_change_device');
  expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'verified'));
  expect(rows).toHaveLength(2 * DEVICES);
  for (const { versions, networks, device } of devices) {
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions).toEqual(versions.toSorted((one, other) => one - other));
    expect(networks.map((names) => names.toSorted())).toEqual([['Network 1'], ['Network 1', 'Network 2']]);
    device.end();
  }
});
