import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import {
  awaitUpgradeCommand,
  Fleet,
  fetchImage,
  type Online,
  upgradeCommands,
  WITHIN,
} from '../../domains/network/firmware/testing/fleet.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Addresses given to devices: of images to download and captures to upload. */

let server: TestServer;
let fleet: Fleet;
afterEach(async () => {
  await fleet.end();
  await server.stop();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await startTestServer({ GATEWAY_PORT: '0', ...env });
  fleet = await Fleet.open(server);
}

const IMAGE = randomBytes(400_000);

async function upgradeUri({ id, device }: Online): Promise<string> {
  const firmwareUUID = await fleet.image('two', undefined, IMAGE, device.kind);
  await fleet.campaign({ firmwareUUID, target: { kind: 'devices', deviceUUIDs: [id] } });
  return (await awaitUpgradeCommand(device)).uri;
}

test('a device that leaves the port out of Host gets an address with the port of the gateway', async () => {
  await start();
  const uri = await upgradeUri(await fleet.online('one', { headers: { Host: 'localhost' } }));
  expect(uri).toMatch(new RegExp(`^https://localhost:${server.gatewayPort}/firmware/[\\w-]+$`));
  expect((await fetchImage(uri)).body.equals(IMAGE)).toBe(true);
});

test('GATEWAY_ADDRESS decides which address devices get', async () => {
  await start({ GATEWAY_ADDRESS: 'devices.example.org:443' });
  const uri = await upgradeUri(await fleet.online());
  expect(uri).toMatch(/^https:\/\/devices\.example\.org:443\/firmware\/[\w-]+$/);
});

test('a device that sends no usable Host gets an address of this machine with the port', async () => {
  await start();
  const uri = await upgradeUri(await fleet.online('one', { headers: { Host: 'not a host' } }));
  expect(new URL(uri).port).toBe(String(server.gatewayPort));
});

test('an upgrade asks the device to trust the certificates it has', async () => {
  await start();
  const online = await fleet.online();
  await upgradeUri(online);
  expect(online.device.connection.received).toContainEqual(
    expect.objectContaining({
      method: 'upgrade',
      params: expect.objectContaining({ 'use-local-certificates': true }),
    }),
  );
});

test('a capture is uploaded to the host by which the device reaches the gateway', async () => {
  await start({ HOST: '0.0.0.0' });
  const { id, device } = await fleet.online('one', { headers: { Host: 'localhost' } });
  await server.call(
    'sendCommand',
    { deviceUUIDs: [id], command: { name: 'trace', seconds: 10, network: 'down' } },
    fleet.as,
  );
  await expect.poll(() => device.received.at(-1)?.command.name, WITHIN).toBe('trace');
  expect(device.received.at(-1)?.command).toMatchObject({
    uri: expect.stringMatching(new RegExp(`^http://localhost:${new URL(server.url).port}/captures/`)),
  });
});

test('accepts the answer of an access point after a long download', async () => {
  await start();
  const { id, device } = await fleet.online();
  const firmwareUUID = await fleet.image('two');
  const campaign = await fleet.campaign({
    firmwareUUID,
    target: { kind: 'devices', deviceUUIDs: [id] },
    retries: 0,
  });
  const { id: wire } = await awaitUpgradeCommand(device);
  const other = await fleet.online('other');
  // Once another device's command has timed out twice, the gateway has looked for overdue answers.
  for (const [index, minutes] of [7, 2].entries()) {
    await server.call('sendCommand', { deviceUUIDs: [other.id], command: { name: 'ping' } }, fleet.as);
    await expect.poll(() => lastStateOf(other.id), WITHIN).toBe('sending');
    await expect.poll(() => other.device.received.length, WITHIN).toBe(index + 1);
    server.advance(minutes * 60_000);
    await expect.poll(() => lastStateOf(other.id), WITHIN).toBe('ackTimeout');
  }
  expect(await lastStateOf(id)).toBe('sending');
  device.answer(wire, { error: 2, text: 'Download failed' });
  expect(await fleet.reaches(campaign, id, 'failed')).toMatchObject({
    reason: 'refused',
    text: 'Download failed',
  });
});

async function lastStateOf(deviceUUID: string): Promise<string | undefined> {
  return (await server.call('listDeviceCommands', { deviceUUID }, fleet.as)).data.rows[0]?.state;
}

/** Requests, and disconnects once the response begins. */
async function hangUp(uri: string): Promise<number> {
  const asked = get(uri, { agent: false });
  const [response] = await once(asked, 'response');
  response.destroy();
  return response.statusCode;
}

test('without the setting a switch gets an HTTPS address', async () => {
  await start();
  expect(await upgradeUri(await fleet.online('one', { kind: 'switch' }))).toMatch(/^https:/);
});

test('with FIRMWARE_HTTP_PORT a switch gets a signed HTTP address that is good for one download', async () => {
  await start({ FIRMWARE_HTTP_PORT: '0' });
  const accessPoint = await fleet.online('ap');
  expect(await upgradeUri(accessPoint)).toMatch(/^https:/);

  const online = await fleet.online('switch', { kind: 'switch', headers: { Host: '127.0.0.1' } });
  const uri = await upgradeUri(online);
  expect(uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/firmware\/[\w-]+\.\d+\.[\w-]+$/);
  expect(new URL(uri).port).not.toBe(String(server.gatewayPort));
  const [frame] = online.device.connection.received.filter((received) =>
    JSON.stringify(received).includes(uri),
  );
  expect(frame).not.toMatchObject({ params: { 'use-local-certificates': true } });

  const [token = '', expires = '', signature = ''] = uri.split('/').at(-1)?.split('.') ?? [];
  const base = uri.slice(0, uri.lastIndexOf('/') + 1);
  for (const forged of [token, `${token}.${Number(expires) + 1}.${signature}`, `${token}.${expires}.x`]) {
    expect((await fetchImage(`${base}${forged}`)).status).toBe(404);
  }
  expect((await fetchImage(new URL('/enrol', base).href)).status).toBe(404);

  // An interrupted download may be repeated, a complete one may not.
  expect(await hangUp(uri)).toBe(200);
  expect((await fetchImage(uri, {}, 'HEAD')).status).toBe(200);
  await expect.poll(() => statusOf(uri, 'bytes=0-9'), WITHIN).toBe(206);
  await expect.poll(async () => (await fetchImage(uri)).body.equals(IMAGE), WITHIN).toBe(true);
  await expect.poll(() => statusOf(uri), WITHIN).toBe(404);
  expect(upgradeCommands(online.device)).toHaveLength(1);
});

async function statusOf(uri: string, range?: string): Promise<number> {
  return (await fetchImage(uri, range === undefined ? {} : { range })).status;
}

/** An address without TLS, of a running upgrade. */
async function plainUri(): Promise<string> {
  await start({ FIRMWARE_HTTP_PORT: '0' });
  return upgradeUri(await fleet.online('switch', { kind: 'switch', headers: { Host: '127.0.0.1' } }));
}

test('refuses the second of two simultaneous downloads from an HTTP address', async () => {
  const uri = await plainUri();
  const [first] = await once(get(uri, { agent: false }), 'response');
  expect(first.statusCode).toBe(200);
  // The first one has not been read to its end.
  expect(await statusOf(uri)).not.toBe(200);
  const parts: Buffer[] = [];
  for await (const part of first) parts.push(part);
  expect(Buffer.concat(parts).equals(IMAGE)).toBe(true);
  await expect.poll(() => statusOf(uri), WITHIN).toBe(404);
});

test('a download from an HTTP address is resumed, and complete once every byte was sent', async () => {
  const uri = await plainUri();
  expect(await statusOf(uri, 'bytes=-1')).toBe(206);
  await expect.poll(() => statusOf(uri, 'bytes=0-199999'), WITHIN).toBe(206);
  await expect.poll(() => statusOf(uri, 'bytes=300000-'), WITHIN).toBe(206);
  await expect.poll(() => statusOf(uri, 'bytes=200000-'), WITHIN).toBe(206);
  await expect.poll(() => statusOf(uri), WITHIN).toBe(404);
});

test('an HTTP address ends after a number of requests', async () => {
  const uri = await plainUri();
  const statuses = new Set<number>();
  const isOver = async () => {
    statuses.add(await statusOf(uri, 'bytes=0-9'));
    return statuses.has(404);
  };
  await expect.poll(isOver, WITHIN).toBe(true);
  expect(statuses).toContain(206);
});
