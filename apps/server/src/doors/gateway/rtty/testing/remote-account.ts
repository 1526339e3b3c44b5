import { expect } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { credentialsOf, ObedientDevice } from '../../../../testing/obedient-device.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';

/** A server with a gateway, and one account with two sites. */
export interface RemoteAccount {
  readonly server: TestServer;
  readonly owner: Person;
  readonly siteId: string;
  readonly otherSiteId: string;
}

export async function openRemoteAccount(
  env: Readonly<Record<string, string>> = {},
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<RemoteAccount> {
  const server = await startTestServer({ GATEWAY_PORT: '0', ...env }, { scheduled: false, ...options });
  const owner = await buildAccount(server);
  const organization = await buildOrganization(server, owner, 'North');
  const siteId = await buildSite(server, owner, organization, 'Harbour');
  return { server, owner, siteId, otherSiteId: await buildSite(server, owner, organization, 'Mill') };
}

/** An access point that is online and supports remote access. */
export async function connectDevice({ server, owner, siteId }: RemoteAccount) {
  const { id, serial } = await buildDevice(server, owner, { siteId, kind: 'ap' });
  const credentials = await credentialsOf(server.platform.settings.dataDir, owner.tenant, serial);
  const device = new ObedientDevice(() => server.gatewayPort ?? 0, serial, credentials);
  await device.connect();
  await expect
    .poll(async () => {
      const answer = await server.call('viewDevice', { deviceUUID: id }, { as: owner.token });
      return [answer.data.status, answer.data.abilities?.remoteShell];
    }, WITHIN)
    .toEqual(['online', true]);
  return { id, device };
}
