import { mountHealth } from '../doors/console/health.ts';
import { openBus } from '../platform/bus/open-bus.ts';
import { openDatabase } from '../platform/database/database.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { createHttpServer, type HttpServer } from '../platform/http/server.ts';
import type { Logger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { Quotas } from '../platform/quotas/quotas.ts';
import type { Settings } from '../platform/settings.ts';
import { type DevicePlatform, openDevicePlane } from './device-plane.ts';
import { checkInstallationKeys } from './installation-keys.ts';
import { OutboxWakeUps } from './outbox-wake-ups.ts';

/** Settings without which devices could connect, but the console would not know. */
export interface GatewaySettings extends Settings {
  readonly NATS_URL: string;
  readonly DATABASE_URL: string;
  readonly PUBLIC_URL: string;
  readonly GATEWAY_PORT: number | undefined;
}

export interface RunningGateway {
  readonly port: number;
  stop(): Promise<void>;
}

const now = (): Date => new Date();

/** A process with the device plane only: it stores reports in the database, the console does the rest. */
export async function startGateway(settings: GatewaySettings, log: Logger): Promise<RunningGateway> {
  const metrics = createMetrics();
  const database = openDatabase({
    connectionString: settings.DATABASE_URL,
    max: settings.DATABASE_CONNECTIONS,
    onError: (error) => log.error({ reason: error.message }, 'database connection lost'),
  });
  const vault = await checkInstallationKeys(database, settings.dataDir).catch(async (error: unknown) => {
    await database.end();
    throw error;
  });
  const bus = await openBus(settings, 'airloom-gateway', log);
  const wakeUps = new OutboxWakeUps(bus);
  const platform: DevicePlatform = {
    settings,
    log,
    metrics,
    database,
    vault,
    files: await openFileStore(settings, now()),
    quotas: new Quotas(settings, now),
    wakeOutbox: () => wakeUps.wake(),
    now,
    monotonic: () => performance.now(),
  };
  const plane = await openDevicePlane(platform, bus);
  const health = settings.PORT === undefined ? null : await serveHealth(platform, settings.PORT);
  const stop = async (): Promise<void> => {
    await health?.close();
    await plane.stop();
    wakeUps.stop();
    await bus.close();
    await database.end();
  };
  try {
    return { port: await plane.listen(settings.GATEWAY_PORT), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** For load balancers and monitoring, as in the console. */
async function serveHealth(platform: DevicePlatform, port: number): Promise<HttpServer> {
  const { settings, log, metrics } = platform;
  const app = await createHttpServer({
    log,
    trustedProxies: [],
    observe: (route, status, seconds) => metrics.requests.observe({ route, status: String(status) }, seconds),
  });
  mountHealth(app, platform);
  await app.listen({ port, host: settings.HOST });
  return app;
}
