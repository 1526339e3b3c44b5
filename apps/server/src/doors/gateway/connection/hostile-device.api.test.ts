import { DAY } from '@airloom/contract/time';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import { ask, type VirtualDevice } from '../../../domains/network/devices/testing/virtual-device.ts';
import {
  eventually,
  type GatewayHarness,
  newSerial,
  type RunningGateway,
} from '../testing/gateway-harness.ts';
import { HostileStage } from '../testing/hostile-stage.ts';

let stage: HostileStage;
let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
let bystander: string;
let good: VirtualDevice;
beforeAll(async () => {
  stage = await HostileStage.open();
  ({ harness, running, tenant, bystander, good } = stage);
});
afterEach(() => stage.expectUnaffected());
afterAll(() => stage.harness.close());

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
  expect(await harness.row(tenant, mine)).toMatchObject({ status: 'neverConnected' });
  expect(await harness.row(tenant, good.serial)).toBeUndefined();
});

test('refuses reports with the serial of another device', async () => {
  const liar = await harness.connected(running, tenant, newSerial());
  const before = running.received.reports.length;
  liar.say('state', { serial: good.serial, uuid: 1, state: {} });
  await eventually(async () => expect(await stage.metric('deviceFrames', 'malformed:foreignSerial')).toBe(1));
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
  expect(await harness.row(tenant, never)).toMatchObject({
    status: 'neverConnected',
    managed_by: null,
    model: '',
  });
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
    status: 'neverConnected',
    site_id: there,
    managed_by: null,
  });
  expect(await harness.row(tenant, lost)).toMatchObject({
    status: 'neverConnected',
    site_id: there,
    managed_by: rightful,
  });
});
