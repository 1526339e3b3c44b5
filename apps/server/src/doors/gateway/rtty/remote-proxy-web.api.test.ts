import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WITHIN } from '../../../testing/within.ts';
import { collect, get, ProxyStage, page, requestOf } from './testing/proxy-stage.ts';

let stage: ProxyStage;
beforeAll(async () => {
  stage = await ProxyStage.open();
});
afterEach(() => stage.endAll());
afterAll(() => stage.server.stop());

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
      get(`${url}/a`, { cookie, origin: url, 'content-length': String(body.length) }, 'POST', body),
      get(`${url}/b`, { cookie, origin: url, 'content-length': String(body.length) }, 'POST', body),
    ]);
    expect([first.body, second.body]).toEqual(['true', 'true']);
    expect(new Set(device.received.map(({ connection }) => connection.toString('hex'))).size).toBe(2);
    // One connection of the device carries both.
    expect(device.clients).toHaveLength(1);
  });
});

describe('a target', () => {
  const upload = { 'content-length': '50000000' };

  async function uploading(answer: string | null) {
    const device = await stage.device();
    const { url, cookie, publicPort } = await stage.opened(device.id);
    device.respond = (_head, { connection }) => {
      if (answer !== null) device.sendWeb(connection, Buffer.from(answer));
      device.sendWeb(connection, Buffer.alloc(0));
      return null;
    };
    const socket = connect({ host: '127.0.0.1', port: publicPort });
    socket.on('error', () => undefined);
    const output = collect(socket);
    socket.write(
      requestOf('POST /firmware', { publicPort, cookie }, `Content-Length: ${upload['content-length']}`),
    );
    const part = Buffer.alloc(1_000_000);
    const pump = setInterval(() => socket.write(part), 5);
    socket.once('close', () => clearInterval(pump));
    return { output, socket, url };
  }

  test('that answers before the end of an upload and closes is heard', async () => {
    const { output, socket } = await uploading('HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\n\r\nlarge');
    await expect.poll(output, WITHIN).toMatch(/^HTTP\/1\.1 413 .*large$/s);
    socket.destroy();
  });

  test('that closes during an upload is reported', async () => {
    const { output, socket } = await uploading(null);
    await expect.poll(output, WITHIN).toMatch(/^HTTP\/1\.1 502 /);
    socket.destroy();
  });

  test.each([
    'HELLO 1.1 200 OK\r\n\r\n',
    'HTTP/1.1 abc\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    '\0\0\0',
  ])('that answers %j is reported at once', async (answer) => {
    const device = await stage.device();
    const { url, cookie } = await stage.opened(device.id);
    device.respond = (_head, { connection }) => {
      device.sendWeb(connection, Buffer.from(answer));
      return null;
    };
    const startedAt = Date.now();
    expect((await get(url, { cookie })).status).toBe(502);
    expect((await get(url, { cookie, origin: url }, 'POST', 'x'.repeat(100_000))).status).toBe(502);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
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
    socket.write(requestOf('GET /ws', { publicPort, cookie }, 'Upgrade: websocket', 'Connection: Upgrade'));
    await expect.poll(output, WITHIN).toMatch(/^HTTP\/1\.1 101 .*first$/s);
    expect(device.heads[0]).toMatch(/\r\nUpgrade: websocket\r\n/);
    socket.write('from the browser');
    await expect.poll(() => device.heads.at(-1), WITHIN).toBe('from the browser');
    // A browser that closes its half only does not keep the connection.
    socket.end();
    await expect.poll(() => device.received.at(-1)?.data.length, WITHIN).toBe(0);
    await expect.poll(() => socket.destroyed, WITHIN).toBe(true);
  });
});
