import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorKeyOf } from '@airloom/contract/errors';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, buildMember } from '../../../testing/builders.ts';
import { changesOf, operationLine } from '../../../testing/operations.ts';
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

async function operations() {
  const { data } = await stage.server.call('listOperations', {}, { as: stage.owner.token });
  return data.rows;
}

describe('a web page', () => {
  test('is fetched from the target through the device', async () => {
    const device = await stage.device();
    const { url, cookie, publicHost } = await stage.opened(device.id, { localPort: 8080 });
    expect(publicHost).toBe('localhost');
    const answer = await get(`${url}/status?x=1`, { cookie });
    expect(answer).toMatchObject({ status: 200, body: 'hello' });
    expect(device.heads[0]).toMatch(/^GET \/status\?x=1 HTTP\/1\.1\r\nHost: 10\.9\.8\.7:8080\r\n/);
    expect(device.received[0]).toMatchObject({ https: false, address: '10.9.8.7', port: 8080 });
    expect(await stage.proxies()).toMatchObject([
      { localAddress: '10.9.8.7', localPort: 8080, protocol: 'http', lastAddress: '127.0.0.1' },
    ]);
  });

  test('by HTTPS is encrypted by the device', async () => {
    const device = await stage.device();
    const { url, cookie } = await stage.opened(device.id, { protocol: 'https', localPort: 443 });
    await get(url, { cookie });
    expect(device.received[0]).toMatchObject({ https: true, port: 443 });
  });

  test('with a body is sent whole, and each request by a connection of its own', async () => {
    const device = await stage.device();
    const { url, cookie } = await stage.opened(device.id);
    const body = 'x'.repeat(200_000);
    device.respond = (_head, { connection }) => {
      setTimeout(() => {
        const received = device.received
          .filter((message) => message.connection.equals(connection))
          .reduce((sum, { data }) => sum + data.length, 0);
        device.sendWeb(connection, Buffer.from(page(String(received > body.length))));
      }, 500);
      return null;
    };
    const [first, second] = await Promise.all([
      get(`${url}/a`, { cookie, 'content-length': String(body.length) }, 'POST', body),
      get(`${url}/b`, { cookie, 'content-length': String(body.length) }, 'POST', body),
    ]);
    expect([first.body, second.body]).toEqual(['true', 'true']);
    expect(new Set(device.received.map(({ connection }) => connection.toString('hex'))).size).toBe(2);
    // One connection of the device carries both.
    expect(device.clients).toHaveLength(1);
  });
});

describe('the origin of its own', () => {
  test('keeps cookies of the console and of other proxies from the device', async () => {
    const device = await stage.device();
    const { url, cookie, publicPort } = await stage.opened(device.id);
    const others = 'airloom_token=secret; p1_sid=other; plain=1';
    await get(url, { cookie: `${cookie}; ${others}; p${publicPort}_sid=mine` });
    expect(device.heads[0]).toMatch(/\r\nCookie: sid=mine\r\n/);
    expect(device.heads[0]).not.toContain('secret');
    expect(device.heads[0]).not.toContain('airloom');
  });

  test('binds cookies of the device to this proxy, and drops headers that outlive it', async () => {
    const device = await stage.device();
    const { url, cookie, publicPort } = await stage.opened(device.id);
    device.respond = () =>
      page(
        '',
        'Set-Cookie: sid=1; Domain=localhost; Path=/; HttpOnly; Secure',
        'Strict-Transport-Security: max-age=1',
        'Clear-Site-Data: "cookies"',
        'Location: http://10.9.8.7/next',
      );
    const { headers } = await get(url, { cookie });
    expect(headers['set-cookie']).toEqual([`p${publicPort}_sid=1; Path=/; HttpOnly`]);
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

describe('WebSockets', () => {
  test('are passed on after the head', async () => {
    const device = await stage.device();
    const { cookie, publicPort } = await stage.opened(device.id);
    device.respond = (_head, { connection }) => {
      device.sendWeb(
        connection,
        Buffer.from(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nfirst',
        ),
      );
      return null;
    };
    const socket = connect({ host: '127.0.0.1', port: publicPort });
    const output = collect(socket);
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: localhost:${publicPort}\r\nCookie: ${cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    );
    await expect.poll(output, WITHIN).toMatch(/^HTTP\/1\.1 101 .*first$/s);
    expect(device.heads[0]).toMatch(/\r\nUpgrade: websocket\r\n/);
    socket.write('from the browser');
    await expect.poll(() => device.heads.at(-1), WITHIN).toBe('from the browser');
    socket.destroy();
  });
});

describe('TCP', () => {
  test('is tunnelled with acknowledgements', async () => {
    const device = await stage.device();
    const { data } = await stage.create(device.id, {
      protocol: 'tcp',
      localPort: 22,
      sources: ['127.0.0.0/8'],
    });
    expect(data.link).toBeNull();
    const socket = connect({ host: '127.0.0.1', port: data.publicPort });
    const output = collect(socket);
    await expect
      .poll(() => device.tunnels[0]?.event, WITHIN)
      .toEqual({
        kind: 'open',
        address: '10.9.8.7',
        port: 22,
      });
    const connection = device.tunnels[0]?.connection ?? Buffer.alloc(0);
    device.sendTunnel(connection, { kind: 'opened' });
    device.sendTunnel(connection, { kind: 'data', data: Buffer.from('SSH-2.0\r\n') });
    await expect.poll(output, WITHIN).toBe('SSH-2.0\r\n');
    await expect
      .poll(() => device.tunnels.map(({ event }) => event), WITHIN)
      .toContainEqual({ kind: 'ack', bytes: 9 });
    socket.write('hello');
    await expect
      .poll(() => device.tunnels.map(({ event }) => event), WITHIN)
      .toContainEqual({ kind: 'data', data: Buffer.from('hello') });
    device.sendTunnel(connection, { kind: 'close' });
    await expect.poll(() => socket.destroyed, WITHIN).toBe(true);
  });

  test('needs source addresses, and closes connections from elsewhere', async () => {
    const device = await stage.device();
    const without = await stage.create(device.id, { protocol: 'tcp' });
    expect(without.data).toMatchObject({ fields: { sources: { key: 'validation.sourcesRequired' } } });
    const { data } = await stage.create(device.id, { protocol: 'tcp', sources: ['192.0.2.0/24'] });
    const socket = connect({ host: '127.0.0.1', port: data.publicPort });
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(device.tunnels).toEqual([]);
  });
});

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
      siteIds: [stage.otherSiteId],
    });
    const observer = await buildMember(stage.server, stage.owner, 'siteObserver', {
      siteIds: [stage.siteId],
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

describe('an end', () => {
  test('by stopping closes the port and open connections at once', async () => {
    const { socket, proxyUUID, url, device } = await download();
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
    const { socket, proxyUUID } = await download({ hours: 24 });
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
    const { socket } = await download();
    const closed = once(socket, 'close');
    await stage.server.call('saveRemoteProxySettings', { enabled: false }, { as: stage.owner.token });
    await closed;
    expect(await stage.proxies()).toEqual([]);
    await stage.server.call('saveRemoteProxySettings', { enabled: true }, { as: stage.owner.token });
  });

  test('comes when its creator loses the right or the reach', async () => {
    const operator = await buildMember(stage.server, stage.owner, 'siteOperator', {
      siteIds: [stage.siteId],
    });
    const { socket } = await download({}, operator);
    const closed = once(socket, 'close');
    await stage.server.platform.database.asSystem((tx) =>
      tx.run(sql`update membership_site set site_id = ${stage.otherSiteId} where site_id = ${stage.siteId}`),
    );
    await closed;
    await expect.poll(async () => (await stage.proxies('ended'))[0]?.end, WITHIN).toBe('accessLost');
  });

  test('of the device’s line ends connections; the proxy works again when it returns', async () => {
    const { socket, url, cookie, device } = await download();
    const closed = once(socket, 'close');
    device.client.end();
    await closed;
    device.respond = () => page('back');
    await expect.poll(async () => (await get(url, { cookie })).body, WITHIN).toBe('back');
    expect(device.clients).toHaveLength(2);
  });
});

describe('pressure', () => {
  test('of a device that sends without end is held back by a browser that does not read', async () => {
    const device = await stage.device();
    const { publicPort, cookie } = await stage.opened(device.id);
    const total = 64 * 1024 * 1024;
    let sent = 0;
    device.respond = (_head, { connection }) => {
      device.sendWeb(connection, Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${total}\r\n\r\n`));
      const part = Buffer.alloc(60_000, 'x');
      const pump = (): void => {
        while (sent < total && !device.client.socket.destroyed) {
          sent += part.length;
          if (!device.sendWeb(connection, part)) return void device.client.socket.once('drain', pump);
        }
      };
      pump();
      return null;
    };
    const socket = connect({ host: '127.0.0.1', port: publicPort });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(`GET / HTTP/1.1\r\nHost: localhost:${publicPort}\r\nCookie: ${cookie}\r\n\r\n`);
    // Buffers of the system take some megabytes.
    await expect.poll(() => sent, WITHIN).toBeGreaterThan(200_000);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const held = sent;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(sent).toBe(held);
    expect(held).toBeLessThan(total / 2);
    // It loses its connection, and the device serves others again.
    const other = await stage.opened(device.id);
    device.respond = () => page('other');
    expect((await get(other.url, { cookie: other.cookie })).body).toBe('other');
    socket.destroy();
  });

  test('of requests and connections is limited', async () => {
    const device = await stage.device();
    const { url, cookie, publicPort } = await stage.opened(device.id);
    const sockets: Socket[] = [];
    for (let count = 0; count < REMOTE_PROXY_LIMITS.connectionsPerAddress + 3; count += 1) {
      const socket = connect({ host: '127.0.0.1', port: publicPort });
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    await expect.poll(() => sockets.filter(({ closed }) => closed).length, WITHIN).toBeGreaterThanOrEqual(3);
    await expect(get(url, { cookie })).rejects.toThrow();
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await get(url, { cookie }).catch(() => null))?.status, WITHIN).toBe(200);
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
    expect(answer.body).toContain('an address of this platform');
    await second.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

/** A download that goes on until something ends it. */
async function download(input: Parameters<ProxyStage['create']>[1] = {}, person = stage.owner) {
  const device = await stage.device();
  const opened = await stage.opened(device.id, input, person);
  device.respond = (_head, { connection }) => {
    device.sendWeb(connection, Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nstarted'));
    return null;
  };
  const socket = connect({ host: '127.0.0.1', port: opened.publicPort });
  socket.on('error', () => undefined);
  const output = collect(socket);
  socket.write(`GET / HTTP/1.1\r\nHost: localhost:${opened.publicPort}\r\nCookie: ${opened.cookie}\r\n\r\n`);
  await expect.poll(output, WITHIN).toContain('started');
  return { ...opened, device, socket };
}

function collect(socket: Socket): () => string {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return () => text;
}
