import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ForeignAuthority,
  foreignAuthority,
} from '../../../domains/network/devices/testing/certificates.ts';
import { trustCa } from '../../../domains/network/devices/testing/estate.ts';
import {
  type Credentials,
  enrol,
  VirtualDevice,
} from '../../../domains/network/devices/testing/virtual-device.ts';
import { expectSuccess } from '../../../domains/people/identity/testing/expectations.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';

/** A deleted device is not admitted with its old credentials until it is added again. */

let server: TestServer;
let port: number;
let owner: Person;
let siteUUID: string;
let factory: ForeignAuthority;
let folder: string;
const devices: VirtualDevice[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-makers-'));
  factory = await foreignAuthority('Big factory');
  await writeFile(join(folder, 'makers.pem'), factory.pem);
  server = await startTestServer({ GATEWAY_PORT: '0', DEVICE_CA_FILE: join(folder, 'makers.pem') });
  port = server.gatewayPort ?? 0;
  owner = await buildAccount(server);
  siteUUID = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
});
afterAll(async () => {
  for (const device of devices) device.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, WITHIN);
}

async function dialled(serial: string, credentials: Credentials): Promise<VirtualDevice> {
  const device = new VirtualDevice(port, serial, credentials);
  devices.push(device);
  expect(await device.opened()).toBe('open');
  device.hello();
  return device;
}

async function found(serial: string) {
  const as = { as: owner.token };
  const [placed, waiting] = [
    await server.call('listDevices', { search: serial }, as),
    await server.call('listUnclaimed', { search: serial }, as),
  ];
  return [...placed.data.rows, ...waiting.data.rows];
}

async function eventuallyIs(status: string, serial: string): Promise<string> {
  return eventually(async () => {
    const [row] = await found(serial);
    expect(row?.status).toBe(status);
    return row?.deviceUUID ?? '';
  });
}

/** The grace period starts when the end of the connection is noticed. */
function eventuallyOffline(serial: string): Promise<string> {
  const look = async () => {
    server.advance(21_000);
    const [row] = await found(serial);
    expect(row?.status).toBe('offline');
    return row?.deviceUUID ?? '';
  };
  return vi.waitFor(look, { ...WITHIN, interval: 700 });
}

/** Connects, disconnects, and is deleted by a person. */
async function cameAndWasDeleted(serial: string, credentials: Credentials): Promise<void> {
  const device = await dialled(serial, credentials);
  await eventuallyIs('online', serial);
  device.end();
  const deviceUUID = await eventuallyOffline(serial);
  expectSuccess(await server.call('deleteDevices', { deviceUUIDs: [deviceUUID] }, { as: owner.token }));
}

async function isTurnedAway(serial: string, credentials: Credentials): Promise<void> {
  expect(await (await dialled(serial, credentials)).closed()).toBe(4403);
  expect(await found(serial)).toEqual([]);
}

async function newCode(): Promise<string> {
  return (await server.call('createClaimCode', { siteUUID }, { as: owner.token })).data.code;
}

async function registered(mac: string): Promise<void> {
  const rows = [{ kind: 'ap' as const, mac }];
  expectSuccess(await server.call('addDevices', { siteUUID, rows }, { as: owner.token }));
}

test('a certificate issued here is revoked with its device; a new code admits the device again', async () => {
  const serial = '020000dd0001';
  const { credentials } = await enrol(port, await newCode(), serial);
  await cameAndWasDeleted(serial, credentials);
  await isTurnedAway(serial, credentials);
  // Also when the device is added again: the old key may have been copied.
  await registered(serial);
  expect(await (await dialled(serial, credentials)).closed()).toBe(4403);
  const again = await enrol(port, await newCode(), serial);
  expect(again.status).toBe(200);
  await dialled(serial, again.credentials);
  await eventuallyIs('online', serial);
});

test('a certificate of a trusted vendor does not admit a deleted device until it is registered again', async () => {
  const maker = await foreignAuthority('Harbour factory');
  const serial = '020000dd0002';
  await trustCa(server, { as: owner.token }, 'Harbour', maker);
  await server.settled();
  const credentials = await maker.issue(serial);
  await cameAndWasDeleted(serial, credentials);
  await isTurnedAway(serial, credentials);
  await registered(serial);
  await dialled(serial, credentials);
  await eventuallyIs('online', serial);
});

test('a factory certificate does not admit a deleted device until it is registered again', async () => {
  const serial = '020000dd0003';
  await registered(serial);
  const credentials = await factory.issue(serial);
  await cameAndWasDeleted(serial, credentials);
  await isTurnedAway(serial, credentials);
  await registered(serial);
  const device = await dialled(serial, credentials);
  const deviceUUID = await eventuallyIs('online', serial);
  // A certificate revoked by a person stays revoked, even after the device is registered again.
  await server.call('revokeDevice', { deviceUUID }, { as: owner.token });
  expect(await device.closed()).toBe(4403);
  await eventuallyOffline(serial);
  expectSuccess(await server.call('deleteDevices', { deviceUUIDs: [deviceUUID] }, { as: owner.token }));
  await registered(serial);
  expect(await (await dialled(serial, credentials)).closed()).toBe(4403);
});
