import { type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import { ask, enrol, type VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import { eventually, GatewayHouse, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MEGABYTE = 1024 * 1024;
/** Another machine, as far as the gateway can tell. */
const ELSEWHERE = '127.0.0.2';

let house: GatewayHouse;
let running: RunningGateway;
/** An account that minds its own business, and its device. */
let bystander: string;
let good: VirtualDevice;
let tenant: string;
beforeAll(async () => {
  house = await GatewayHouse.open();
  running = await house.start({
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
  bystander = await house.account();
  tenant = await house.account();
  good = await house.connected(running, bystander, newSerial());
});
afterAll(() => house.close());

/** Whatever was done: whoever minds their own business notices nothing. */
afterEach(async () => {
  const count = () => running.heard.reports.filter(({ device: { serial } }) => serial === good.serial).length;
  const before = count();
  good.report();
  await eventually(() => expect(count()).toBe(before + 1));
  expect(good.closedWith).toBeNull();
  const rows = await house.row(bystander, good.serial);
  expect(rows).toMatchObject({ status: 'online', model: 'EAP101' });
});

async function metric(
  name: 'deviceFrames' | 'deviceCloses' | 'deviceEntries',
  label: string,
): Promise<number> {
  const { values } = await running.metrics[name].get();
  return values.find(({ labels }) => Object.values(labels).includes(label))?.value ?? 0;
}

test('without a certificate only enrolment can be reached', async () => {
  expect(await house.dial(running.port, newSerial(), {}).opened()).toBe(401);
  expect((await ask(running.port, '/ca.pem')).status).toBe(200);
});

test('a certificate of a stranger, also one that carries our account and the name of our authority', async () => {
  const ours = (await ask(running.port, '/ca.pem')).body;
  const serial = newSerial();
  for (const name of ['Stranger', 'Airloom devices']) {
    const stranger = await foreignAuthority(name);
    const forged = await stranger.issue(serial, { organization: bystander });
    expect(await house.dial(running.port, serial, forged).opened()).toBe(403);
  }
  expect(ours).toContain('BEGIN CERTIFICATE');
  expect(await house.row(bystander, serial)).toBeUndefined();
});

test('a certificate that ended, or whose name is no serial', async () => {
  const factory = await foreignAuthority('Own factory');
  await house.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  const serial = newSerial();
  const ended = await factory.issue(serial, {
    notBefore: new Date(Date.now() - 2 * DAY_MS),
    notAfter: new Date(Date.now() - DAY_MS),
  });
  expect(await house.dial(running.port, serial, ended).opened()).toBe(403);
  expect(await house.dial(running.port, serial, await factory.issue('lobby')).opened()).toBe(403);
  expect(await house.dial(running.port, serial, await factory.issue(null)).opened()).toBe(403);
  expect(await house.dial(running.port, serial, await factory.issue(serial)).opened()).toBe('open');
});

test('one that says the serial of another has no effect on that other', async () => {
  const mine = newSerial();
  const liar = house.dial(running.port, good.serial, await house.enrolled(running.port, tenant, mine));
  await liar.opened();
  liar.hello({ model: 'Liar' });
  expect(await liar.closed()).toBe(4400);
  expect(await house.row(tenant, mine)).toMatchObject({ status: 'offline' });
  expect(await house.row(tenant, good.serial)).toBeUndefined();
});

test('one that reports in the name of another is not believed', async () => {
  const liar = await house.connected(running, tenant, newSerial());
  const before = running.heard.reports.length;
  liar.say('state', { serial: good.serial, uuid: 1, state: {} });
  await eventually(async () => expect(await metric('deviceFrames', 'malformed:foreignSerial')).toBe(1));
  expect(running.heard.reports.length).toBe(before);
});

test('two accounts with the same serial neither see nor hurt each other', async () => {
  const twin = await house.connected(running, tenant, good.serial);
  expect(good.closedWith).toBeNull();
  const [ours, theirs] = await Promise.all([
    house.row(tenant, good.serial),
    house.row(bystander, good.serial),
  ]);
  expect(ours?.id).not.toBe(theirs?.id);
  const before = running.heard.reports.length;
  twin.report();
  await eventually(() => expect(running.heard.reports.length).toBe(before + 1));
  expect(running.heard.reports.at(-1)?.device).toMatchObject({ tenant, deviceId: ours?.id });
  twin.end();
  await eventually(() => expect(running.connections.isHere(tenant, ours?.id ?? '')).toBe(false));
  expect(running.connections.isHere(bystander, theirs?.id ?? '')).toBe(true);
});

test('a revoked certificate ends the connection and lets nobody in again', async () => {
  const serial = newSerial();
  const credentials = await house.enrolled(running.port, tenant, serial);
  const device = await house.comeIn(running, serial, credentials);
  const id = (await house.row(tenant, serial))?.id ?? '';
  await house.revoke(tenant, serial);
  house.bus.publish('device.recheck', { tenant, deviceIds: [id] });
  expect(await device.closed()).toBe(4403);
  const again = house.dial(running.port, serial, credentials);
  await again.opened();
  again.hello();
  expect(await again.closed()).toBe(4403);
  const refused = {
    device: { tenant, deviceId: id },
    notice: { type: 'connectionRefused', cause: 'revoked' },
  };
  expect(running.heard.notices.filter(({ device: { deviceId } }) => deviceId === id)).toMatchObject([
    refused,
  ]);
  // Removing the device does not make the certificate good again.
  await house.remove(tenant, serial);
  const third = house.dial(running.port, serial, credentials);
  await third.opened();
  third.hello();
  expect(await third.closed()).toBe(4403);
  expect(await house.row(tenant, serial)).toBeUndefined();
  expect(running.heard.notices.filter(({ device: { deviceId } }) => deviceId === id)).toHaveLength(1);
});

test('a maker that is trusted no longer takes its devices with it', async () => {
  const factory = await foreignAuthority('Short trust');
  const serial = newSerial();
  const credentials = await factory.issue(serial);
  await house.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  const device = await house.comeIn(running, serial, credentials);
  await house.distrust(tenant, factory.pem);
  house.bus.publish('gateway.trust', {});
  expect(await device.closed()).toBe(4403);
  expect(await house.dial(running.port, serial, credentials).opened()).toBe(403);
});

test('anything before hello ends the connection', async () => {
  const serial = newSerial();
  const device = house.dial(running.port, serial, await house.enrolled(running.port, tenant, serial));
  await device.opened();
  device.report();
  expect(await device.closed()).toBe(4400);
});

test('silence instead of hello ends the connection', async () => {
  const serial = newSerial();
  const device = house.dial(running.port, serial, await house.enrolled(running.port, tenant, serial));
  await device.opened();
  await device.closed();
  expect(await metric('deviceEntries', 'tooSlow')).toBeGreaterThan(0);
});

test('a zip bomb', async () => {
  const device = await house.connected(running, tenant, newSerial());
  const bomb = deflateSync(Buffer.alloc(128 * MEGABYTE, '['), { level: 1 }).toString('base64');
  const before = process.memoryUsage().rss;
  device.say('state', { compress_64: bomb, compress_sz: 100 });
  await eventually(async () => expect(await metric('deviceFrames', 'malformed')).toBeGreaterThan(0));
  device.report();
  await eventually(() => expect(running.heard.reports.at(-1)?.device.serial).toBe(device.serial));
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * MEGABYTE);
});

test('a frame of 10 MB', async () => {
  const device = await house.connected(running, tenant, newSerial());
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
])('%s is counted, and too much of it ends the connection', async (_, frame) => {
  const device = await house.connected(running, tenant, newSerial());
  device.socket.send(frame);
  device.report();
  await eventually(() => expect(running.heard.reports.at(-1)?.device.serial).toBe(device.serial));
  expect(device.closedWith).toBeNull();
  for (let count = 0; count < 8; count += 1) device.socket.send(Buffer.from([count]));
  expect(await device.closed()).toBe(1008);
});

test('texts no database would take', async () => {
  const serial = newSerial();
  const device = house.dial(running.port, serial, await house.enrolled(running.port, tenant, serial));
  await device.opened();
  device.hello({
    model: 'a\u0000b',
    firmware: '\ud800'.repeat(3),
    kind: 'ac',
    sn: 'x\u0000\u0007y'.repeat(40),
  });
  await eventually(async () => expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' }));
});

test('a flood is slowed down and then ended', async () => {
  const device = await house.connected(running, tenant, newSerial());
  const flood = setInterval(() => {
    for (let count = 0; count < 200; count += 1) device.report();
  }, 5);
  const code = await device.closed();
  clearInterval(flood);
  expect(code).toBe(1008);
  expect(await metric('deviceCloses', 'flood')).toBe(1);
});

test('answers to what nobody asked', async () => {
  const device = await house.connected(running, tenant, newSerial());
  for (let id = 1; id <= 20; id += 1) device.answer(id);
  device.report();
  await eventually(() => expect(running.heard.reports.at(-1)?.device.serial).toBe(device.serial));
  expect(running.heard.answers).toEqual([]);
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

test('an access point that claims others as its own gets none, also when it calls itself a controller', async () => {
  const [serial, invented, never, peer] = [newSerial(), newSerial(), newSerial(), newSerial()];
  const siteId = await house.site(tenant);
  await house.register(tenant, serial, siteId);
  await house.register(tenant, never, siteId);
  const liar = house.dial(running.port, serial, await house.enrolled(running.port, tenant, serial));
  await liar.opened();
  liar.hello({ kind: 'ac' });
  const pair = { mode: 'ha', role: 'active', peerSerial: peer, peerOnline: false };
  liar.report({ 'x-airloom': { members: [member(invented), member(never)], pair } });
  await eventually(() => expect(running.heard.reports.at(-1)?.device.serial).toBe(serial));
  // A controller's word is written by the time a later one's is.
  const honest = newSerial();
  await house.register(tenant, honest, siteId, 'ac');
  const under = newSerial();
  const controller = await house.connected(running, tenant, honest);
  controller.report({ 'x-airloom': { members: [member(under)] } });
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ status: 'online' }));
  expect(await house.row(tenant, invented)).toBeUndefined();
  expect(await house.row(tenant, never)).toMatchObject({ status: 'offline', managed_by: null, model: '' });
  expect(await house.row(tenant, serial)).toMatchObject({ kind: 'ap', status: 'online', ha_mode: null });
});

test('a controller takes nobody out of another site', async () => {
  const [serial, elsewhere, lost, under] = [newSerial(), newSerial(), newSerial(), newSerial()];
  const [here, there] = [await house.site(tenant), await house.site(tenant)];
  await house.register(tenant, serial, here, 'ac');
  await house.register(tenant, elsewhere, there);
  const rightful = await house.register(tenant, newSerial(), there, 'ac');
  await house.register(tenant, lost, there);
  await house.stand(tenant, lost, rightful);
  const greedy = await house.connected(running, tenant, serial);
  greedy.report({ 'x-airloom': { members: [member(elsewhere), member(lost), member(under)] } });
  await eventually(async () => expect(await house.row(tenant, under)).toMatchObject({ site_id: here }));
  expect(await house.row(tenant, elsewhere)).toMatchObject({
    status: 'offline',
    site_id: there,
    managed_by: null,
  });
  expect(await house.row(tenant, lost)).toMatchObject({
    status: 'offline',
    site_id: there,
    managed_by: rightful,
  });
});

test('a number that can be on no label is not believed', async () => {
  const said = ['x'.repeat(31), 'AC 1', '<b>AC1</b>', ''];
  for (const sn of said) {
    const serial = newSerial();
    const credentials = await house.enrolled(running.port, tenant, serial, { kind: 'ac' });
    const device = house.dial(running.port, serial, credentials);
    await device.opened();
    device.hello({ kind: 'ac', sn });
    await eventually(async () => expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' }));
    expect(await house.row(tenant, serial)).toMatchObject({ sn: '' });
  }
  // A cloud access point's number has a form of its own.
  const factory = await foreignAuthority('Labels');
  await house.trust(tenant, factory.pem);
  await running.gateway.reloadTrust();
  for (const [sn, kept] of [
    ['WL1', ''],
    ['EC2109000123', 'EC2109000123'],
    ['WLABCDEFA101ABCDEF', 'WLABCDEFA101ABCDEF'],
  ]) {
    const serial = newSerial();
    const device = house.dial(running.port, serial, await factory.issue(serial));
    await device.opened();
    device.hello({ kind: 'ap', ...(sn === undefined ? {} : { sn }) });
    await eventually(async () => expect(await house.row(tenant, serial)).toMatchObject({ status: 'online' }));
    const row = await house.row(tenant, serial);
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

test('a crowd that connects and says nothing keeps nobody else out', async () => {
  const crowd = Array.from({ length: 100 }, () => tcpConnect({ port: running.port, host: '127.0.0.1' }));
  const ends = Promise.all(crowd.map(gone));
  const serial = newSerial();
  // Half a handshake each, as far as they get.
  for (const socket of crowd) socket.write(Buffer.from([22, 3, 1, 2, 0, 1]));
  const { status } = await ask(running.port, '/ca.pem', { from: ELSEWHERE });
  expect(status).toBe(200);
  const answer = await enrol(running.port, await house.code(tenant), serial, {}, ELSEWHERE);
  const device = house.dial(running.port, serial, answer.credentials, { localAddress: ELSEWHERE });
  expect(await device.opened()).toBe('open');
  expect(crowd.filter(({ destroyed }) => destroyed)).toEqual([]);
  await ends;
});

test('a crowd that shakes hands and asks one letter at a time is sent away', async () => {
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

test('an enrolment whose body never ends is sent away', async () => {
  const socket = tlsConnect({ port: running.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.write('POST /enrol HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
  await gone(socket);
});

test('guessing codes is slowed down, for that address alone', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const body = JSON.stringify({ code: `guess ${count}`, csr: 'x' });
    statuses.push((await ask(running.port, '/enrol', { method: 'POST', body, from: '127.0.0.9' })).status);
  }
  expect(statuses.slice(0, 30).every((status) => status === 403)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await enrol(running.port, await house.code(tenant), newSerial())).status).toBe(200);
});
