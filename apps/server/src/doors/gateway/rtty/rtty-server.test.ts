import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '@airloom/device-protocol/rtty/messages';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CertificateAuthority } from '../../../domains/network/devices/admission/certificate-authority.ts';
import { createLog } from '../../../platform/log.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { WITHIN } from '../../../testing/within.ts';
import { serverIdentity } from '../server-identity.ts';
import { RTTY_LIMITS, type RttyLimits } from './limits.ts';
import type { RttyConnection } from './rtty-connection.ts';
import { RttyServer } from './rtty-server.ts';
import type { RttyTerminal, TerminalEnd } from './rtty-terminal.ts';
import { RttyClient } from './testing/rtty-client.ts';

const DIALECTS: readonly Dialect[] = ['legacy', 'modern'];
const DEVICE = { tenant: 't', deviceId: 'd' };
const SIZE = { columns: 80, rows: 24 };

let dataDir: string;
let passed = 0;
const servers: RttyServer[] = [];
const clients: RttyClient[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airloom-rtty-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.end();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => rm(dataDir, { recursive: true }));

async function serve(limits: Partial<RttyLimits> = {}, acceptsPlain = false): Promise<RttyServer> {
  const server = new RttyServer({
    limits: { ...RTTY_LIMITS, ...limits },
    log: createLog('silent'),
    metrics: createMetrics(),
    acceptsPlain,
    secureContext: async () =>
      serverIdentity(
        await CertificateAuthority.open(dataDir, new Date()),
        { PUBLIC_URL: undefined, GATEWAY_ADDRESS: undefined },
        new Date(),
      ),
    monotonic: () => performance.now() + passed,
  });
  await server.listen('127.0.0.1', 0);
  servers.push(server);
  return server;
}

function expectOne(server: RttyServer) {
  const { promise, resolve, reject } = Promise.withResolvers<RttyConnection>();
  promise.catch(() => undefined);
  const key = server.expect({
    device: DEVICE,
    arrived: resolve,
    expired: () => reject(new Error('expired')),
  });
  return { key, arrival: promise };
}

async function connected(server: RttyServer, dialect: Dialect) {
  const { key, arrival } = expectOne(server);
  const client = await RttyClient.register(dialect, server.port, key);
  clients.push(client);
  return { client, connection: await arrival, key };
}

interface OpenTerminal {
  readonly terminal: RttyTerminal;
  readonly session: string;
  readonly output: Buffer[];
  readonly ends: TerminalEnd[];
}

async function openTerminal(client: RttyClient, connection: RttyConnection): Promise<OpenTerminal> {
  const output: Buffer[] = [];
  const ends: TerminalEnd[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const terminal = connection.openTerminal(SIZE, {
    onOpen: resolve,
    onData: (data) => output.push(data),
    onEnd: (reason) => ends.push(reason),
  });
  const session = await client.login();
  await promise;
  return { terminal, session, output, ends };
}

test.each(DIALECTS)('a %s device registers and runs a terminal', async (dialect) => {
  const { client, connection, key } = await connected(await serve(), dialect);
  expect([key.id, key.token].map((text) => text.length)).toEqual([32, 32]);
  expect(await client.next('registered')).toMatchObject({ code: 0 });
  const { terminal, session, output, ends } = await openTerminal(client, connection);
  expect(await client.next('windowSize')).toMatchObject({ session, ...SIZE });
  client.send({ type: 'data', session, data: Buffer.from('# ') });
  await expect.poll(() => Buffer.concat(output).toString(), WITHIN).toBe('# ');
  terminal.write(Buffer.from('ls\r'));
  expect((await client.next('data')).data.toString()).toBe('ls\r');
  terminal.resize({ columns: 132, rows: 50 });
  expect(await client.next('windowSize')).toMatchObject({ columns: 132, rows: 50 });
  client.send({ type: 'heartbeat' });
  await client.next('heartbeat');
  client.send({ type: 'logout', session });
  await expect.poll(() => ends, WITHIN).toEqual(['loggedOut']);
});

test.each(DIALECTS)('closing a terminal logs a %s device out', async (dialect) => {
  const { client, connection } = await connected(await serve(), dialect);
  const { terminal, session, ends } = await openTerminal(client, connection);
  terminal.close();
  expect(await client.next('logout')).toMatchObject({ session });
  expect(ends).toEqual(['ended']);
});

test.each(DIALECTS)('a wrong, unknown, repeated or late key of a %s device is refused', async (dialect) => {
  const server = await serve({ expectedMs: 300 });
  const refused = async (key: { id: string; token: string }): Promise<void> => {
    const client = await RttyClient.register(dialect, server.port, key);
    expect(await client.next('registered')).toMatchObject({ code: 2 });
    await client.hasClosed();
  };
  const wrong = expectOne(server);
  await refused({ ...wrong.key, token: 'x'.repeat(32) });
  // A wrong token uses up the key.
  await refused(wrong.key);
  await expect(wrong.arrival).rejects.toThrow('expired');
  await refused({ id: 'a'.repeat(32), token: wrong.key.token });
  const other = expectOne(server);
  const foreign = expectOne(server);
  await refused({ id: other.key.id, token: foreign.key.token });
  const late = expectOne(server);
  await expect(late.arrival).rejects.toThrow('expired');
  await refused(late.key);
  const { key } = await connected(server, dialect);
  await refused(key);
});

test('connections without TLS are refused unless they are allowed', async () => {
  const strict = await serve();
  const refused = expectOne(strict);
  const client = await RttyClient.connect('legacy', strict.port, true);
  client.register(refused.key);
  await client.hasClosed();
  expect(client.received).toEqual([]);
  const open = await serve({}, true);
  const { key, arrival } = expectOne(open);
  const plain = await RttyClient.connect('legacy', open.port, true);
  clients.push(plain);
  plain.register(key);
  expect((await arrival).dialect).toBe('legacy');
});

test('sockets that do not register are closed, and too many of them are not accepted', async () => {
  const server = await serve({ registerMs: 400, unregisteredPerAddress: 2 });
  const idle = [
    await RttyClient.connect('legacy', server.port),
    await RttyClient.connect('modern', server.port),
  ];
  const third = await RttyClient.connect('legacy', server.port).catch(() => null);
  expect(third).toBeNull();
  for (const client of idle) await client.hasClosed();
  await connected(server, 'legacy');
});

test('an address with many rejected registrations has to wait', async () => {
  const server = await serve({ rejected: { atOnce: 2, perSecond: 0.001 } });
  const key = { id: 'a'.repeat(32), token: 'b'.repeat(32) };
  for (const _ of [1, 2]) await (await RttyClient.register('legacy', server.port, key)).hasClosed();
  expect(await RttyClient.connect('legacy', server.port).catch(() => null)).toBeNull();
});

test('failed TLS handshakes count as rejected registrations', async () => {
  const server = await serve({ rejected: { atOnce: 2, perSecond: 0.001 } });
  for (const _ of [1, 2]) {
    const socket = connect({ host: '127.0.0.1', port: server.port });
    socket.on('error', () => undefined);
    socket.write(Buffer.from('16030100050102030405', 'hex'));
    socket.resume();
    await once(socket, 'close');
  }
  expect(await RttyClient.connect('legacy', server.port).catch(() => null)).toBeNull();
});

test('a device that does not read gets a bounded number of answers, then is disconnected', async () => {
  const server = await serve({ messages: { atOnce: 10_000_000, perSecond: 1_000 } });
  const { client, connection } = await connected(server, 'modern');
  const { session, ends, output, terminal } = await openTerminal(client, connection);
  client.socket.pause();
  // More than the buffers of the system hold.
  while (connection.isWritable) {
    terminal.write(Buffer.alloc(60_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const before = connection.unsentBytes;
  for (let count = 0; count < 20_000; count += 1) client.send({ type: 'heartbeat' });
  client.send({ type: 'data', session, data: Buffer.from('after the heartbeats') });
  await expect.poll(() => output.length, WITHIN).toBe(1);
  expect(connection.unsentBytes).toBeLessThanOrEqual(before);
  for (let count = 0; count < 3_000 && ends.length === 0; count += 1) terminal.acknowledge(1);
  expect(ends).toEqual(['notReading']);
});

test('a device that reads nothing of what waits for it is disconnected', async () => {
  const server = await serve();
  const { client, connection } = await connected(server, 'legacy');
  const { terminal, ends } = await openTerminal(client, connection);
  client.socket.pause();
  while (connection.isWritable) {
    terminal.write(Buffer.alloc(60_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.sweep();
  client.send({ type: 'heartbeat' });
  passed += 15_000;
  server.sweep();
  expect(ends).toEqual([]);
  passed += 12_000;
  server.sweep();
  expect(ends).toEqual(['notReading']);
});

test('a device that does not read the end of its connection loses it', async () => {
  const server = await serve({ closingMs: 200 });
  const { client, connection } = await connected(server, 'modern');
  const { terminal } = await openTerminal(client, connection);
  client.socket.pause();
  while (connection.isWritable) {
    terminal.write(Buffer.alloc(60_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  terminal.close();
  connection.end();
  const closed = once(client.socket, 'close');
  setTimeout(() => client.socket.resume(), 600);
  await closed;
  expect(client.received.some(({ type }) => type === 'logout')).toBe(false);
});

test('a silent device is disconnected within 30 seconds', async () => {
  const server = await serve();
  const { client, connection } = await connected(server, 'legacy');
  const { ends } = await openTerminal(client, connection);
  passed += 15_000;
  server.sweep();
  expect(ends).toEqual([]);
  passed += 10_000;
  server.sweep();
  expect(ends).toEqual(['silent']);
  await client.hasClosed();
});

test('a modern device gets acknowledgements only for consumed data, and is closed far beyond its window', async () => {
  const server = await serve({ windowMaxBytes: 8_192 });
  const { client, connection } = await connected(server, 'modern');
  const { terminal, session, output, ends } = await openTerminal(client, connection);
  client.send({ type: 'data', session, data: Buffer.alloc(4_096) });
  await expect.poll(() => Buffer.concat(output).length, WITHIN).toBe(4_096);
  expect(client.received.filter(({ type }) => type === 'ack')).toEqual([]);
  terminal.acknowledge(4_096);
  expect(await client.next('ack')).toMatchObject({ session, bytes: 4_096 });
  client.send({ type: 'data', session, data: Buffer.alloc(9_000) });
  await expect.poll(() => ends, WITHIN).toEqual(['flooding']);
});

test('a legacy device that floods is not read further until its data is consumed', async () => {
  const server = await serve({ unreadMaxBytes: 65_536 });
  const { client, connection } = await connected(server, 'legacy');
  const { terminal, session, output } = await openTerminal(client, connection);
  const total = 40 * 1_048_576;
  for (let sent = 0; sent < total; sent += 32_768) {
    client.send({ type: 'data', session, data: Buffer.alloc(32_768) });
  }
  const bytes = (): number => output.reduce((sum, { length }) => sum + length, 0);
  await expect.poll(bytes, WITHIN).toBeGreaterThan(65_536);
  // Heartbeats continue although the device is not read.
  await client.next('heartbeat');
  expect(bytes()).toBeLessThan(1_048_576);
  const before = bytes();
  terminal.acknowledge(before);
  await expect.poll(bytes, WITHIN).toBeGreaterThan(before);
});

test('a device that sends too many messages is disconnected', async () => {
  const server = await serve({ messages: { atOnce: 50, perSecond: 1 } });
  const { client, connection } = await connected(server, 'legacy');
  const { ends } = await openTerminal(client, connection);
  for (let count = 0; count < 100; count += 1) client.send({ type: 'heartbeat' });
  await expect.poll(() => ends, WITHIN).toEqual(['flooding']);
});

test('a device that breaks the protocol or the line ends its terminals', async () => {
  const server = await serve();
  const broken = await connected(server, 'modern');
  const { ends } = await openTerminal(broken.client, broken.connection);
  broken.client.socket.write(Buffer.from('ff0000', 'hex'));
  await expect.poll(() => ends, WITHIN).toEqual(['protocolError']);
  const dropped = await connected(server, 'legacy');
  const other = await openTerminal(dropped.client, dropped.connection);
  dropped.client.end();
  await expect.poll(() => other.ends, WITHIN).toEqual(['closed']);
  await expect.poll(() => server.size, WITHIN).toBe(0);
});

test('a device that refuses the login or does not answer it ends the terminal', async () => {
  const server = await serve({ loginMs: 200 });
  const { client, connection } = await connected(server, 'modern');
  const ends: TerminalEnd[] = [];
  const events = {
    onOpen: () => undefined,
    onData: () => undefined,
    onEnd: (end: TerminalEnd) => ends.push(end),
  };
  connection.openTerminal(SIZE, events);
  const { session } = await client.next('login');
  client.send({ type: 'login', session: session ?? '', code: 1 });
  await expect.poll(() => ends, WITHIN).toEqual(['loginRefused']);
  connection.openTerminal(SIZE, events);
  await expect.poll(() => ends, WITHIN).toEqual(['loginRefused', 'loginTimedOut']);
});

test('terminals and HTTP messages share one connection of a modern device', async () => {
  const { client, connection } = await connected(await serve(), 'modern');
  await openTerminal(client, connection);
  expect(connection.supportsHttp).toBe(true);
  const answers: string[] = [];
  connection.onHttp((id, data) => answers.push(`${id.toString('hex')} ${data.toString()}`));
  const id = Buffer.alloc(18, 3);
  connection.sendHttp({
    https: false,
    connection: id,
    address: '127.0.0.1',
    port: 80,
    data: Buffer.from('GET /'),
  });
  expect(await client.next('http')).toMatchObject({ address: '127.0.0.1', port: 80 });
  client.send({ type: 'http', connection: id, data: Buffer.from('200') });
  await expect.poll(() => answers, WITHIN).toEqual([`${'03'.repeat(18)} 200`]);
});
