import type { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import type { Bus } from '../../../platform/bus/bus.ts';
import { BusStreams } from '../../../platform/bus/bus-streams.ts';
import { changed, type Handlers } from '../../../platform/http/handlers.ts';
import { newId } from '../../../platform/ids.ts';
import { PeriodicWork } from '../../../platform/periodic-work.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { RemoteProxies } from './remote-proxies.ts';
import { deleteEnded } from './remote-proxy.repository.ts';
import { RemoteProxyService } from './remote-proxy.service.ts';

const SWEEP_EVERY_MS = 3_000;

/** Public ports that lead to web pages and TCP services behind devices. */
export function createRemoteProxy(
  platform: Platform,
  bus: Bus,
): DomainModule<Handlers<keyof typeof remoteProxyCalls>> {
  const streams = new BusStreams(bus, newId(), platform.log);
  const proxies = new RemoteProxies(platform, streams);
  const service = new RemoteProxyService(platform, proxies);
  const sweep = new PeriodicWork({
    everyMs: SWEEP_EVERY_MS,
    whileRunning: 'skip',
    work: () => proxies.sweep(),
    onError: (error) => platform.log.error({ err: error }, 'remote proxies were not checked'),
  });
  const check = async (): Promise<void> => sweep.request();
  return {
    handlers: {
      listRemoteProxies: (input, { scope }) => service.list(scope, input),
      listProxyDevices: (input, { scope }) => service.devices(scope, input),
      viewRemoteProxyState: (_, { scope, request: { browserOrigin, address } }) =>
        service.state({ scope, browserOrigin, address }),
      createRemoteProxy: (input, { scope, request: { browserOrigin, address } }) =>
        service.create({ scope, browserOrigin, address }, input),
      openRemoteProxy: ({ proxyUUID }, { scope }) => service.open(scope, proxyUUID),
      stopRemoteProxy: async ({ proxyUUID }, { scope }) => {
        await service.stop(scope, proxyUUID);
        return null;
      },
      saveRemoteProxySettings: async ({ enabled }, { scope, request }) =>
        changed({ request }, await service.setEnabled(scope, enabled)),
    },
    events: { MembershipsChanged: check, RolesChanged: check, DevicesMoved: check, DevicesRefused: check },
    cron: [
      {
        name: 'forgetRemoteProxies',
        schedule: '37 4 * * *',
        run: async () => {
          const until = new Date(platform.now().getTime() - REMOTE_PROXY_LIMITS.endedKeptMs);
          await platform.database.asSystem((tx) => deleteEnded(tx, until));
        },
      },
    ],
    start: async () => {
      await proxies.start();
      sweep.start();
    },
    stop: async () => {
      await sweep.stop();
      await proxies.stop();
      streams.close();
    },
  };
}
