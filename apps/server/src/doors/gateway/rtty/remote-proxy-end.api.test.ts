import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorKeyOf } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildMember } from '../../../testing/builders.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { get, ProxyStage, page } from './testing/proxy-stage.ts';

let stage: ProxyStage;
beforeAll(async () => {
  stage = await ProxyStage.open();
});
afterEach(() => stage.endAll());
afterAll(() => stage.server.stop());

describe('an end', () => {
  test('by stopping closes the port and open connections at once', async () => {
    const { socket, proxyUUID, url, device } = await stage.download();
    const closed = once(socket, 'close');
    await stage.server.call('stopRemoteProxy', { proxyUUID }, { as: stage.owner.token });
    await closed;
    await expect(get(url)).rejects.toThrow();
    // The device gets a close message and closes its own connection.
    await expect.poll(() => device.received.at(-1)?.data.length, WITHIN).toBe(0);
    const [row] = await stage.proxies('ended');
    expect(row).toMatchObject({ proxyUUID, end: 'stopped' });
    expect(row?.bytesOut).toBeGreaterThan(40);
    const again = await stage.server.call('openRemoteProxy', { proxyUUID }, { as: stage.owner.token });
    expect(errorKeyOf(again.code)).toBe('remoteProxyEnded');
  });

  test('comes when it expires', async () => {
    const { socket, proxyUUID } = await stage.download({ hours: 24 });
    const closed = once(socket, 'close');
    await stage.server.platform.database.asSystem((tx) =>
      tx.run(sql`update remote_proxy set expires_at = now() where id = ${proxyUUID}`),
    );
    await closed;
    await expect
      .poll(() => stage.proxies('ended'), WITHIN)
      .toContainEqual(expect.objectContaining({ end: 'expired' }));
  });

  test('comes when remote proxies are switched off', async () => {
    const { socket } = await stage.download();
    const closed = once(socket, 'close');
    await stage.server.call('saveRemoteProxySettings', { enabled: false }, { as: stage.owner.token });
    await closed;
    expect(await stage.proxies()).toEqual([]);
    await stage.server.call('saveRemoteProxySettings', { enabled: true }, { as: stage.owner.token });
  });

  test('comes when its creator loses the right or the reach', async () => {
    const operator = await buildMember(stage.server, stage.owner, 'siteOperator', {
      siteIds: [stage.account.siteId],
    });
    const { socket } = await stage.download({}, operator);
    const closed = once(socket, 'close');
    await stage.server.platform.database.asSystem((tx) =>
      tx.run(
        sql`update membership_site set site_id = ${stage.account.otherSiteId} where site_id = ${stage.account.siteId}`,
      ),
    );
    await closed;
    await expect.poll(async () => (await stage.proxies('ended'))[0]?.end, WITHIN).toBe('accessLost');
  });

  test('comes when its creator may not operate the device any more', async () => {
    const operator = await buildMember(stage.server, stage.owner, 'siteOperator', {
      siteIds: [stage.account.siteId],
    });
    const { socket, url, cookie } = await stage.download({}, operator);
    const closed = once(socket, 'close');
    // Sees everything and may use remote proxies, but not change devices.
    const grants = [
      'device_manage:view',
      'device_manage:operate',
      'ap_device:view',
      'remote_proxy:view',
      'remote_proxy:operate',
    ];
    const role = randomUUID();
    await stage.server.platform.database.asSystem(async (tx) => {
      await tx.run(sql`insert into role (tenant_id, id, key, name, grants, created_at)
        select tenant_id, ${role}, ${role}, ${role}, ${grants}, now() from role
        where id = (select role_id from membership where id = ${operator.membershipId})`);
      await tx.run(sql`update membership set role_id = ${role} where id = ${operator.membershipId}`);
    });
    await expect
      .poll(async () => (await get(url, { cookie }).catch(() => null))?.status ?? 403, WITHIN)
      .toBe(403);
    await closed;
    await expect.poll(async () => (await stage.proxies('ended'))[0]?.end, WITHIN).toBe('accessLost');
  });

  test('comes when its device is deleted', async () => {
    const { socket, url, device } = await stage.download();
    const closed = once(socket, 'close');
    await stage.server.platform.database.asSystem((tx) =>
      tx.run(sql`delete from device where id = ${device.id}`),
    );
    await closed;
    await expect
      .poll(
        () =>
          get(url).then(
            () => 'open',
            () => 'closed',
          ),
        WITHIN,
      )
      .toBe('closed');
  });

  test('by stopping stays, also when a check has read the open proxies before', async () => {
    const device = await stage.device();
    const { url, proxyUUID } = await stage.opened(device.id);
    const { database } = stage.server.platform;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: read, resolve: hasRead } = Promise.withResolvers<void>();
    const original = database.asSystem.bind(database);
    const spy = vi.spyOn(database, 'asSystem').mockImplementation(async (work) => {
      const result = await original(work);
      // The proxies that a check has found to be open.
      if (Array.isArray(result) && Array.isArray(result[0]) && result.length === 3) {
        hasRead();
        await released;
      }
      return result;
    });
    await read;
    await stage.server.call('stopRemoteProxy', { proxyUUID }, { as: stage.owner.token });
    await expect(get(url)).rejects.toThrow();
    spy.mockRestore();
    release();
    const opens: boolean[] = [];
    for (let count = 0; count < 20; count += 1) {
      opens.push(
        await get(url).then(
          () => true,
          () => false,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(opens).not.toContain(true);
  });

  test('of the device’s line ends connections; the proxy works again when it returns', async () => {
    const { socket, url, cookie, device } = await stage.download();
    const closed = once(socket, 'close');
    device.client.end();
    await closed;
    device.respond = () => page('back');
    await expect.poll(async () => (await get(url, { cookie })).body, WITHIN).toBe('back');
    expect(device.clients).toHaveLength(2);
  });
});

describe('a restart of the console', () => {
  test('opens the ports again; cookies and counters stay, and targets are checked again', async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'airloom-proxy-'));
    const on = { databaseUrl: database.url, dataDir };
    const first = await ProxyStage.open({}, { on });
    const device = await first.device();
    const { url, cookie, proxyUUID } = await first.opened(device.id);
    expect((await get(url, { cookie })).body).toBe('hello');
    await first.server.stop();
    await expect(get(url, { cookie })).rejects.toThrow();
    const second = await startTestServer({ GATEWAY_ADDRESS: '10.9.8.7:1' }, { on, scheduled: false });
    const { data } = await second.call('listRemoteProxies', {}, { as: first.owner.token });
    expect(data.rows).toMatchObject([{ proxyUUID, lastAddress: '127.0.0.1', end: null }]);
    expect(data.rows[0]?.bytesOut).toBeGreaterThan(40);
    const answer = await get(url, { cookie, 'accept-language': 'en' });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('an address of the console itself');
    await second.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
