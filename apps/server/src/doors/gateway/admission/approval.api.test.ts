import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { foreignAuthority } from '../../../domains/network/devices/testing/certificates.ts';
import { trustCa } from '../../../domains/network/devices/testing/estate.ts';
import {
  type Credentials,
  enrol,
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

/** Decisions of people about devices that request a certificate with another key. */

let server: TestServer;
let port: number;
let owner: Person;
let as: { as: string };
let siteUUID: string;
let serial: string;
let deviceUUID: string;
let original: Credentials;
let next: Credentials;
const devices: VirtualDevice[] = [];
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  port = server.gatewayPort ?? 0;
});
afterAll(async () => {
  for (const device of devices) device.end();
  await server.stop();
});
/** A device has connected, is offline, and a certificate was requested in its name. */
beforeEach(async () => {
  owner = await buildAccount(server);
  as = { as: owner.token };
  siteUUID = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  serial = newSerial();
  const { code } = (await server.call('createClaimCode', { siteUUID, uses: 5 }, as)).data;
  original = (await enrol(port, code, serial)).credentials;
  const device = await dial(original);
  deviceUUID = await eventually(async () => {
    const [row] = (await server.call('listDevices', {}, as)).data.rows;
    expect(row?.status).toBe('online');
    return row?.deviceUUID ?? '';
  });
  device.end();
  next = await eventually(async () => {
    const answer = await enrol(port, code, serial);
    expect(answer.status).toBe(200);
    return answer.credentials;
  });
});

function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, WITHIN);
}

async function dial(credentials: Credentials, firmware = '1.0'): Promise<VirtualDevice> {
  const device = new VirtualDevice(port, serial, credentials);
  devices.push(device);
  expect(await device.opened()).toBe('open');
  device.hello({ firmware });
  return device;
}

async function view() {
  return (await server.call('viewDevice', { deviceUUID }, as)).data;
}

async function request(): Promise<{ deviceUUID: string; fingerprint: string }> {
  const [found] = (await view()).enrolmentRequests;
  expect(found).toMatchObject({ address: '127.0.0.1' });
  return { deviceUUID, fingerprint: found?.fingerprint ?? '' };
}

async function alarms(): Promise<string[]> {
  const { rows } = (await server.call('queryAlarm', {}, as)).data;
  return rows.map(({ type }) => type);
}

test('an approved certificate admits the device, and the old one and its connection end', async () => {
  const former = await dial(original);
  const [row] = (await server.call('listDevices', {}, as)).data.rows;
  expect(row).toMatchObject({ awaitsApproval: true });
  expect(await (await dial(next)).closed()).toBe(4403);
  expectSuccess(await server.call('approveEnrolment', await request(), as));
  expect(await former.closed()).toBe(4403);
  await dial(next);
  await eventually(async () => {
    expect(await view()).toMatchObject({ status: 'online', awaitsApproval: false, enrolmentRequests: [] });
  });
  expect(await (await dial(original)).closed()).toBe(4403);
});

test('an approval does not revoke a certificate of another authority', async () => {
  const authority = await foreignAuthority('Maker');
  await trustCa(server, as, 'Maker', authority);
  await server.settled();
  serial = newSerial();
  const foreign = await authority.issue(serial);
  const device = await dial(foreign);
  deviceUUID = await eventually(async () => {
    const [row] = (await server.call('listUnclaimed', {}, as)).data.rows;
    expect(row?.status).toBe('online');
    return row?.deviceUUID ?? '';
  });
  expectSuccess(await server.call('claimDevices', { deviceUUIDs: [deviceUUID], siteUUID }, as));
  device.end();
  const { code } = (await server.call('createClaimCode', { siteUUID }, as)).data;
  const { credentials } = await eventually(async () => {
    const answer = await enrol(port, code, serial);
    expect(answer.status).toBe(200);
    return answer;
  });
  expectSuccess(await server.call('approveEnrolment', await request(), as));
  for (const [firmware, good] of [
    ['own', credentials],
    ['foreign', foreign],
  ] as const) {
    const admitted = await dial(good, firmware);
    await eventually(async () => expect(await view()).toMatchObject({ status: 'online', version: firmware }));
    admitted.end();
  }
});

test('a rejected certificate admits no device, and the device keeps its own', async () => {
  const decision = await request();
  expectSuccess(await server.call('rejectEnrolment', decision, as));
  expectFailure(await server.call('approveEnrolment', decision, as), 'notFound');
  expect(await (await dial(next)).closed()).toBe(4403);
  await dial(original);
  await eventually(async () =>
    expect(await view()).toMatchObject({ status: 'online', enrolmentRequests: [] }),
  );
});

test('a request raises an alarm until a decision, and is in the operation log and the messages', async () => {
  await eventually(async () => expect(await alarms()).toContain('enrolmentWaiting'));
  const { rows: logged } = (await server.call('listOperations', { call: 'enrolAgain' }, as)).data;
  expect(logged).toMatchObject([{ managerUUID: null, address: '127.0.0.1' }]);
  await eventually(async () => {
    const { rows } = (await server.call('listMessages', { tab: 'system' }, as)).data;
    expect(rows.map(({ key }) => key)).toContain('messages.sentence.enrolmentRequested');
  });
  await server.call('rejectEnrolment', await request(), as);
  await eventually(async () => expect(await alarms()).not.toContain('enrolmentWaiting'));
});

test('returns 403 for approving without the right to operate organizations', async () => {
  const { token } = await buildMember(server, owner, 'siteOperator', { siteIds: [siteUUID] });
  expectFailure(await server.call('approveEnrolment', await request(), { as: token }), 'permissionDenied');
  expectSuccess(await server.call('rejectEnrolment', await request(), { as: token }));
});
