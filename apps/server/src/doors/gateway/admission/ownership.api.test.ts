import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type ForeignAuthority,
  foreignAuthority,
} from '../../../domains/network/devices/testing/certificates.ts';
import { trustCa } from '../../../domains/network/devices/testing/estate.ts';
import {
  type Credentials,
  enrol,
  type HelloOptions,
  VirtualDevice,
} from '../../../domains/network/devices/testing/virtual-device.ts';
import { expectFailure, expectSuccess } from '../../../domains/people/identity/testing/expectations.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { newSerial } from '../testing/gateway-harness.ts';

/** Which account owns a device with a certificate of its vendor. */

interface Account {
  readonly owner: Person;
  readonly as: { readonly as: string };
  readonly siteUUID: string;
}

let server: TestServer;
let port: number;
/** Trusted by the whole installation. */
let factory: ForeignAuthority;
let folder: string;
let first: Account;
let second: Account;
const devices: VirtualDevice[] = [];
const OPEN_REGISTRATIONS = 500;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-owners-'));
  factory = await foreignAuthority('Big factory');
  await writeFile(join(folder, 'makers.pem'), factory.pem);
  server = await startTestServer({
    GATEWAY_PORT: '0',
    DEVICE_CA_FILE: join(folder, 'makers.pem'),
    QUOTA_OPEN_REGISTRATIONS: String(OPEN_REGISTRATIONS),
  });
  port = server.gatewayPort ?? 0;
});
beforeEach(async () => {
  first = await account();
  second = await account();
});
afterAll(async () => {
  for (const device of devices) device.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function account(): Promise<Account> {
  const owner = await buildAccount(server);
  const siteUUID = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  return { owner, as: { as: owner.token }, siteUUID };
}

function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, WITHIN);
}

async function connectWith(
  serial: string,
  credentials: Credentials,
  hello: HelloOptions = {},
): Promise<VirtualDevice> {
  const device = new VirtualDevice(port, serial, credentials);
  devices.push(device);
  expect(await device.opened()).toBe('open');
  device.hello(hello);
  return device;
}

async function register({ as, siteUUID }: Account, serial: string, sn = ''): Promise<string> {
  const rows = [{ kind: 'ap' as const, mac: serial, sn }];
  const answer = await server.call('addDevices', { siteUUID, rows }, as);
  expectSuccess(answer);
  expect(answer.data.added).toBe(1);
  return answer.data.rows[0]?.deviceUUID ?? '';
}

async function statusIn({ as }: Account, serial: string): Promise<string | undefined> {
  return (await server.call('listDevices', { search: serial }, as)).data.rows[0]?.status;
}

async function eventuallyOnline(in_: Account, serial: string): Promise<void> {
  await eventually(async () => expect(await statusIn(in_, serial)).toBe('online'));
}

/** A controller in the account's site that reports these access points as its members. */
async function controllerListing(
  { as, siteUUID }: Account,
  serials: readonly string[],
): Promise<VirtualDevice> {
  const serial = newSerial();
  const { data } = await server.call('createClaimCode', { siteUUID }, as);
  const { credentials } = await enrol(port, data.code, serial, { kind: 'ac' });
  const controller = await connectWith(serial, credentials, { kind: 'ac' });
  const members = serials.map((member) => ({
    serial: member,
    name: `listed ${member}`,
    model: 'AP-1',
    firmware: '1.0',
    ip: '10.0.0.9',
    online: true,
    clients: 0,
  }));
  controller.report({ 'x-airloom': { members } });
  return controller;
}

test('a certificate authority that an account has not proven admits no device', async () => {
  const maker = await foreignAuthority('Maker of the first account');
  const serial = newSerial();
  await server.call('addTrustedCa', { name: 'Not mine', pem: maker.pem }, second.as);
  await register(second, serial);
  await server.settled();
  const device = new VirtualDevice(port, serial, await maker.issue(serial));
  devices.push(device);
  expect(await device.opened()).toBe(403);
});

test('refuses further registrations of an account with too many devices that never connected', async () => {
  const maximum = OPEN_REGISTRATIONS;
  let added = 0;
  const problems: unknown[] = [];
  for (let batch = 0; batch < 5; batch += 1) {
    const rows = Array.from({ length: DEVICE_LIMITS.addRowsMax }, () => ({
      kind: 'ap' as const,
      mac: newSerial(),
      sn: '',
    }));
    const answer = await server.call('addDevices', { siteUUID: second.siteUUID, rows }, second.as);
    added += answer.data.added;
    problems.push(...answer.data.rows.flatMap(({ problem }) => problem ?? []));
  }
  expect(added).toBe(maximum);
  expect(new Set(problems.map((problem) => JSON.stringify(problem)))).toEqual(
    new Set([JSON.stringify({ field: null, key: 'validation.openRegistrations', values: { maximum } })]),
  );
});

test('a controller that lists a registered device does not cancel the registration', async () => {
  const serial = newSerial();
  await register(first, serial);
  await controllerListing(first, [serial]);
  await eventuallyOnline(first, serial);
  await register(second, serial);
  await connectWith(serial, await factory.issue(serial), { firmware: 'by itself' });
  await eventually(async () => {
    const [row] = (await server.call('listDevices', { search: serial }, first.as)).data.rows;
    expect(row).toMatchObject({ version: 'by itself', managedBy: null });
  });
  expect(await statusIn(second, serial)).toBe('neverConnected');
});

test('a controller does not adopt a device that is registered in another site', async () => {
  const serial = newSerial();
  const other = newSerial();
  await register(first, serial);
  const { owner } = first;
  const siteUUID = await buildSite(server, owner, await buildOrganization(server, owner, 'South'), 'Quay');
  await controllerListing({ ...first, siteUUID }, [serial, other]);
  await eventuallyOnline(first, other);
  const [row] = (await server.call('listDevices', { search: serial }, first.as)).data.rows;
  expect(row).toMatchObject({ siteUUID: first.siteUUID, status: 'neverConnected', managedBy: null });
});

test('a device that a controller listed is not registered after the controller is deleted', async () => {
  const serial = newSerial();
  const controller = await controllerListing(second, [serial]);
  await eventuallyOnline(second, serial);
  controller.end();
  await vi.waitFor(
    async () => {
      server.advance(21_000);
      expect(await statusIn(second, controller.serial)).toBe('offline');
    },
    { ...WITHIN, interval: 700 },
  );
  const [row] = (await server.call('listDevices', { search: controller.serial }, second.as)).data.rows;
  expectSuccess(await server.call('deleteDevices', { deviceUUIDs: [row?.deviceUUID ?? ''] }, second.as));
  await register(first, serial);
  await connectWith(serial, await factory.issue(serial));
  await eventuallyOnline(first, serial);
});

test('a registration with the serial number of the device outranks an earlier one with the MAC only', async () => {
  const serial = newSerial();
  await register(second, serial);
  await register(first, serial, `EC${serial}`);
  await connectWith(serial, await factory.issue(serial), { kind: 'ap', sn: `EC${serial}` });
  await eventuallyOnline(first, serial);
  expect(await statusIn(second, serial)).toBe('neverConnected');
});

test('a device that has connected stays in its account when another one registers its serial number', async () => {
  const serial = newSerial();
  const credentials = await factory.issue(serial);
  await register(first, serial);
  const device = await connectWith(serial, credentials);
  await eventuallyOnline(first, serial);
  device.end();
  await register(second, serial, `EC${serial}`);
  await connectWith(serial, credentials, { kind: 'ap', sn: `EC${serial}`, firmware: 'again' });
  await eventually(async () => {
    const [row] = (await server.call('listDevices', { search: serial }, first.as)).data.rows;
    expect(row).toMatchObject({ version: 'again', status: 'online' });
  });
  expect(await statusIn(second, serial)).toBe('neverConnected');
});

async function disputeIn({ as }: Account, deviceUUID: string) {
  return (await server.call('viewDevice', { deviceUUID }, as)).data.dispute;
}

async function messagesOf({ as }: Account): Promise<string[]> {
  const { rows } = (await server.call('listMessages', { tab: 'system' }, as)).data;
  return rows.map(({ key }) => key);
}

async function alarmsOf({ as }: Account): Promise<string[]> {
  return (await server.call('queryAlarm', {}, as)).data.rows.map(({ type }) => type);
}

test('answers a second registration like any other and disputes the first, once a day', async () => {
  const serial = newSerial();
  const firstUUID = await register(first, serial);
  const secondUUID = await register(second, serial);
  await eventually(async () =>
    expect(await disputeIn(first, firstUUID)).toMatchObject({ accounts: 1, namesSn: false }),
  );
  expect(await disputeIn(second, secondUUID)).toBeNull();
  await eventually(async () => expect(await alarmsOf(first)).toEqual(['ownershipDisputed']));
  await eventually(async () =>
    expect(await messagesOf(first)).toEqual(['messages.sentence.ownershipDisputed']),
  );
  expectSuccess(await server.call('confirmOwnership', { deviceUUID: firstUUID }, first.as));
  expect(await disputeIn(first, firstUUID)).toBeNull();
  await eventually(async () => expect(await alarmsOf(first)).toEqual([]));

  expectSuccess(await server.call('deleteDevices', { deviceUUIDs: [secondUUID] }, second.as));
  await register(second, serial);
  await server.settled();
  expect(await disputeIn(first, firstUUID)).toBeNull();
  expect(await messagesOf(first)).toHaveLength(1);
  expect(await messagesOf(second)).toEqual([]);
});

test('a released device goes to the account that disputed it', async () => {
  const serial = newSerial();
  const credentials = await factory.issue(serial);
  const deviceUUID = await register(first, serial);
  const device = await connectWith(serial, credentials);
  await eventuallyOnline(first, serial);
  await register(second, serial);
  await eventually(async () => expect(await disputeIn(first, deviceUUID)).not.toBeNull());
  expectSuccess(await server.call('releaseDevice', { deviceUUID }, first.as));
  expect(await device.closed()).toBe(4403);
  await connectWith(serial, credentials);
  await eventuallyOnline(second, serial);
});

test('returns 403 for a release without the right to operate organizations', async () => {
  const { owner, siteUUID } = first;
  const serial = newSerial();
  const deviceUUID = await register(first, serial);
  await register(second, serial);
  await eventually(async () => expect(await disputeIn(first, deviceUUID)).not.toBeNull());
  const { token } = await buildMember(server, owner, 'siteAdministrator', { siteIds: [siteUUID] });
  expectFailure(await server.call('releaseDevice', { deviceUUID }, { as: token }), 'permissionDenied');
  expect(await disputeIn(first, deviceUUID)).not.toBeNull();
  expectSuccess(await server.call('confirmOwnership', { deviceUUID }, { as: token }));
});

test('an answered dispute counts neither in the number of accounts nor against the limit of disputes', async () => {
  const serial = newSerial();
  const deviceUUID = await register(first, serial);
  for (let answered = 0; answered < DEVICE_LIMITS.disputesMax; answered += 1) {
    await register(await account(), serial);
    await eventually(async () => expect(await disputeIn(first, deviceUUID)).toMatchObject({ accounts: 1 }));
    expectSuccess(await server.call('confirmOwnership', { deviceUUID }, first.as));
  }
  await register(second, serial);
  await eventually(async () => expect(await disputeIn(first, deviceUUID)).toMatchObject({ accounts: 1 }));
});

test('a member of a controller that enrols with a code waits for approval', async () => {
  const serial = newSerial();
  await controllerListing(first, [serial]);
  await eventuallyOnline(first, serial);
  const { code } = (await server.call('createClaimCode', { siteUUID: first.siteUUID }, first.as)).data;
  const { status, credentials } = await enrol(port, code, serial);
  expect(status).toBe(200);
  const [row] = (await server.call('listDevices', { search: serial }, first.as)).data.rows;
  expect(row).toMatchObject({ awaitsApproval: true });
  expect(await (await connectWith(serial, credentials)).closed()).toBe(4403);
});

test('a device without a dispute cannot be released', async () => {
  const deviceUUID = await register(first, newSerial());
  expectFailure(await server.call('releaseDevice', { deviceUUID }, first.as), 'notFound');
});

test('a certificate of an own authority or a code is no registration for devices of another vendor', async () => {
  const serial = newSerial();
  const maker = await foreignAuthority('Authority of the second account');
  await register(second, serial);
  await trustCa(server, second.as, 'Ours', maker);
  await server.settled();
  const pretender = await eventually(async () => connectWith(serial, await maker.issue(serial)));
  await eventuallyOnline(second, serial);
  await register(first, serial);
  await connectWith(serial, await factory.issue(serial), { firmware: 'the real one' });
  await eventuallyOnline(first, serial);
  expect(pretender.closedWith).toBeNull();
});
