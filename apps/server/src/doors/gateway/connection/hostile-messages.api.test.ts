import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import {
  eventually,
  type GatewayHarness,
  newSerial,
  type RunningGateway,
} from '../testing/gateway-harness.ts';
import { HostileStage } from '../testing/hostile-stage.ts';

const MEGABYTE = 1024 * 1024;

let stage: HostileStage;
let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
beforeAll(async () => {
  stage = await HostileStage.open();
  ({ harness, running, tenant } = stage);
});
afterEach(() => stage.expectUnaffected());
afterAll(() => stage.harness.close());

test('refuses a zip bomb', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  const bomb = deflateSync(Buffer.alloc(128 * MEGABYTE, '['), { level: 1 }).toString('base64');
  const before = process.memoryUsage().rss;
  device.say('state', { compress_64: bomb, compress_sz: 100 });
  await eventually(async () => expect(await stage.metric('deviceFrames', 'malformed')).toBeGreaterThan(0));
  device.report();
  await eventually(() => expect(running.received.reports.at(-1)?.device.serial).toBe(device.serial));
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * MEGABYTE);
});

test('refuses a frame of 10 MB', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  device.socket.send('x'.repeat(10 * MEGABYTE));
  expect(await device.closed()).toBe(1009);
});

test.each([
  ['deep JSON', '['.repeat(100_000)],
  ['deep JSON that closes', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['no JSON', 'hello'],
  ['JSON of no use', '42'],
  ['a name that poisons objects', '{"jsonrpc":"2.0","method":"__proto__","params":{"__proto__":{"x":1}}}'],
  ['a binary frame', Buffer.from([1, 2, 3])],
])('%s is counted, and too many close the connection', async (_, frame) => {
  const device = await harness.connected(running, tenant, newSerial());
  device.socket.send(frame);
  device.report();
  await eventually(() => expect(running.received.reports.at(-1)?.device.serial).toBe(device.serial));
  expect(device.closedWith).toBeNull();
  for (let count = 0; count < 8; count += 1) device.socket.send(Buffer.from([count]));
  expect(await device.closed()).toBe(1008);
});

test('accepts texts that no database stores', async () => {
  const serial = newSerial();
  const device = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  await device.opened();
  device.hello({
    model: 'a\u0000b',
    firmware: '\ud800'.repeat(3),
    kind: 'ac',
    sn: 'x\u0000\u0007y'.repeat(40),
  });
  await eventually(async () => expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' }));
});

test('slows down a flood and then closes the connection', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  const flood = setInterval(() => {
    for (let count = 0; count < 200; count += 1) device.report();
  }, 5);
  const code = await device.closed();
  clearInterval(flood);
  expect(code).toBe(1008);
  expect(await stage.metric('deviceCloses', 'flood')).toBe(1);
});

test('drops answers without a command', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  for (let id = 1; id <= 20; id += 1) device.answer(id);
  device.report();
  await eventually(() => expect(running.received.reports.at(-1)?.device.serial).toBe(device.serial));
  expect(running.received.answers).toEqual([]);
  expect(await stage.metric('deviceFrames', 'unaskedAnswer')).toBe(20);
  expect(device.closedWith).toBeNull();
});

test('ignores an invalid serial number', async () => {
  const serialNumbers = ['x'.repeat(31), 'AC 1', '<b>AC1</b>', ''];
  for (const sn of serialNumbers) {
    const serial = newSerial();
    const credentials = await harness.enrolled(running.port, tenant, serial, { kind: 'ac' });
    const device = harness.dial(running.port, serial, credentials);
    await device.opened();
    device.hello({ kind: 'ac', sn });
    await eventually(async () =>
      expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' }),
    );
    expect(await harness.row(tenant, serial)).toMatchObject({ sn: '' });
  }
  // A cloud access point's serial number has its own format.
  const factory = await foreignAuthority('Labels');
  await harness.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  for (const [sn, kept] of [
    ['WL1', ''],
    ['EC2109000123', 'EC2109000123'],
    ['WLABCDEFA101ABCDEF', 'WLABCDEFA101ABCDEF'],
  ]) {
    const serial = newSerial();
    const device = harness.dial(running.port, serial, await factory.issue(serial));
    await device.opened();
    device.hello({ kind: 'ap', ...(sn === undefined ? {} : { sn }) });
    await eventually(async () =>
      expect(await harness.row(tenant, serial)).toMatchObject({ status: 'online' }),
    );
    const row = await harness.row(tenant, serial);
    expect(row?.sn).toBe(kept);
    expect(row?.name === sn).toBe(kept !== '');
  }
});
