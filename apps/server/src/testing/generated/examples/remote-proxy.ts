import type { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import { buildDevice } from '../../device-builders.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

/** Stored as online; nothing is sent to it before somebody connects. */
async function deviceOf({ server, owner, marker, siteUUID }: World): Promise<string> {
  const { id } = await buildDevice(server, owner, {
    siteId: siteUUID,
    name: `${marker} gateway`,
    kind: 'gateway',
    status: 'online',
  });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device set gateway_id = ${newId()},
                 abilities = '{"radios":[],"remoteShell":true,"webProxy":true,"tcpTunnels":true}'
               where id = ${id}`),
  );
  await server.call('saveRemoteProxySettings', { enabled: true }, { as: owner.token });
  return id;
}

async function inputOf(world: World) {
  const deviceUUID = await deviceOf(world);
  return { deviceUUID, protocol: 'http', localAddress: '10.0.0.1', localPort: 80 } as const;
}

async function createProxy(world: World): Promise<string> {
  const { data } = await world.server.call('createRemoteProxy', await inputOf(world), {
    as: world.owner.token,
  });
  return data.proxyUUID;
}

export const remoteProxyExamples: ExamplesOf<typeof remoteProxyCalls> = {
  listRemoteProxies: () => ({}),
  listProxyDevices: () => ({}),
  viewRemoteProxyState: () => ({}),
  createRemoteProxy: inputOf,
  openRemoteProxy: async (world) => ({ proxyUUID: await createProxy(world) }),
  stopRemoteProxy: async (world) => ({ proxyUUID: await createProxy(world) }),
  saveRemoteProxySettings: () => ({ enabled: true }),
};
