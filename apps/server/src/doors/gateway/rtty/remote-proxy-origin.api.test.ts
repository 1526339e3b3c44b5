import { errorKeyOf } from '@airloom/contract/errors';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildMember } from '../../../testing/builders.ts';
import { WITHIN } from '../../../testing/within.ts';
import { get, ProxyStage, page } from './testing/proxy-stage.ts';

let stage: ProxyStage;
beforeAll(async () => {
  stage = await ProxyStage.open();
});
afterEach(() => stage.endAll());
afterAll(() => stage.server.stop());

describe('the origin of its own', () => {
  test('keeps cookies of the console and of other proxies from the device', async () => {
    const device = await stage.device();
    const { url, cookie, proxyUUID } = await stage.opened(device.id);
    const others = 'airloom_token=secret; p000000000000_sid=other; plain=1';
    await get(url, { cookie: `${cookie}; ${others}; p${proxyUUID.slice(-12)}_sid=mine` });
    expect(device.heads[0]).toMatch(/\r\nCookie: sid=mine\r\n/);
    expect(device.heads[0]).not.toContain('secret');
    expect(device.heads[0]).not.toContain('airloom');
  });

  test('binds cookies of the device to this proxy, and drops headers that outlive it', async () => {
    const device = await stage.device();
    const { url, cookie, proxyUUID } = await stage.opened(device.id);
    device.respond = () =>
      page(
        '',
        'Set-Cookie: sid=1; Domain=localhost; Path=/; HttpOnly; Secure',
        'Strict-Transport-Security: max-age=1',
        'Clear-Site-Data: "cookies"',
        'Location: http://10.9.8.7/next',
      );
    const { headers } = await get(url, { cookie });
    expect(headers['set-cookie']).toEqual([`p${proxyUUID.slice(-12)}_sid=1; Path=/; HttpOnly`]);
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['clear-site-data']).toBeUndefined();
    expect(headers['location']).toBe(`${url}/next`);
  });

  test('refuses requests under another host name, of other origins, and for service workers', async () => {
    const device = await stage.device();
    const { url, cookie, publicPort } = await stage.opened(device.id);
    const status = async (headers: Record<string, string>, method = 'GET') =>
      (await get(url, { cookie, ...headers }, method)).status;
    expect(await status({ host: `evil.example:${publicPort}` })).toBe(421);
    expect(await status({ host: `127.0.0.1:${publicPort}` })).toBe(421);
    expect(await status({ origin: 'http://localhost:21999' }, 'POST')).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(403);
    expect(await status({ 'service-worker': 'script' })).toBe(403);
    expect(device.received).toEqual([]);
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect(await status({ 'sec-fetch-site': 'cross-site', ...navigation })).toBe(200);
    expect(await status({ origin: url }, 'POST')).toBe(200);
    expect(device.heads.at(-1)).toContain('\r\nOrigin: http://10.9.8.7\r\n');
  });

  test('refuses images and forms of other pages where browsers send no metadata', async () => {
    const device = await stage.device();
    const { url, cookie } = await stage.opened(device.id);
    const status = async (headers: Record<string, string>, method = 'GET') =>
      (await get(url, { cookie, ...headers }, method)).status;
    const image = { accept: 'image/png,*/*' };
    expect(await status(image)).toBe(403);
    expect(await status({ ...image, referer: 'http://localhost:21999/page' })).toBe(403);
    expect(await status({ accept: 'text/html' }, 'POST')).toBe(403);
    expect(device.received).toEqual([]);
    expect(await status({ ...image, referer: `${url}/page` })).toBe(200);
    // The device cannot switch the Referer off.
    device.respond = () => page('', 'Referrer-Policy: no-referrer');
    expect((await get(url, { cookie })).headers['referrer-policy']).toBe('same-origin');
  });

  test('gives each person a cookie of their own, which ends with their access', async () => {
    const device = await stage.device();
    const { url, cookie, proxyUUID } = await stage.opened(device.id);
    const operator = await buildMember(stage.server, stage.owner, 'siteOperator', {
      siteIds: [stage.account.siteId],
    });
    const opened = await stage.server.call('openRemoteProxy', { proxyUUID }, { as: operator.token });
    const { headers } = await get(opened.data.link);
    const other = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(other).not.toBe(cookie);
    expect((await get(url, { cookie: other })).status).toBe(200);
    // Named by one person, signed for another.
    const forged = other.replace(operator.membershipId, stage.owner.membershipId);
    expect((await get(url, { cookie: forged })).status).toBe(403);
    await stage.server.platform.database.asSystem((tx) =>
      tx.run(sql`update membership set disabled_at = now() where id = ${operator.membershipId}`),
    );
    await expect.poll(async () => (await get(url, { cookie: other })).status, WITHIN).toBe(403);
    expect((await get(url, { cookie })).status).toBe(200);
  });

  test('opens with a link that is valid once, for five minutes; without it nothing is shown', async () => {
    const device = await stage.device();
    const { data } = await stage.create(device.id);
    const url = `http://localhost:${data.publicPort}`;
    expect((await get(url)).status).toBe(403);
    expect((await get(`${url}/.airloom/open?token=wrong`)).status).toBe(403);
    const first = await get(data.link ?? '');
    expect(first).toMatchObject({
      status: 303,
      headers: { location: '/', 'referrer-policy': 'no-referrer' },
    });
    expect(first.headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    expect((await get(data.link ?? '')).status).toBe(403);
    const { proxyUUID } = data;
    const again = await stage.server.call('openRemoteProxy', { proxyUUID }, { as: stage.owner.token });
    stage.server.advance(REMOTE_PROXY_LIMITS.linkMs + 1);
    expect((await get(again.data.link)).status).toBe(403);
    expect(device.received).toEqual([]);
  });

  test('is needed: under the host of the console no web page is offered', async () => {
    const same = await ProxyStage.open({ PROXY_HOST: '127.0.0.1' });
    const device = await same.device();
    expect(errorKeyOf((await same.create(device.id)).code)).toBe('remoteProxyNoOwnHost');
    const state = await same.server.call('viewRemoteProxyState', {}, { as: same.owner.token });
    expect(state.data).toMatchObject({ webProblem: 'noOwnHost', available: true });
    await same.endAll();
    await same.server.stop();
  });
});
