import { devicesOf, type Fleet, type Placed, register, startFleet } from '../fleet.ts';
import { makeAccount } from './account.ts';
import { type Child, startBareGateway, startConsole } from './child.ts';
import { startDatabase } from './database.ts';
import { needRoomFor } from './door.ts';
import { temporaryFolder } from './ending.ts';
import { allIn, heldRows, holdDevices, memoryOf, memoryRow, perCore, returnRow } from './held-devices.ts';
import { numberOf } from './options.ts';
import type { Row } from './report.ts';
import { type Return, returning } from './returning.ts';

export const DEVICES = 10_000;
export const SECONDS = 60;
const SEED = 1;

/** Many devices on one console, beside a gateway that does nothing with them. */
export async function connected(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  needRoomFor(devices);
  const dataDir = await temporaryFolder();
  const database = await startDatabase('embedded');
  const account = await makeAccount(database, 'bench_fleet');
  const fleetAt = ({ gatewayPort }: Child) =>
    startFleet({ devices, seed: SEED, dataDir, tenant: account.tenant, gatewayPort });
  const bare = await onBareGateway(dataDir, fleetAt);
  await register(database, account.tenant, bare.devices);
  const start = (gatewayPort: number) =>
    startConsole({
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir,
      GATEWAY_PORT: String(gatewayPort),
    });
  const page = await start(0);
  const house = { name: 'console in one process', console: page, doors: [page], database, account };
  const held = await holdDevices(house, async () => [await fleetAt(page)], numberOf('seconds', SECONDS));
  const back = await returning(house.doors, start, devices, database.postmasterPid);
  await Promise.all([...held.fleets, ...back.doors].map((running) => running.stop()));
  await database.stop();
  const memory = (held.kilobytesEach / bare.kilobytesEach).toFixed(2);
  const handshakes = (perCore(devices, back) / perCore(devices, bare.back)).toFixed(2);
  return [
    ...heldRows(house, held),
    memoryRow(held.kilobytesEach, `${memory}× that of a gateway that only reads`),
    returnRow(devices, back, `${handshakes}× the handshakes/s of a gateway that only reads`),
    memoryRow(bare.kilobytesEach, 'a gateway that only reads'),
    returnRow(devices, bare.back, 'a gateway that only reads'),
  ];
}

interface Bare {
  readonly devices: readonly Placed[];
  readonly kilobytesEach: number;
  readonly back: Return;
}

async function onBareGateway(dataDir: string, fleetAt: (door: Child) => Promise<Fleet>): Promise<Bare> {
  const start = (gatewayPort: number) => startBareGateway(dataDir, 'acknowledge', { gatewayPort });
  const bare = await start(0);
  const before = memoryOf([bare]);
  const fleet = await fleetAt(bare);
  await allIn([bare], [fleet]);
  const kilobytesEach = (memoryOf([bare]) - before) / fleet.devices;
  const back = await returning([bare], start, fleet.devices, null);
  const devices = await devicesOf(fleet);
  await Promise.all([fleet, ...back.doors].map((running) => running.stop()));
  return { devices, kilobytesEach, back };
}
