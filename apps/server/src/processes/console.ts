import { mkdir } from 'node:fs/promises';
import { createFirstAdministrator } from '../domains/people/identity/index.ts';
import { outboxPath } from '../doors/outbox/outbox.ts';
import { refuseInterruptedRestore } from '../platform/backup/data-folder.ts';
import { startEmbedded } from '../platform/database/embedded/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createLog } from '../platform/log.ts';
import { readSettings, type Settings } from '../platform/settings.ts';
import { banner } from './banner.ts';
import { type Console, composeConsole } from './compose.ts';
import { type ConsoleLock, lockConsole } from './console-lock.ts';
import { DemoProcess } from './demo/demo-process.ts';
import { listenOnFreePort } from './port.ts';
import { print, runProcess } from './run-process.ts';
import { readVersion } from './version.ts';
import { VirtualFleetsProcess } from './virtual-fleets.ts';

/** The console in one process: database (unless one is given), migrations, domains, entry points. */
async function start(giveUp: (error: Error) => void): Promise<() => Promise<void>> {
  const settings = readSettings(process.env);
  const log = createLog(settings.LOG_LEVEL);
  await mkdir(settings.dataDir, { recursive: true, mode: 0o755 });
  refuseInterruptedRestore(settings.dataDir);
  const database = await openOrStartDatabase(settings);
  let lock: ConsoleLock | undefined;
  let running: Console | undefined;
  let demo: DemoProcess | null = null;
  let virtualFleets: VirtualFleetsProcess | null = null;
  const stop = async (): Promise<void> => {
    await Promise.all([demo?.stop(), virtualFleets?.stop()]);
    await running?.stop();
    await lock?.release();
    await database.stop();
  };
  try {
    lock = await lockConsole(database.connectionString, {
      onLost: (error) => log.error({ reason: error.message }, 'the lock on the database is lost'),
      onTaken: giveUp,
    });
    await migrate(database.connectionString, (name) => print(`Preparing the database: ${name}`));
    running = await composeConsole({
      settings,
      log,
      connectionString: database.connectionString,
      version: await readVersion(),
      onAccountRemoving: async (tenant) => demo?.accountRemoving(tenant),
      onAccountRemoved: async (tenant) => {
        void virtualFleets?.look();
        await demo?.accountRemoved(tenant);
      },
      onVirtualFleetsChanged: () => void virtualFleets?.look(),
    });
    const { platform } = running;
    const administrator = await createFirstAdministrator(platform);
    const port = await listenOnFreePort(running, settings.PORT, print);
    const { gatewayPort } = running;
    print(banner({ settings, port, gatewayPort, administrator, outboxPath: outboxPath(platform.vault) }));
    if (settings.AIRLOOM_DEMO && gatewayPort !== null) {
      demo = new DemoProcess(platform, running.call, gatewayPort);
      await demo.start();
    }
    const gateway = gatewayPort === null ? settings.GATEWAY_ADDRESS : `127.0.0.1:${gatewayPort}`;
    if (gateway !== undefined) {
      virtualFleets = new VirtualFleetsProcess(platform, gateway);
      await virtualFleets.start();
    }
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openOrStartDatabase(
  settings: Settings,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (settings.DATABASE_URL !== undefined) {
    return { connectionString: settings.DATABASE_URL, stop: async () => undefined };
  }
  return startEmbedded({ dataDir: settings.dataDir, log: print });
}

runProcess(start);
