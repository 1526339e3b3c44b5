import { randomUUID } from 'node:crypto';
import { errorKeyOf } from '@airloom/contract/errors';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, buildMember } from '../../../testing/builders.ts';
import { changesOf, operationLine } from '../../../testing/operations.ts';
import { WITHIN } from '../../../testing/within.ts';
import { get, ProxyStage } from './testing/proxy-stage.ts';

let stage: ProxyStage;
beforeAll(async () => {
  stage = await ProxyStage.open();
});
afterEach(() => stage.endAll());
afterAll(() => stage.server.stop());

async function operations() {
  const { data } = await stage.server.call('listOperations', {}, { as: stage.owner.token });
  return data.rows;
}

describe('creating', () => {
  test.each(['0.1.2.3', '127.0.0.1', '169.254.169.254', '224.0.0.1', '255.255.255.255'])(
    'refuses the target %s',
    async (ip) => {
      const device = await stage.device();
      const { data } = await stage.create(device.id, { localAddress: ip });
      expect(data).toMatchObject({
        fields: { localAddress: { key: 'validation.localIpRefused', values: { ip } } },
      });
      expect(await stage.proxies()).toEqual([]);
    },
  );

  test('refuses addresses of the platform', async () => {
    const own = await ProxyStage.open({ GATEWAY_ADDRESS: '10.1.1.1:15002' });
    const device = await own.device();
    const { data } = await own.create(device.id, { localAddress: '10.1.1.1' });
    expect(data).toMatchObject({
      fields: { localAddress: { key: 'validation.localIpRefused', values: { ip: '10.1.1.1' } } },
    });
    await own.endAll();
    await own.server.stop();
  });

  test('is refused while it is off, for devices offline, unsupported or out of reach', async () => {
    const device = await stage.device();
    const key = async (person = stage.owner) => errorKeyOf((await stage.create(device.id, {}, person)).code);
    const away = await buildMember(stage.server, stage.owner, 'siteOperator', {
      siteIds: [stage.account.otherSiteId],
    });
    const observer = await buildMember(stage.server, stage.owner, 'siteObserver', {
      siteIds: [stage.account.siteId],
    });
    const stranger = await buildAccount(stage.server);
    const offered = async ({ token }: typeof away) =>
      (await stage.server.call('listProxyDevices', {}, { as: token })).data.map(
        ({ deviceUUID }) => deviceUUID,
      );
    expect(await offered(stage.owner)).toContain(device.id);
    expect(await offered(away)).toEqual([]);
    expect(await offered(stranger)).toEqual([]);
    expect(await key(away)).toBe('notFound');
    expect(await key(observer)).toBe('permissionDenied');
    expect(await key(stranger)).toBe('remoteProxyOff');
    await stage.setAbilities(device.id, { webProxy: false, tcpTunnels: false });
    expect(await key()).toBe('remoteProxyNotSupported');
    await stage.setAbilities(device.id, { webProxy: true, tcpTunnels: true });
    await stage.server.platform.database.asSystem((tx) =>
      tx.run(sql`update device set status = 'offline' where id = ${device.id}`),
    );
    expect(await key()).toBe('remoteProxyDeviceOffline');
    expect(await stage.proxies()).toEqual([]);
  });

  test('is limited in its rate', async () => {
    const person = await buildMember(stage.server, stage.owner, 'superAdministrator');
    const keys: (string | undefined)[] = [];
    for (let count = 0; count <= REMOTE_PROXY_LIMITS.created.atOnce; count += 1) {
      keys.push(errorKeyOf((await stage.create(randomUUID(), {}, person)).code));
    }
    expect(keys[0]).toBe('notFound');
    expect(keys.at(-1)).toBe('tooManyCalls');
  });

  test('is limited per person', async () => {
    const device = await stage.device();
    const limit = stage.server.platform.quotas.limit('remoteProxiesPerPerson');
    for (let count = 0; count < limit; count += 1) expect((await stage.create(device.id)).code).toBe(0);
    expect(errorKeyOf((await stage.create(device.id)).code)).toBe('quotaReached');
    expect(await stage.proxies()).toHaveLength(limit);
  });

  test('leaves ports for other accounts', async () => {
    const few = await ProxyStage.open({ PROXY_PORTS: '20216-20219' });
    const device = await few.device();
    const key = async () => errorKeyOf((await few.create(device.id)).code);
    expect([await key(), await key()]).toEqual([undefined, undefined]);
    const refused = await few.create(device.id);
    expect(errorKeyOf(refused.code)).toBe('remoteProxyShareUsed');
    expect(await few.proxies()).toHaveLength(2);
    await few.endAll();
    await few.server.stop();
  });

  test('is logged, and so are the first use from an address and the stop', async () => {
    const device = await stage.device();
    const { url, cookie, proxyUUID } = await stage.opened(device.id);
    await get(url, { cookie });
    await get(url, { cookie });
    await stage.server.call('stopRemoteProxy', { proxyUUID }, { as: stage.owner.token });
    await expect
      .poll(
        async () => (await operations()).slice(0, 3).map((row) => operationLine(row).split(':')[0]),
        WITHIN,
      )
      .toEqual(['stopRemoteProxy', 'useRemoteProxy', 'createRemoteProxy']);
    const [, used] = await operations();
    expect(used).toMatchObject({ address: '127.0.0.1' });
    expect(changesOf(used?.objects[0])).toMatchObject({ proxyTarget: [null, 'http://10.9.8.7:80'] });
  });
});
