import { InstalledNats, needsInstalledNats } from '../apps/server/src/testing/installed-nats.ts';
import { devicesOf, type Fleet, type Placed, register, startFleet } from './fleet.ts';
import { makeAccount } from './support/account.ts';
import { type Child, startBareGateway, startConsole, startGateway } from './support/child.ts';
import { DEVICES, SECONDS } from './support/connected.ts';
import { hasInstalledPostgres, startDatabase } from './support/database.ts';
import { needRoomFor } from './support/door.ts';
import { temporaryFolder, untilEnd } from './support/ending.ts';
import { heldRows, holdDevices, memoryRow, returnRow } from './support/held-devices.ts';
import { numberOf } from './support/options.ts';
import { pings } from './support/pings.ts';
import type { Row } from './support/report.ts';
import { returning } from './support/returning.ts';

const SEEDS = [1, 2];

/** Many devices on two gateways, the console beside them, over NATS and an external PostgreSQL. */
export async function gateways(): Promise<Row[]> {
  const what = 'two gateways and a console';
  if (!hasInstalledPostgres(what) || !needsInstalledNats(what)) return [];
  const devices = numberOf('devices', DEVICES);
  needRoomFor(devices);
  const dataDir = await temporaryFolder();
  const database = await startDatabase('external');
  const nats = await InstalledNats.start();
  const stopNats = untilEnd(() => nats.stop());
  const account = await makeAccount(database, 'bench_fleets');
  const env = { DATABASE_URL: database.connectionString, NATS_URL: nats.url, DATA_DIR: dataDir };
  const page = await startConsole({ ...env, GATEWAY_PORT: 'off' });
  const PUBLIC_URL = `http://127.0.0.1:${page.port}`;
  const start = (gatewayPort: number) =>
    startGateway({ ...env, PUBLIC_URL, GATEWAY_PORT: String(gatewayPort) });
  const fleetsAt = (doors: readonly Child[]) =>
    Promise.all(
      SEEDS.map((seed, index) => {
        const share = Math.floor((devices + index) / SEEDS.length);
        const gatewayPort = doors[index % doors.length]?.gatewayPort ?? 0;
        return startFleet({ devices: share, seed, dataDir, tenant: account.tenant, gatewayPort });
      }),
    );
  await register(database, account.tenant, await plannedAt(dataDir, fleetsAt));
  const doors = await Promise.all(SEEDS.map(() => start(0)));
  const house = { name: 'two gateways and a console', console: page, doors, database, account };
  const held = await holdDevices(house, fleetsAt, numberOf('seconds', SECONDS));
  const asked = await pings(house);
  const back = await returning(doors, start, devices, database.postmasterPid);
  const askedAgain = await pings(house);
  await Promise.all([...held.fleets, ...back.doors].map((running) => running.stop()));
  await page.stop();
  await stopNats();
  await database.stop();
  return [
    ...heldRows(house, held),
    memoryRow(held.kilobytesEach, ''),
    asked,
    returnRow(devices, back, ''),
    { ...askedAgain, what: `after that, ${askedAgain.what}` },
  ];
}

/** The devices of fleets before anybody knows them. */
async function plannedAt(
  dataDir: string,
  fleetsAt: (doors: readonly Child[]) => Promise<readonly Fleet[]>,
): Promise<readonly Placed[]> {
  const bare = await startBareGateway(dataDir, 'acknowledge');
  const fleets = await fleetsAt([bare]);
  const devices = await Promise.all(fleets.map(devicesOf));
  await Promise.all([...fleets, bare].map((running) => running.stop()));
  return devices.flat();
}
