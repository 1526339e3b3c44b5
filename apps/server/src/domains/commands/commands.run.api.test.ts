import type { DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import type { sendCommandInput } from '@airloom/contract/commands/commands.rules';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import { devicesChanged } from '@airloom/contract/devices/devices.live';
import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import { OK_ACCEPTED } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../testing/builders.ts';
import { buildDevice } from '../../testing/device-builders.ts';
import { credentialsOf, ObedientDevice } from '../../testing/obedient-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { listen } from '../identity/testing/live.ts';

const WITHIN = { timeout: 10_000, interval: 20 };
const SECOND = 1000;
const MINUTE = 60 * SECOND;

let server: TestServer;
let owner: Person;
let siteId: string;
const devices: ObedientDevice[] = [];
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  owner = await buildAccount(server);
  siteId = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
});
afterEach(() => {
  for (const device of devices.splice(0)) device.end();
});
afterAll(() => server.stop());

interface Online {
  readonly id: string;
  readonly device: ObedientDevice;
}

/** The configuration devices here run from the start, so that none is on its way to them. */
const FIRST_VERSION = 500;

/** A device in the site, connected and online. */
async function online(kind: DeviceKind = 'ap'): Promise<Online> {
  const { id, serial } = await buildDevice(server, owner, { siteId, kind });
  await keepConfiguration(id, FIRST_VERSION, 'applied');
  const credentials = await credentialsOf(server.platform.settings.dataDir, owner.tenant, serial);
  const device = new ObedientDevice(() => server.gatewayPort ?? 0, serial, credentials, kind);
  devices.push(device);
  await device.connect({ runs: FIRST_VERSION });
  await expect.poll(() => statusOf(id), WITHIN).toBe('online');
  return { id, device };
}

async function statusOf(id: string): Promise<string | undefined> {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ status: string }>`select status from device where id = ${id}`),
  );
  return row?.status;
}

type Ordered = z.input<typeof sendCommandInput>['command'];

async function order(ids: readonly string[], command: Ordered): Promise<string> {
  const answer = await server.call('sendCommand', { deviceUUIDs: [...ids], command }, { as: owner.token });
  expect([answer.code, answer.msg]).toEqual([OK_ACCEPTED, '']);
  return answer.data.cfgUUID;
}

async function rowsOf(cfgUUID: string): Promise<DeviceCommandRow[]> {
  const answer = await server.call('getDeviceCftLogDetail', { cfgUUID, size: 200 }, { as: owner.token });
  return answer.data.rows;
}

async function stateOf(cfgUUID: string): Promise<CommandState | undefined> {
  return (await rowsOf(cfgUUID))[0]?.state;
}

async function ends(cfgUUID: string, state: CommandState): Promise<DeviceCommandRow> {
  await expect.poll(() => stateOf(cfgUUID), WITHIN).toBe(state);
  const [row] = await rowsOf(cfgUUID);
  if (row === undefined) throw new Error('No such command');
  expect(row.endedAt).not.toBeNull();
  return row;
}

function received(device: ObedientDevice, count = 1): Promise<void> {
  return expect.poll(() => device.received.length, WITHIN).toBe(count);
}

const DONE = { error: 0, text: 'Success' };

test('success: the answer is proof enough where there is nothing else to see', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire);
  const row = await ends(await order([id], { name: 'locate', seconds: 10 }), 'success');
  expect(device.received.map(({ command }) => command)).toEqual([
    { name: 'locate', seconds: 10, pattern: 'blink' },
  ]);
  expect(row).toMatchObject({ text: 'Success', rejected: [], reason: null, siteName: 'Harbour' });
});

test('a reboot is sending until the device says that it started again', async () => {
  const { id, device } = await online();
  const cfgUUID = await order([id], { name: 'reboot' });
  await received(device);
  device.answer(device.received[0]?.id ?? 0, DONE);
  // It answers a second time, and comes back over a broken line without having started: neither proves it.
  device.answer(device.received[0]?.id ?? 0, { error: 0, text: 'rebooting' });
  await expect.poll(async () => (await rowsOf(cfgUUID))[0]?.text, WITHIN).toBe('rebooting');
  await device.drop();
  await device.connect({ reason: 'socket' });
  device.report();
  const other = await order([id], { name: 'ping' });
  expect(await stateOf(cfgUUID)).toBe('sending');
  await device.restart();
  await ends(cfgUUID, 'success');
  // What waited behind it is sent now.
  await received(device, 2);
  device.answer(device.received[1]?.id ?? 0, DONE);
  await ends(other, 'success');
});

test('a reboot without a word is seen by the time since the device started', async () => {
  const { id, device } = await online();
  const cfgUUID = await order([id], { name: 'reboot' });
  await received(device);
  await device.drop();
  await device.connect({ reason: 'socket' });
  device.report();
  server.advance(5 * SECOND);
  device.startedAt = Date.now() + 4 * SECOND;
  device.report({ state: { unit: { uptime: 0 } } });
  await ends(cfgUUID, 'success');
});

test('command error: the device says no, in its own words', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire, { error: 2, text: 'not today\0' });
  const row = await ends(await order([id], { name: 'ping' }), 'commandError');
  expect(row.text).toBe('not today');
});

test('ACK timeout: nothing came back', async () => {
  const { id, device } = await online();
  const cfgUUID = await order([id], { name: 'locate' });
  await received(device);
  server.advance(31 * SECOND);
  await ends(cfgUUID, 'ackTimeout');
});

test('response timeout: it was taken, and never proven', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire);
  const cfgUUID = await order([id], { name: 'reboot' });
  await expect.poll(async () => (await rowsOf(cfgUUID))[0]?.text, WITHIN).toBe('Success');
  server.advance(31 * SECOND);
  device.report();
  expect(await stateOf(cfgUUID)).toBe('sending');
  server.advance(5 * MINUTE);
  await ends(cfgUUID, 'responseTimeout');
});

test('send failed: it does not fit what the device can take', async () => {
  const { id, device } = await online();
  const cfgUUID = await order([id], { name: 'script', script: '界'.repeat(20_000) });
  await ends(cfgUUID, 'sendFailed');
  expect(device.received).toEqual([]);
});

test('device offline: it went while the command waited', async () => {
  const { id, device } = await online();
  const first = await order([id], { name: 'ping' });
  const second = await order([id], { name: 'locate' });
  await received(device);
  await device.drop();
  await ends(first, 'ackTimeout');
  server.advance(MINUTE);
  await ends(second, 'deviceOffline');
  expect(await statusOf(id)).toBe('offline');
  expect(device.received.length).toBe(1);
});

test('device busy: what must not run beside its like ends at once, the other goes on', async () => {
  const { id, device } = await online();
  const [one, two] = await Promise.all([order([id], { name: 'reboot' }), order([id], { name: 'reboot' })]);
  const states = async () => new Set([await stateOf(one), await stateOf(two)]);
  expect(await states()).toEqual(new Set(['deviceBusy', 'sending']));
  await received(device);
  device.answer(device.received[0]?.id ?? 0);
  await device.restart();
  await expect.poll(states, WITHIN).toEqual(new Set(['deviceBusy', 'success']));
  expect(device.received.length).toBe(1);
});

test('one at a time: the next leaves when the one before has ended, in the order of the orders', async () => {
  const { id, device } = await online();
  const orders = [];
  for (const name of ['ping', 'locate', 'requestState'] as const) orders.push(await order([id], { name }));
  for (const [index, name] of ['ping', 'locate', 'requestState'].entries()) {
    await received(device, index + 1);
    expect(device.received[index]?.command.name).toBe(name);
    expect(await stateOf(orders[index] ?? '')).toBe('sending');
    const { id: wire, command } = device.received[index] ?? { id: 0, command: undefined };
    device.answer(wire);
    if (command?.name === 'requestState') {
      device.report({ request_uuid: 'of somebody else' });
      device.report({ request_uuid: command.requestId });
    }
  }
  for (const cfgUUID of orders) await ends(cfgUUID, 'success');
});

test('bringing online again: the connection is closed, and success is the device coming back', async () => {
  const { id, device } = await online();
  const cfgUUID = await order([id], { name: 'reonline' });
  expect(await device.connection.closed()).toBe(1012);
  expect(await stateOf(cfgUUID)).toBe('sending');
  await device.connect({ reason: 'socket' });
  await ends(cfgUUID, 'success');
  expect(device.received).toEqual([]);
});

test('a factory reset is proven by a device that has no configuration any more', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire);
  const cfgUUID = await order([id], { name: 'factoryReset' });
  await received(device);
  await device.restart({ reason: 'factory', runs: 1 });
  await ends(cfgUUID, 'success');
  expect(device.received[0]?.command).toEqual({ name: 'factoryReset', keepRedirector: true });
});

test('a script prints, and no more of it is kept than has its place', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire, { error: 0, result: 'ł'.repeat(40_000) });
  const row = await ends(await order([id], { name: 'script', script: 'uptime\n' }), 'success');
  expect(device.received[0]?.command).toMatchObject({ name: 'script', script: 'uptime\n' });
  expect(row.result.output).toBe('ł'.repeat(32 * 1024));
});

async function keepConfiguration(id: string, version: number, state: 'pending' | 'applied'): Promise<void> {
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into device_configuration (tenant_id, device_id, version, document, state, reason)
      values (${owner.tenant}, ${id}, ${version}, '{"strict":true}', ${state}, 'restored')`),
  );
}

async function configure(id: string, version: number): Promise<void> {
  await keepConfiguration(id, version, 'pending');
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into outbox (id, tenant_id, type, payload) values (gen_random_uuid(), ${owner.tenant},
        'ConfigurationsChanged', ${JSON.stringify({ deviceIds: [id] })})`),
  );
  server.platform.kickOutbox();
}

async function configurationOf(id: string, version: number): Promise<string | undefined> {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first(sql<{ state: string }>`
      select state from device_configuration where device_id = ${id} and version = ${version}`),
  );
  return row?.state;
}

async function lastOf(id: string): Promise<DeviceCommandRow | undefined> {
  const answer = await server.call('listDeviceCommands', { deviceUUID: id }, { as: owner.token });
  return answer.data.rows[0];
}

test.each([
  ['ap', 'configurationFailure'],
  ['ac', 'acConfigurationFailed'],
  ['gateway', 'gatewayConfigurationFailed'],
] as const)(
  'a configuration that %s refuses ends as %s, and the last good one stays',
  async (kind, state) => {
    const { id, device } = await online(kind);
    device.obey = ({ id: wire }) =>
      device.answer(wire, { error: 2, text: 'refused', rejected: ['no such band'] });
    await configure(id, 1_000);
    await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe(state);
    expect(await lastOf(id)).toMatchObject({
      command: 'configure',
      text: 'refused',
      rejected: ['no such band'],
    });
    await expect.poll(() => configurationOf(id, 1_000), WITHIN).toBe('refused');
    // What was refused is not sent again.
    await device.drop();
    await device.connect({ reason: 'socket' });
    const ping = await order([id], { name: 'ping' });
    await ends(ping, 'commandError');
    expect(device.received.map(({ command }) => command.name)).toEqual(['configure', 'ping']);
  },
);

test('a configuration that was judged is not sent again while the judgement is not written down yet', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire, { error: 2, text: 'refused', rejected: [] });
  await configure(id, 1_000);
  await expect.poll(() => configurationOf(id, 1_000), WITHIN).toBe('refused');
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update device_configuration set state = 'pending' where device_id = ${id} and version = 1000`),
  );
  await device.drop();
  await device.connect({ reason: 'socket' });
  await ends(await order([id], { name: 'ping' }), 'commandError');
  expect(device.received.map(({ command }) => command.name)).toEqual(['configure', 'ping']);
});

test('a configuration is pushed when it changes, and proven by what the device reports to run', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire);
  await configure(id, 2_000);
  await received(device);
  expect(device.received[0]?.command).toMatchObject({
    name: 'configure',
    version: 2_000,
    document: { strict: true },
  });
  device.report();
  await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('sending');
  device.runs = 2_000;
  device.report();
  await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('success');
  await expect.poll(() => configurationOf(id, 2_000), WITHIN).toBe('applied');
  // A device that lost it is sent it again, without anyone asking.
  device.runs = 1;
  device.report();
  await received(device, 2);
  device.runs = 2_000;
  await device.drop();
  await device.connect({ reason: 'socket' });
  await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('success');
});

test('a configuration applied in part is told as a failure that names what was left out', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire, { error: 1, text: 'applied', rejected: ['tx-power'] });
  await configure(id, 3_000);
  await expect.poll(async () => (await lastOf(id))?.state, WITHIN).toBe('configurationFailure');
  expect(await lastOf(id)).toMatchObject({ reason: 'partly', rejected: ['tx-power'] });
  await expect.poll(() => configurationOf(id, 3_000), WITHIN).toBe('partly');
});

test('what a Wi-Fi scan found is kept with the device', async () => {
  const { id, device } = await online();
  const scan = [{ bssid: '02:cc:00:00:00:01', ssid: 'Next door', channel: 44, signal: -80 }];
  device.obey = ({ id: wire }) => device.answer(wire, { error: 0, text: 'Success', resultCode: 1, scan });
  await ends(await order([id], { name: 'wifiScan', bands: ['5G'] }), 'success');
  expect(device.received[0]?.command).toEqual({ name: 'wifiScan', bands: ['5G'] });
  const kept = () =>
    server.platform.database.asSystem((tx) =>
      tx.first(sql<{ entries: unknown }>`select entries from device_scan where device_id = ${id}`),
    );
  await expect.poll(async () => JSON.stringify(await kept()), WITHIN).toContain('Next door');
});

test('two accounts may hold the same serial: an order reaches the device of its own account alone', async () => {
  const { id, device } = await online();
  const eve = await buildAccount(server);
  const { id: foreign } = await buildDevice(server, eve, { siteId: null, serial: device.serial });
  const credentials = await credentialsOf(server.platform.settings.dataDir, eve.tenant, device.serial);
  const twin = new ObedientDevice(() => server.gatewayPort ?? 0, device.serial, credentials);
  devices.push(twin);
  await twin.connect();
  await expect.poll(() => statusOf(foreign), WITHIN).toBe('online');
  device.obey = ({ id: wire }) => device.answer(wire);
  twin.obey = ({ id: wire }) => twin.answer(wire, { error: 2, text: 'not mine' });
  await ends(await order([id], { name: 'ping' }), 'success');
  expect([device.received.length, twin.received.length]).toEqual([1, 0]);
  // An answer to what it was never asked is nobody's.
  const waiting = await order([id], { name: 'locate' });
  twin.answer(1);
  twin.answer(2);
  await ends(waiting, 'success');
});

test('browsers that show the site hear that an order goes on, others do not', async () => {
  const { id, device } = await online();
  device.obey = ({ id: wire }) => device.answer(wire);
  const quay = await buildSite(server, owner, await buildOrganization(server, owner, 'South'), 'Quay');
  const near = await buildMember(server, owner, 'siteObserver', { siteIds: [quay, siteId] });
  const far = await buildMember(server, owner, 'siteObserver', { siteIds: [quay] });
  const eve = await buildAccount(server);
  const browserOf = ({ token }: Person) => listen(server, { authorization: `Bearer ${token}` });
  const hearing = await Promise.all([owner, near].map(browserOf));
  const others = await Promise.all([far, eve].map(browserOf));
  await ends(await order([id], { name: 'ping' }), 'success');
  for (const { heard } of hearing) await expect.poll(() => heard, WITHIN).toContain('commandsChanged');
  // What was sent before has arrived when this has.
  for (const { tenant } of [owner, eve]) server.platform.live.push(devicesChanged, {}, { tenant });
  for (const { heard } of others) {
    await expect.poll(() => heard, WITHIN).toContain('devicesChanged');
    expect(heard).not.toContain('commandsChanged');
  }
  for (const { socket } of [...hearing, ...others]) socket.terminate();
});
