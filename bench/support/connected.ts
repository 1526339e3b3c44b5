import { devicesOf, type Fleet, type Placed, register, startFleet } from '../fleet.ts';
import { makeAccount } from './account.ts';
import { type Child, startBareGateway, startConsole } from './child.ts';
import { temporaryFolder } from './cleanup.ts';
import {
  connectedRows,
  measureConnected,
  memoryOf,
  memoryRow,
  perCore,
  reconnectRow,
  waitForFirstReports,
} from './connected-devices.ts';
import { startDatabase } from './database.ts';
import { numberOf } from './options.ts';
import { checkLimits } from './process-metrics.ts';
import { measureReconnect, type Reconnect } from './reconnect.ts';
import type { Row } from './report.ts';

export const DEVICES = 10_000;
export const SECONDS = 60;
const SEED = 1;

/** Many devices on one console, compared with a gateway that only reads. */
export async function connectedDevices(): Promise<Row[]> {
  const devices = numberOf('devices', DEVICES);
  checkLimits(devices);
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
  const installation = { name: 'console in one process', console: page, gateways: [page], database, account };
  const connected = await measureConnected(
    installation,
    async () => [await fleetAt(page)],
    numberOf('seconds', SECONDS),
  );
  const reconnect = await measureReconnect(installation.gateways, start, devices, database.postmasterPid);
  await Promise.all([...connected.fleets, ...reconnect.gateways].map((running) => running.stop()));
  await database.stop();
  const memory = (connected.kilobytesEach / bare.kilobytesEach).toFixed(2);
  const handshakes = (perCore(devices, reconnect) / perCore(devices, bare.reconnect)).toFixed(2);
  return [
    ...connectedRows(installation, connected),
    memoryRow(connected.kilobytesEach, `${memory}× that of a gateway that only reads`),
    reconnectRow(devices, reconnect, `${handshakes}× the handshakes/s of a gateway that only reads`),
    memoryRow(bare.kilobytesEach, 'a gateway that only reads'),
    reconnectRow(devices, bare.reconnect, 'a gateway that only reads'),
  ];
}

interface Bare {
  readonly devices: readonly Placed[];
  readonly kilobytesEach: number;
  readonly reconnect: Reconnect;
}

async function onBareGateway(dataDir: string, fleetAt: (gateway: Child) => Promise<Fleet>): Promise<Bare> {
  const start = (gatewayPort: number) => startBareGateway(dataDir, 'acknowledge', { gatewayPort });
  const bare = await start(0);
  const before = memoryOf([bare]);
  const fleet = await fleetAt(bare);
  await waitForFirstReports([bare], [fleet]);
  const kilobytesEach = (memoryOf([bare]) - before) / fleet.devices;
  const reconnect = await measureReconnect([bare], start, fleet.devices, null);
  const devices = await devicesOf(fleet);
  await Promise.all([fleet, ...reconnect.gateways].map((running) => running.stop()));
  return { devices, kilobytesEach, reconnect };
}
