import type { Socket } from 'node:net';
import { compressParams } from '@airloom/device-protocol/compression';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

const MEGABYTE = 1024 * 1024;

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
let good: VirtualDevice;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start({ messagesAtOnce: 60, messagesPerSecond: 200, waitsMax: 2, malformedMax: 5 });
  tenant = await harness.account();
  good = await harness.connected(running, await harness.account(), newSerial());
});
afterAll(() => harness.close());

function reportsOf(serial: string): number {
  return running.received.reports.filter(({ device }) => device.serial === serial).length;
}

/** Whatever happened: the unrelated device is not affected. */
afterEach(async () => {
  const before = reportsOf(good.serial);
  good.report();
  await eventually(() => expect(reportsOf(good.serial)).toBe(before + 1));
  expect(good.closedWith).toBeNull();
});

async function closesFor(reason: string): Promise<number> {
  const { values } = await running.metrics.deviceCloses.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

/** Its connection and the TCP socket below it. */
async function wired(): Promise<{ device: VirtualDevice; line: Socket }> {
  const serial = newSerial();
  const device = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  const upgraded = new Promise<Socket>((resolve) => {
    device.socket.once('upgrade', ({ socket }) => resolve(socket));
  });
  await device.opened();
  const line = await upgraded;
  device.hello();
  await eventually(() => expect(running.received.hellos.at(-1)?.device.serial).toBe(serial));
  return { device, line };
}

test.each(['ping', 'pong'] as const)(
  'a flood of %s frames is slowed down and then ends the connection',
  async (kind) => {
    const device = await harness.connected(running, tenant, newSerial());
    const before = await closesFor('flood');
    let answered = 0;
    device.socket.on('pong', () => {
      answered += 1;
    });
    const payload = Buffer.alloc(125);
    const flood = setInterval(() => {
      for (let count = 0; count < 200 && device.socket.readyState === device.socket.OPEN; count += 1) {
        device.socket[kind](payload);
      }
    }, 5);
    const code = await device.closed();
    clearInterval(flood);
    expect(code).toBe(1008);
    expect(await closesFor('flood')).toBe(before + 1);
    expect(answered).toBeLessThan(2_000);
  },
);

test('answers the last one of too many pings', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  const answers: string[] = [];
  device.socket.on('pong', (data) => answers.push(data.toString()));
  for (let count = 1; count <= 100; count += 1) device.socket.ping(String(count));
  await eventually(() => expect(answers.at(-1)).toBe('100'));
  expect(answers.length).toBeLessThan(100);
  expect(device.closedWith).toBeNull();
});

test('does not read a device that keeps sending instead of closing', async () => {
  const { device, line } = await wired();
  // From here on it only writes.
  device.socket.pause();
  for (let count = 0; count < 8; count += 1) device.socket.send(Buffer.from([count]));
  await eventually(async () => expect(await closesFor('malformed')).toBeGreaterThan(0));
  const ping = Buffer.concat([Buffer.from([0x89, 0x80 + 125]), Buffer.alloc(4 + 125)]);
  const flood = Buffer.concat(Array.from({ length: 1_000 }, () => ping));
  const written = (): Promise<boolean> =>
    new Promise((resolve) => {
      line.write(flood, (error) => resolve(error == null));
    });
  let sent = 0;
  while (sent < 64 * MEGABYTE && (await written())) sent += flood.length;
  expect(sent).toBeLessThan(32 * MEGABYTE);
});

test('keeps a report with a host name in another encoding, and the connection', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  const { serial } = device;
  const frame = (hostname: string): Buffer =>
    Buffer.from(
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'state',
        params: { serial, uuid: 1, state: { unit: { uptime: 100, hostname } } },
      }),
      'latin1',
    );
  device.socket.send(frame('\xb2\xe9'), { binary: false });
  await eventually(() => expect(reportsOf(serial)).toBe(1));
  device.report();
  await eventually(() => expect(reportsOf(serial)).toBe(2));
  expect(device.closedWith).toBeNull();
});

test('refuses a message in too many fragments', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  for (let count = 0; count < 80; count += 1) device.socket.send('x', { fin: false });
  expect(await device.closed()).toBe(1008);
});

test('refuses a fragment that arrives byte by byte', async () => {
  const { device, line } = await wired();
  const length = 60_000;
  line.write(Buffer.from([0x81, 0xfe, length >> 8, length & 0xff, 0, 0, 0, 0]));
  for (let count = 0; count < 6_000 && !line.destroyed; count += 1) {
    await new Promise((resolve) => line.write('x', resolve));
  }
  expect(await device.closed()).toBe(1008);
});

test('counts the inflated size of compressed messages against the limit', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  const { serial } = device;
  const state = { unit: { uptime: 100, load: [0, 0, 0] }, padding: 'x'.repeat(MEGABYTE) };
  const packed = compressParams({ serial, uuid: 1, state });
  const frame = JSON.stringify({ jsonrpc: '2.0', method: 'state', params: packed });
  expect(frame.length).toBeLessThan(4_000);
  // In one write, so that all arrive before the socket can be paused.
  for (let count = 0; count < 20; count += 1) device.socket.send(frame);
  await eventually(() => expect(reportsOf(serial)).toBeGreaterThanOrEqual(8));
  device.report();
  const before = reportsOf(good.serial);
  good.report();
  await eventually(() => expect(reportsOf(good.serial)).toBe(before + 1));
  expect(reportsOf(serial)).toBeLessThanOrEqual(9);
  // It is paused, and no message is lost.
  harness.advance(60_000);
  await eventually(() => expect(reportsOf(serial)).toBeGreaterThanOrEqual(16));
  harness.advance(60_000);
  await eventually(() => expect(reportsOf(serial)).toBe(21));
});
