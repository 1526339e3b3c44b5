import { InstalledNats, needsInstalledNats } from '../../apps/server/src/testing/installed-nats.ts';
import { credentialsOf, ObedientDevice } from '../../apps/server/src/testing/obedient-device.ts';
import { type Account, makeAccount, makeSites } from './account.ts';
import { type Child, startConsole, startGateway } from './child.ts';
import { stopAtEnd, temporaryFolder } from './cleanup.ts';
import { type BenchDatabase, hasInstalledPostgres, startDatabase } from './database.ts';
import { CONNECTED, waitForMetric } from './process-metrics.ts';
import { RemoteDevice } from './remote-device.ts';

export interface RemoteAccount extends Account {
  readonly deviceIds: readonly string[];
}

/** A console, a gateway, and accounts with devices that connect back. */
export interface RemoteInstallation {
  readonly console: Child;
  readonly gateway: Child;
  readonly dataDir: string;
  readonly accounts: readonly RemoteAccount[];
  stop(): Promise<void>;
}

const ABILITIES = { radios: [], remoteShell: true, webProxy: true, tcpTunnels: true };
const CONNECT_SECONDS = 60;

/** Null when NATS or PostgreSQL is not installed. */
export async function startRemoteInstallation(
  what: string,
  {
    accounts: count,
    devicesEach,
    targetPort = 0,
  }: { accounts: number; devicesEach: number; targetPort?: number },
): Promise<RemoteInstallation | null> {
  if (!hasInstalledPostgres(what) || !needsInstalledNats(what)) return null;
  const dataDir = await temporaryFolder();
  const database = await startDatabase('external');
  const nats = await InstalledNats.start();
  const stopNats = stopAtEnd(() => nats.stop());
  const env = {
    DATABASE_URL: database.connectionString,
    NATS_URL: nats.url,
    DATA_DIR: dataDir,
    PROXY_HOST: 'localhost',
    PROXY_PORTS: '20200-20219',
  };
  const page = await startConsole({ ...env, GATEWAY_PORT: 'off' });
  const gateway = await startGateway({
    ...env,
    PUBLIC_URL: `http://127.0.0.1:${page.port}`,
    GATEWAY_PORT: '0',
  });
  const devices: ObedientDevice[] = [];
  const accounts: RemoteAccount[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = await makeAccount(database, `bench_remote_${index}`);
    const serials = Array.from({ length: devicesEach }, (_, device) =>
      serialOf(index * devicesEach + device),
    );
    const deviceIds = await placeDevices(database, account.tenant, serials);
    for (const serial of serials) {
      const credentials = await credentialsOf(dataDir, account.tenant, serial);
      const device = new ObedientDevice(() => gateway.gatewayPort, serial, credentials);
      device.obey = ({ id, command }) => {
        if (command.name !== 'remoteShell') return;
        device.answer(id);
        RemoteDevice.connect(command, targetPort);
      };
      await device.connect();
      devices.push(device);
    }
    accounts.push({ ...account, deviceIds });
  }
  await waitForMetric([gateway], CONNECTED, devices.length, CONNECT_SECONDS);
  await online(database, devices.length);
  await database.owner.query('update device set abilities = $1', [JSON.stringify(ABILITIES)]);
  return {
    console: page,
    gateway,
    dataDir,
    accounts,
    stop: async () => {
      for (const device of devices) device.end();
      await gateway.stop();
      await page.stop();
      await stopNats();
      await database.stop();
    },
  };
}

function serialOf(index: number): string {
  return `02000d${index.toString(16).padStart(6, '0')}`;
}

async function placeDevices(
  database: BenchDatabase,
  tenant: string,
  serials: readonly string[],
): Promise<string[]> {
  await makeSites(database, tenant, ['Organization'], ['Site']);
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into device (tenant_id, id, site_id, kind, serial, sn, name)
     select $1, gen_random_uuid(), site.id, 'ap', serial, serial, 'Access point ' || serial
     from unnest($2::text[]) serial join site on site.tenant_id = $1 returning id`,
    [tenant, serials],
  );
  return rows.map(({ id }) => id);
}

async function online({ owner }: BenchDatabase, count: number): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from device where status = 'online' and abilities is not null`,
    );
    if ((rows[0]?.count ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
