import { type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { deflateSync } from 'node:zlib';
import { DAY, HOUR } from '@airloom/contract/time';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import { ask, enrol, type VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

const MEGABYTE = 1024 * 1024;
/** Another address from the view of the gateway. */
const ELSEWHERE = '127.0.0.2';

let harness: GatewayHarness;
let running: RunningGateway;
/** An unrelated account and its device. */
let bystander: string;
let good: VirtualDevice;
let tenant: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start({
    handshakeMs: 4_000,
    requestMs: 2_000,
    helloMs: 2_000,
    messagesAtOnce: 60,
    messagesPerSecond: 200,
    waitsMax: 2,
    malformedMax: 5,
    entering: 64,
    enteringPerAddress: 32,
  });
  bystander = await harness.account();
  tenant = await harness.account();
  good = await harness.connected(running, bystander, newSerial());
});
afterAll(() => harness.close());

/** Whatever happened: the unrelated device is not affected. */
afterEach(async () => {
  const count = () =>
    running.received.reports.filter(({ device: { serial } }) => serial === good.serial).length;
  const before = count();
  good.report();
  await eventually(() => expect(count()).toBe(before + 1));
  expect(good.closedWith).toBeNull();
  const rows = await harness.row(bystander, good.serial);
  expect(rows).toMatchObject({ status: 'online', model: 'EAP101' });
});

async function metric(
  name: 'deviceFrames' | 'deviceCloses' | 'deviceEntries',
  label: string,
): Promise<number> {
  const { values } = await running.metrics[name].get();
  return values.find(({ labels }) => Object.values(labels).includes(label))?.value ?? 0;
}

test('serves only enrolment without a certificate', async () => {
  expect(await harness.dial(running.port, newSerial(), {}).opened()).toBe(401);
  expect((await ask(running.port, '/ca.pem')).status).toBe(200);
});

test('refuses a certificate of an unknown authority, also one with our account and the name of our authority', async () => {
  const ours = (await ask(running.port, '/ca.pem')).body;
  const serial = newSerial();
  for (const name of ['Stranger', 'Airloom devices']) {
    const stranger = await foreignAuthority(name);
    const forged = await stranger.issue(serial, { organization: bystander });
    expect(await harness.dial(running.port, serial, forged).opened()).toBe(403);
  }
  expect(ours).toContain('BEGIN CERTIFICATE');
  expect(await harness.row(bystander, serial)).toBeUndefined();
});

test('refuses an expired certificate, and one whose name is no serial', async () => {
  const factory = await foreignAuthority('Own factory');
  await harness.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  const serial = newSerial();
  const ended = await factory.issue(serial, {
    notBefore: new Date(Date.now() - 2 * DAY),
    notAfter: new Date(Date.now() - DAY),
  });
  expect(await harness.dial(running.port, serial, ended).opened()).toBe(403);
  expect(await harness.dial(running.port, serial, await factory.issue('lobby')).opened()).toBe(403);
  expect(await harness.dial(running.port, serial, await factory.issue(null)).opened()).toBe(403);
  expect(await harness.dial(running.port, serial, await factory.issue(serial)).opened()).toBe('open');
});

test('a hello with the serial of another device does not affect that device', async () => {
  const mine = newSerial();
  const liar = harness.dial(running.port, good.serial, await harness.enrolled(running.port, tenant, mine));
  await liar.opened();
  liar.hello({ model: 'Liar' });
  expect(await liar.closed()).toBe(4400);
  expect(await harness.row(tenant, mine)).toMatchObject({ status: 'offline' });
  expect(await harness.row(tenant, good.serial)).toBeUndefined();
});

test('refuses reports with the serial of another device', async () => {
  const liar = await harness.connected(running, tenant, newSerial());
  const before = running.received.reports.length;
  liar.say('state', { serial: good.serial, uuid: 1, state: {} });
  await eventually(async () => expect(await metric('deviceFrames', 'malformed:foreignSerial')).toBe(1));
  expect(running.received.reports.length).toBe(before);
});

test('two accounts with the same serial do not affect each other', async () => {
  const twin = await harness.connected(running, tenant, good.serial);
  expect(good.closedWith).toBeNull();
  const [ours, theirs] = await Promise.all([
    harness.row(tenant, good.serial),
    harness.row(bystander, good.serial),
  ]);
  expect(ours?.id).not.toBe(theirs?.id);
  const before = running.received.reports.length;
  twin.report();
  await eventually(() => expect(running.received.reports.length).toBe(before + 1));
  expect(running.received.reports.at(-1)?.device).toMatchObject({ tenant, deviceId: ours?.id });
  twin.end();
  await eventually(() => expect(running.connections.isHere(tenant, ours?.id ?? '')).toBe(false));
  expect(running.connections.isHere(bystander, theirs?.id ?? '')).toBe(true);
});

test('a revoked certificate ends the connection and admits no device', async () => {
  const serial = newSerial();
  const credentials = await harness.enrolled(running.port, tenant, serial);
  const device = await harness.connectWith(running, serial, credentials);
  const id = (await harness.row(tenant, serial))?.id ?? '';
  await harness.revoke(tenant, serial);
  harness.bus.publish('device.recheck', { tenant, deviceIds: [id] });
  expect(await device.closed()).toBe(4403);
  const again = harness.dial(running.port, serial, credentials);
  await again.opened();
  again.hello();
  expect(await again.closed()).toBe(4403);
  const refused = {
    device: { tenant, deviceId: id },
    notice: { type: 'connectionRefused', cause: 'revoked' },
  };
  expect(running.received.notices.filter(({ device: { deviceId } }) => deviceId === id)).toMatchObject([
    refused,
  ]);
  // Deleting the device does not make the certificate valid again.
  await harness.remove(tenant, serial);
  const third = harness.dial(running.port, serial, credentials);
  await third.opened();
  third.hello();
  expect(await third.closed()).toBe(4403);
  expect(await harness.row(tenant, serial)).toBeUndefined();
  expect(running.received.notices.filter(({ device: { deviceId } }) => deviceId === id)).toHaveLength(1);
});

test('removing a trusted authority disconnects its devices', async () => {
  const factory = await foreignAuthority('Short trust');
  const serial = newSerial();
  const credentials = await factory.issue(serial);
  await harness.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  const device = await harness.connectWith(running, serial, credentials);
  await harness.distrust(tenant, factory.pem);
  harness.bus.publish('gateway.trust', {});
  expect(await device.closed()).toBe(4403);
  expect(await harness.dial(running.port, serial, credentials).opened()).toBe(403);
});

test('any message before hello closes the connection', async () => {
  const serial = newSerial();
  const device = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  await device.opened();
  device.report();
  expect(await device.closed()).toBe(4400);
});

test('a missing hello closes the connection', async () => {
  const serial = newSerial();
  const device = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  await device.opened();
  await device.closed();
  expect(await metric('deviceEntries', 'tooSlow')).toBeGreaterThan(0);
});

test('refuses a zip bomb', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  const bomb = deflateSync(Buffer.alloc(128 * MEGABYTE, '['), { level: 1 }).toString('base64');
  const before = process.memoryUsage().rss;
  device.say('state', { compress_64: bomb, compress_sz: 100 });
  await eventually(async () => expect(await metric('deviceFrames', 'malformed')).toBeGreaterThan(0));
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
  expect(await metric('deviceCloses', 'flood')).toBe(1);
});

test('drops answers without a command', async () => {
  const device = await harness.connected(running, tenant, newSerial());
  for (let id = 1; id <= 20; id += 1) device.answer(id);
  device.report();
  await eventually(() => expect(running.received.reports.at(-1)?.device.serial).toBe(device.serial));
  expect(running.received.answers).toEqual([]);
  expect(await metric('deviceFrames', 'unaskedAnswer')).toBe(20);
  expect(device.closedWith).toBeNull();
});

const member = (serial: string) => ({
  serial,
  name: 'mine now',
  model: 'Liar',
  firmware: '1.0',
  ip: '10.0.0.9',
  online: true,
  clients: 0,
});

test('an access point that reports members gets none, also when it claims to be a controller', async () => {
  const [serial, invented, never, peer] = [newSerial(), newSerial(), newSerial(), newSerial()];
  const siteId = await harness.site(tenant);
  await harness.register(tenant, serial, siteId);
  await harness.register(tenant, never, siteId);
  const liar = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
  await liar.opened();
  liar.hello({ kind: 'ac' });
  const pair = { mode: 'ha', role: 'active', peerSerial: peer, peerOnline: false };
  liar.report({ 'x-airloom': { members: [member(invented), member(never)], pair } });
  await eventually(() => expect(running.received.reports.at(-1)?.device.serial).toBe(serial));
  // Reports of a controller are stored in sequence.
  const honest = newSerial();
  await harness.register(tenant, honest, siteId, 'ac');
  const under = newSerial();
  const controller = await harness.connected(running, tenant, honest);
  controller.report({ 'x-airloom': { members: [member(under)] } });
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ status: 'online' }));
  expect(await harness.row(tenant, invented)).toBeUndefined();
  expect(await harness.row(tenant, never)).toMatchObject({ status: 'offline', managed_by: null, model: '' });
  expect(await harness.row(tenant, serial)).toMatchObject({ kind: 'ap', status: 'online', ha_mode: null });
});

test('a controller adopts no device of another site', async () => {
  const [serial, elsewhere, lost, under] = [newSerial(), newSerial(), newSerial(), newSerial()];
  const [here, there] = [await harness.site(tenant), await harness.site(tenant)];
  await harness.register(tenant, serial, here, 'ac');
  await harness.register(tenant, elsewhere, there);
  const rightful = await harness.register(tenant, newSerial(), there, 'ac');
  await harness.register(tenant, lost, there);
  await harness.makeMember(tenant, lost, rightful);
  const greedy = await harness.connected(running, tenant, serial);
  greedy.report({ 'x-airloom': { members: [member(elsewhere), member(lost), member(under)] } });
  await eventually(async () => expect(await harness.row(tenant, under)).toMatchObject({ site_id: here }));
  expect(await harness.row(tenant, elsewhere)).toMatchObject({
    status: 'offline',
    site_id: there,
    managed_by: null,
  });
  expect(await harness.row(tenant, lost)).toMatchObject({
    status: 'offline',
    site_id: there,
    managed_by: rightful,
  });
});

test('ignores an invalid serial number', async () => {
  const said = ['x'.repeat(31), 'AC 1', '<b>AC1</b>', ''];
  for (const sn of said) {
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

function gone(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.resume();
  });
}

/** Half a handshake each. */
function silentCrowd(port: number): Socket[] {
  const crowd = Array.from({ length: 100 }, () => tcpConnect({ port, host: '127.0.0.1' }));
  for (const socket of crowd) socket.write(Buffer.from([22, 3, 1, 2, 0, 1]));
  return crowd;
}

test('many silent connections do not block other devices', async () => {
  // No silent connection reaches its time limit before the others were served, however slow the machine is.
  const patient = await harness.start({
    handshakeMs: HOUR,
    waitingMs: HOUR,
    entering: 64,
    enteringPerAddress: 32,
  });
  const crowd = silentCrowd(patient.port);
  const ends = Promise.all(crowd.map(gone));
  const serial = newSerial();
  const { status } = await ask(patient.port, '/ca.pem', { from: ELSEWHERE });
  expect(status).toBe(200);
  const answer = await enrol(patient.port, await harness.code(tenant), serial, {}, ELSEWHERE);
  const device = harness.dial(patient.port, serial, answer.credentials, { localAddress: ELSEWHERE });
  expect(await device.opened()).toBe('open');
  expect(crowd.filter(({ destroyed }) => destroyed)).toHaveLength(0);
  await harness.stop(patient);
  await ends;
});

test('closes silent connections after a time', async () => {
  await Promise.all(silentCrowd(running.port).map(gone));
});

test('closes many connections that send their request one letter at a time', async () => {
  const crowd = Array.from({ length: 40 }, () =>
    tlsConnect({ port: running.port, host: '127.0.0.1', rejectUnauthorized: false }),
  );
  const ends = Promise.all(crowd.map(gone));
  const typing = setInterval(() => {
    for (const socket of crowd) if (socket.writable) socket.write('G');
  }, 50);
  const { status } = await ask(running.port, '/ca.pem', { from: ELSEWHERE });
  expect(status).toBe(200);
  await ends;
  clearInterval(typing);
});

test('closes an enrolment request whose body never ends', async () => {
  const socket = tlsConnect({ port: running.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.write('POST /enrol HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
  await gone(socket);
});

test('slows down guessing of codes, for that address only', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const body = JSON.stringify({ code: `guess ${count}`, csr: 'x' });
    statuses.push((await ask(running.port, '/enrol', { method: 'POST', body, from: '127.0.0.9' })).status);
  }
  expect(statuses.slice(0, 30).every((status) => status === 403)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await enrol(running.port, await harness.code(tenant), newSerial())).status).toBe(200);
});
