import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { REMOTE_PROXY_LIMITS } from '@airloom/contract/remote-proxy/remote-proxy.limits';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WITHIN } from '../../../testing/within.ts';
import { collect, get, ProxyStage, page, requestOf } from './testing/proxy-stage.ts';

let stage: ProxyStage;
beforeAll(async () => {
  stage = await ProxyStage.open();
});
afterEach(() => stage.endAll());
afterAll(() => stage.server.stop());

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

  test('ends when the target closes during an upload', async () => {
    const device = await stage.device();
    const { data } = await stage.create(device.id, {
      protocol: 'tcp',
      localPort: 22,
      sources: ['127.0.0.1'],
    });
    const socket = connect({ host: '127.0.0.1', port: data.publicPort });
    socket.on('error', () => undefined);
    socket.resume();
    for (let part = 0; part < 50; part += 1) socket.write(Buffer.alloc(1_000_000));
    const received = () => device.tunnels.find(({ event }) => event.kind === 'data');
    await expect.poll(received, WITHIN).toBeDefined();
    const connection = received()?.connection ?? Buffer.alloc(0);
    device.sendTunnel(connection, { kind: 'opened' });
    device.sendTunnel(connection, { kind: 'close' });
    await expect.poll(() => socket.destroyed, WITHIN).toBe(true);
  });

  test('ends the line of a device that acknowledges more than it received', async () => {
    const device = await stage.device();
    const { data } = await stage.create(device.id, {
      protocol: 'tcp',
      localPort: 22,
      sources: ['127.0.0.1'],
    });
    const socket = connect({ host: '127.0.0.1', port: data.publicPort });
    socket.on('error', () => undefined);
    socket.write('hello');
    const received = () => device.tunnels.find(({ event }) => event.kind === 'data');
    await expect.poll(received, WITHIN).toBeDefined();
    const connection = received()?.connection ?? Buffer.alloc(0);
    device.sendTunnel(connection, { kind: 'opened' });
    device.sendTunnel(connection, { kind: 'ack', bytes: 4 });
    device.sendTunnel(connection, { kind: 'ack', bytes: 2 });
    await device.client.hasClosed();
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
    socket.write(requestOf('GET /', { publicPort, cookie }));
    // Buffers of the system take some megabytes.
    await expect.poll(() => sent, WITHIN).toBeGreaterThan(200_000);
    const stops = async (): Promise<boolean> => {
      const before = sent;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return sent === before;
    };
    await expect.poll(stops, WITHIN).toBe(true);
    expect(sent).toBeLessThan(total / 2);
    // It loses its connection, and the device serves others again.
    const other = await stage.opened(device.id);
    device.respond = () => page('other');
    expect((await get(other.url, { cookie: other.cookie })).body).toBe('other');
    socket.destroy();
  });

  test('of visitors without access takes nothing from people with access', async () => {
    const device = await stage.device();
    const { url, cookie, publicPort } = await stage.opened(device.id);
    const { strangerRequests, strangersPerAddress } = REMOTE_PROXY_LIMITS;
    const statuses: number[] = [];
    while (statuses.length < strangerRequests.atOnce + 60) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => get(url)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.at(0)).toBe(403);
    expect(statuses).toContain(429);
    expect((await get(url, { cookie })).status).toBe(200);
    // A person's connection does not count as one without access.
    const open = connect({ host: '127.0.0.1', port: publicPort });
    const output = collect(open);
    open.write(requestOf('GET /', { publicPort, cookie }));
    await expect.poll(output, WITHIN).toContain('hello');
    const sockets: Socket[] = [];
    for (let count = 0; count < strangersPerAddress + 5; count += 1) {
      const socket = connect({ host: '127.0.0.1', port: publicPort });
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    await expect.poll(() => sockets.filter(({ closed }) => closed).length, WITHIN).toBeGreaterThanOrEqual(5);
    open.write(requestOf('GET /again', { publicPort, cookie }));
    await expect.poll(() => output().split('hello').length, WITHIN).toBe(3);
    for (const socket of [...sockets, open]) socket.destroy();
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
