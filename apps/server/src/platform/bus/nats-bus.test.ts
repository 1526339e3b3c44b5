import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InstalledNats, needsInstalledNats } from '../../testing/installed-nats.ts';
import { WITHIN } from '../../testing/within.ts';
import { NatsBus } from './nats-bus.ts';
import { areNatsServers, natsServers } from './nats-servers.ts';

const WAKE = { tenant: 't', deviceIds: ['d'] };

/** A connection to the server that can be cut for one of its clients. */
class Detour {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<Detour> {
    const server = createServer();
    const detour = new Detour(server);
    server.on('connection', (socket) => {
      const beyond = connect({ port, host: '127.0.0.1' });
      for (const end of [socket, beyond]) end.on('error', () => undefined);
      socket.pipe(beyond).pipe(socket);
      detour.#sockets.add(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return detour;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

describe.skipIf(!needsInstalledNats('NATS that goes away and comes back'))('NATS', () => {
  let server: InstalledNats;
  const open: NatsBus[] = [];
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  beforeEach(async () => {
    logged.length = 0;
    server = await InstalledNats.start();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
    await server.stop();
  });

  async function connected(url = server.url): Promise<NatsBus> {
    const bus = await NatsBus.connect(url, 'test', log);
    open.push(bus);
    return bus;
  }

  test('reconnects by itself; both ends are notified that messages may be missing', async () => {
    const [one, other] = [await connected(), await connected()];
    const received: string[] = [];
    const gaps = new Set<string>();
    one.subscribe('device.wake', () => received.push('one'));
    other.subscribe('device.wake', () => received.push('other'));
    one.onGap(() => gaps.add('one'));
    other.onGap(() => gaps.add('other'));
    await server.stop();
    await expect.poll(() => logged.filter((line) => line.includes('NATS is away')), WITHIN).toHaveLength(2);
    // A process receives its own messages all the same; messages without a subscriber are not kept.
    for (let count = 0; count < 10_000; count += 1) one.publish('gateway.trust', {});
    one.publish('device.wake', WAKE);
    await expect.poll(() => received, WITHIN).toEqual(['one']);
    await server.start();
    await expect.poll(() => [...gaps].sort(), WITHIN).toEqual(['one', 'other']);
    one.publish('device.wake', WAKE);
    await expect.poll(() => received, WITHIN).toEqual(['one', 'one', 'other']);
  });

  test('a process that was disconnected alone makes the others check again', async () => {
    const other = await connected();
    let gaps = 0;
    other.onGap(() => {
      gaps += 1;
    });
    const way = await Detour.to(server.port);
    await connected(`nats://127.0.0.1:${way.port}`);
    way.cut();
    await expect.poll(() => gaps, WITHIN).toBe(1);
    await way.close();
  });

  test('stops while the server is unreachable', async () => {
    const bus = await connected();
    await server.stop();
    open.length = 0;
    await bus.close();
  });

  test('sends user and password, or a token, from the address', async () => {
    await server.stop();
    server = await InstalledNats.start('--user', 'air', '--pass', 'l@om');
    await expect(connected()).rejects.toThrow(/NATS at 127\.0\.0\.1:\d+ \(NATS_URL\) cannot be used/);
    await connected(`nats://air:l%40om@127.0.0.1:${server.port}`);
    await server.stop();
    server = await InstalledNats.start('--auth', 'secret');
    await connected(`nats://secret@127.0.0.1:${server.port}`);
  });

  test('requires encryption where it is configured', async () => {
    await expect(connected(`tls://127.0.0.1:${server.port}`)).rejects.toThrow(/cannot be used/);
  });

  test('an unreachable server is reported with its address, without its password', async () => {
    await server.stop();
    const failure = await connected(`nats://air:loom@127.0.0.1:${server.port}`).catch(String);
    expect(failure).toContain(`127.0.0.1:${server.port}`);
    expect(failure).not.toContain('loom@');
  });
});

test('parses addresses of NATS servers', () => {
  expect(natsServers('nats://one:4222, nats://two')).toEqual({ hosts: ['one:4222', 'two'] });
  expect(natsServers('tls://u:p%2Fw@host')).toEqual({ hosts: ['host'], user: 'u', pass: 'p/w', tls: {} });
  expect(natsServers('nats://t0ken@host')).toEqual({ hosts: ['host'], token: 't0ken' });
  for (const good of ['nats://host', 'tls://u:p@host:4222', 'nats://[::1]:4222,nats://b'])
    expect([good, areNatsServers(good)]).toEqual([good, true]);
  for (const bad of ['', 'host:4222', 'http://host', 'nats://', 'nats://a,,nats://b', 'nats://a,b'])
    expect([bad, areNatsServers(bad)]).toEqual([bad, false]);
});
