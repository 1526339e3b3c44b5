import { DEVICE_TEMPLATES, seesPhoto } from '../domains/network/devices/index.ts';
import { seesRecording } from '../domains/network/web-shell/index.ts';
import { setDelivery } from '../domains/people/access/index.ts';
import { mountHealth } from '../doors/console/health.ts';
import { type LiveSocket, mountLive } from '../doors/console/live-socket.ts';
import { mountOpenApi } from '../doors/console/openapi.ts';
import { shellEndpoint } from '../doors/console/shell-socket.ts';
import { mountWeb } from '../doors/console/web.ts';
import { mountFiles } from '../doors/files/files.ts';
import { gatewayEvents } from '../doors/gateway/gateway-events.ts';
import { mountOutbox } from '../doors/outbox/outbox.ts';
import { scheduledBackups } from '../platform/backup/scheduled.ts';
import { openBus } from '../platform/bus/open-bus.ts';
import { runOutsideCall } from '../platform/current-call.ts';
import { sharesOf, type WaitLimits } from '../platform/database/connection-shares.ts';
import { openDatabase } from '../platform/database/database.ts';
import { Outbox } from '../platform/events/outbox.ts';
import { deleteFailedEvents } from '../platform/events/outbox-maintenance.ts';
import { forgetExpiredFiles } from '../platform/files/expired-files.ts';
import { openFileStore } from '../platform/files/open-file-store.ts';
import { type CallLimits, callLimits } from '../platform/http/calls-in-flight.ts';
import { proxiesOf } from '../platform/http/client-address.ts';
import { mountCalls } from '../platform/http/mount.ts';
import { PATHS } from '../platform/http/paths.ts';
import { forgetRepeatedCalls, RepeatedCalls } from '../platform/http/repeated-calls.ts';
import { ScopeCache } from '../platform/http/scope-cache.ts';
import { createHttpServer, type HttpServer } from '../platform/http/server.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { LiveHub } from '../platform/live/live-hub.ts';
import type { Logger } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { Platform } from '../platform/platform.ts';
import { Quotas } from '../platform/quotas/quotas.ts';
import { messageJobs } from '../platform/senders/message-jobs.ts';
import { openSenders } from '../platform/senders/open-senders.ts';
import type { Settings } from '../platform/settings.ts';
import { type StopStep, stopAll } from '../platform/stop-all.ts';
import { createDomains, handlersOf, modulesOf } from './domains.ts';
import { openInstallationKeys } from './installation-keys.ts';
import { type InternalCalls, internalCalls } from './internal-calls.ts';
import { openDevices } from './open-devices.ts';

export interface ConsoleOptions {
  readonly settings: Settings;
  readonly log: Logger;
  /** A connection that may use the application's roles and run scheduled jobs. */
  readonly connectionString: string;
  readonly version: string;
  readonly now?: () => Date;
  readonly monotonic?: () => number;
  /** An account is about to be deleted: its simulated devices must stop, which would still write. */
  readonly onAccountRemoving?: (tenant: string) => Promise<void>;
  /** An account was deleted permanently: what the process does for it must end. */
  readonly onAccountRemoved?: (tenant: string) => Promise<void>;
  /** Virtual devices were started or removed: what the process simulates must follow. */
  readonly onVirtualFleetsChanged?: () => void;
  readonly requestTimeMs?: number;
  /** Instead of those of the contract. */
  readonly callLimits?: Partial<CallLimits>;
  readonly connectionWait?: WaitLimits;
  /** False: scheduled work runs only when it is added. */
  readonly scheduled?: boolean;
  /** The folder of the built web application, unless the default of the build. */
  readonly pagesDir?: string;
}

export interface Console {
  readonly app: HttpServer;
  readonly platform: Platform;
  readonly outbox: Outbox;
  readonly call: InternalCalls;
  /** Where devices connect, once it listens; null when this process accepts none. */
  readonly gatewayPort: number | null;
  listen(port: number): Promise<string>;
  stop(): Promise<void>;
}

/** Composes the whole console: platform, domains, entry points. */
export async function composeConsole(options: ConsoleOptions): Promise<Console> {
  const { settings, log, connectionString } = options;
  const metrics = createMetrics();
  const database = openDatabase({
    connectionString,
    max: settings.DATABASE_CONNECTIONS,
    shares: sharesOf(settings.DATABASE_CONNECTIONS),
    wait: options.connectionWait,
    onError: (error) => log.error({ reason: error.message }, 'database connection lost'),
  });
  const now = options.now ?? (() => new Date());
  const monotonic = options.monotonic ?? (() => performance.now());
  const vault = await openInstallationKeys(database, settings, now()).catch(async (error: unknown) => {
    await database.end();
    throw error;
  });
  const bus = await openBus(settings, 'airloom-console', log);
  const platform: Platform = {
    settings,
    log,
    metrics,
    database,
    vault,
    files: await openFileStore(settings, now()),
    live: new LiveHub((count) => metrics.liveSockets.set(count)),
    scopes: new ScopeCache(monotonic),
    quotas: new Quotas(settings, now),
    addJob: (name, payload, key) => jobs.add(name, payload, key),
    wakeOutbox: () => runOutsideCall(() => outbox.wake()),
    now,
    monotonic,
  };

  let gatewayPort: number | null = null;
  const senders = openSenders(settings, database, log);
  const domains = createDomains({
    platform,
    bus,
    senders,
    gatewayPort: () => gatewayPort,
    accountRemoving: async (tenant) => options.onAccountRemoving?.(tenant),
  });
  const { authenticator } = domains.identity;
  const named = modulesOf(domains);
  const modules = named.map(([, module]) => module);
  const mails = messageJobs({
    vault,
    senders,
    addJob: platform.addJob,
    onOutcome: (invitationId, outcome) => setDelivery(platform, invitationId, outcome),
  });

  const outbox = new Outbox(database, log, [
    ...[...modules, mails].flatMap((module) => module.events ?? []),
    gatewayEvents(bus),
    {
      AccountRemoved: async ({ payload }) => options.onAccountRemoved?.(payload.tenant),
      VirtualFleetsChanged: async () => options.onVirtualFleetsChanged?.(),
    },
  ]);
  const backups = await scheduledBackups(platform, connectionString, options.version);
  const jobs = await Jobs.start(connectionString, log, {
    cron: [
      ...modules.flatMap((module) => module.cron ?? []),
      deleteFailedEvents(platform),
      forgetExpiredFiles(platform),
      forgetRepeatedCalls(platform),
      ...backups.cron,
    ],
    queued: [...modules, mails].flatMap((module) => module.queued ?? []),
    ...(options.scheduled === undefined ? {} : { scheduled: options.scheduled }),
  });

  const app = await createHttpServer({
    log,
    trustedProxies: proxiesOf(settings.TRUSTED_PROXIES),
    requestTimeMs: options.requestTimeMs,
    observe: (route, status, seconds) => metrics.requests.observe({ route, status: String(status) }, seconds),
  });
  mountHealth(app, platform);
  mountOpenApi(app, options.version);
  const { screens } = domains.bigScreen;
  const handlers = handlersOf(domains);
  mountCalls(app, handlers, { authenticator, screens }, new RepeatedCalls(platform), (who) => ({
    ...callLimits(who),
    ...options.callLimits,
  }));
  await mountFiles(app, platform, authenticator, DEVICE_TEMPLATES, {
    devicePhoto: (scope, { id }) => seesPhoto(platform, scope, id),
    shellRecording: (scope, { id }) => seesRecording(platform, scope, id),
  });
  for (const mount of modules.flatMap((module) => module.doors ?? [])) await mount(app);
  mountOutbox(app, platform, senders);
  await mountWeb(app, options.pagesDir);
  const held = await openDevices(platform, bus);
  let live: LiveSocket | undefined;

  return {
    app,
    platform,
    outbox,
    call: internalCalls(handlers),
    get gatewayPort() {
      return gatewayPort;
    },
    listen: async (port) => {
      const address = await app.listen({ port, host: settings.HOST });
      const shell = shellEndpoint(domains.webShell.sessions, platform);
      live = mountLive(app.server, platform, { authenticator, screens }, new Map([[PATHS.shell, shell]]));
      outbox.start();
      for (const module of modules) await module.start?.();
      bus.subscribe('outbox.wake', () => outbox.wake());
      gatewayPort = await held.listen(Number(new URL(address).port));
      return address;
    },
    stop: () =>
      stopAll(
        [
          ['live socket', () => live?.close()],
          ['http server', () => app.close()],
          ['devices', () => held.stop()],
          ...named.map(([name, module]): StopStep => [name, () => module.stop?.()]),
          ['outbox', () => outbox.stop()],
          ['backups', () => backups.stop()],
          ['jobs', () => jobs.stop()],
          ['bus', () => bus.close()],
          ['database', () => database.end()],
        ],
        log,
      ),
  };
}
