import { InstalledNats, needsInstalledNats } from '../apps/server/src/testing/installed-nats.ts';
import { devicesOf, type Fleet, type Placed, register, startFleet } from './fleet.ts';
import { makeAccount } from './support/account.ts';
import { type Child, startBareGateway, startConsole, startGateway } from './support/child.ts';
import { stopAtEnd, temporaryFolder } from './support/cleanup.ts';
import { DEVICES, SECONDS } from './support/connected.ts';
import { connectedRows, measureConnected, memoryRow, reconnectRow } from './support/connected-devices.ts';
import { hasInstalledPostgres, startDatabase } from './support/database.ts';
import { numberOf } from './support/options.ts';
import { pingAll } from './support/ping-commands.ts';
import { checkLimits } from './support/process-metrics.ts';
import { measureReconnect } from './support/reconnect.ts';
import type { Row } from './support/report.ts';

const SEEDS = [1, 2];

/** Many devices on two gateways and a separate console, with NATS and an external PostgreSQL. */
export async function twoGateways(): Promise<Row[]> {
  const what = 'two gateways and a console';
  if (!hasInstalledPostgres(what) || !needsInstalledNats(what)) return [];
  const devices = numberOf('devices', DEVICES);
  checkLimits(devices);
  const dataDir = await temporaryFolder();
  const database = await startDatabase('external');
  const nats = await InstalledNats.start();
  const stopNats = stopAtEnd(() => nats.stop());
  const account = await makeAccount(database, 'bench_fleets');
  const env = { DATABASE_URL: database.connectionString, NATS_URL: nats.url, DATA_DIR: dataDir };
  const page = await startConsole({ ...env, GATEWAY_PORT: 'off' });
  const PUBLIC_URL = `http://127.0.0.1:${page.port}`;
  const start = (gatewayPort: number) =>
    startGateway({ ...env, PUBLIC_URL, GATEWAY_PORT: String(gatewayPort) });
  const fleetsAt = (gateways: readonly Child[]) =>
    Promise.all(
      SEEDS.map((seed, index) => {
        const share = Math.floor((devices + index) / SEEDS.length);
        const gatewayPort = gateways[index % gateways.length]?.gatewayPort ?? 0;
        return startFleet({ devices: share, seed, dataDir, tenant: account.tenant, gatewayPort });
      }),
    );
  await register(database, account.tenant, await plannedAt(dataDir, fleetsAt));
  const gateways = await Promise.all(SEEDS.map(() => start(0)));
  const installation = { name: 'two gateways and a console', console: page, gateways, database, account };
  const connected = await measureConnected(installation, fleetsAt, numberOf('seconds', SECONDS));
  const pings = await pingAll(installation);
  const reconnect = await measureReconnect(gateways, start, devices, database.postmasterPid);
  const pingsAgain = await pingAll(installation);
  await Promise.all([...connected.fleets, ...reconnect.gateways].map((running) => running.stop()));
  await page.stop();
  await stopNats();
  await database.stop();
  return [
    ...connectedRows(installation, connected),
    memoryRow(connected.kilobytesEach, ''),
    pings,
    reconnectRow(devices, reconnect, ''),
    { ...pingsAgain, what: `after that, ${pingsAgain.what}` },
  ];
}

/** The devices of the fleets, read before they are registered. */
async function plannedAt(
  dataDir: string,
  fleetsAt: (gateways: readonly Child[]) => Promise<readonly Fleet[]>,
): Promise<readonly Placed[]> {
  const bare = await startBareGateway(dataDir, 'acknowledge');
  const fleets = await fleetsAt([bare]);
  const devices = await Promise.all(fleets.map(devicesOf));
  await Promise.all([...fleets, bare].map((running) => running.stop()));
  return devices.flat();
}
