import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { DeviceMessage } from '@airloom/device-protocol/rtty/messages';
import { encodeForDevice } from '@airloom/device-protocol/rtty/to-device';
import { DeviceMessageDecoder } from '@airloom/device-protocol/rtty/to-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../fleet/fleet.ts';
import type { DeviceKind } from '../simulation/models.ts';
import type { Node } from '../simulation/node.ts';
import { TinyGateway } from '../testing/tiny-gateway.ts';

let gateway: TinyGateway;
let fleet: Fleet;

beforeAll(async () => {
  gateway = await TinyGateway.open();
  const kinds = { ap: 1, switch: 1 };
  fleet = await startFleet({ devices: 2, sites: 1, seed: 2, kinds, gateway: gateway.url, code: 'code' });
  await fleet.ready;
});

afterAll(async () => {
  await fleet.stop();
  await gateway.close();
});

function nodeOf(kind: DeviceKind): Node {
  return fleet.simulation.devices.find((node) => node.kind === kind) ?? expect.fail();
}

async function shellSession(
  kind: DeviceKind,
  typed: string,
  identity?: { readonly key: string; readonly cert: string },
): Promise<string> {
  const server = identity ? createTlsServer(identity) : createTcpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { serial } = nodeOf(kind);
  const caller = await gateway.caller(serial);
  const call = {
    name: 'remoteShell',
    id: 'i'.repeat(32),
    token: 't'.repeat(32),
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    user: 'root',
    timeoutSeconds: 30,
  } as const;
  const output = new Promise<string>((resolve) => {
    server.on(identity ? 'secureConnection' : 'connection', (socket: Socket) =>
      answerShell(socket, typed, resolve),
    );
  });
  await caller.execute(call);
  const text = await output;
  server.close();
  return text;
}

/** Acts as the server: registers, logs in, types, collects output until the terminal or the line closes. */
function answerShell(socket: Socket, typed: string, done: (text: string) => void): void {
  const decoder = new DeviceMessageDecoder();
  let text = '';
  socket.on('error', () => undefined);
  const send = (message: Parameters<typeof encodeForDevice>[1]) =>
    socket.write(encodeForDevice(decoder.dialect ?? 'legacy', message));
  const react = (message: DeviceMessage) => {
    if (message.type === 'register') {
      expect(message.registration).toMatchObject({ id: 'i'.repeat(32), token: 't'.repeat(32) });
      send({ type: 'registered', code: 0, message: '' });
      send({ type: 'login', session: decoder.dialect === 'legacy' ? null : 's'.repeat(32) });
    } else if (message.type === 'login') {
      send({ type: 'data', session: message.session, data: Buffer.from(typed) });
    } else if (message.type === 'data') text += message.data.toString();
    else if (message.type === 'logout') done(text);
  };
  socket.once('close', () => {
    if (text !== '') done(text);
  });
  socket.on('data', (chunk: Buffer) => {
    // Rejects a TLS handshake.
    if (decoder.dialect === null && chunk[0] === 0x16) return socket.destroy();
    for (const message of decoder.push(chunk)) react(message);
  });
}

test.each(['ap', 'switch'] as const)('%s opens a shell that answers', async (kind) => {
  expect(await shellSession(kind, 'version\rexit\r')).toContain(nodeOf(kind).firmware);
});

test.each(['ap', 'switch'] as const)('%s sends its last output before the line drops', async (kind) => {
  const identity = await gateway.credentialsOf('127.0.0.1', [{ type: 'ip', value: '127.0.0.1' }]);
  expect(await shellSession(kind, 'killall rtty\r', identity)).toMatch(/killall rtty\r\n$/);
});
