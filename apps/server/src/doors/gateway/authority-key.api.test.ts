import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fingerprintOf } from '../../domains/network/devices/admission/certificate-authority.ts';
import { foreignAuthority } from '../../domains/network/devices/testing/certificates.ts';
import { trustCa } from '../../domains/network/devices/testing/estate.ts';
import {
  type Credentials,
  enrol,
  VirtualDevice,
} from '../../domains/network/devices/testing/virtual-device.ts';
import { expectSuccess } from '../../domains/people/identity/testing/expectations.ts';
import { buildAccount, buildOrganization, buildSite } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';
import { newSerial } from './testing/gateway-harness.ts';

/** An authority of the account issues certificates for devices that have another key. */

let server: TestServer;
let port: number;
let as: { as: string };
let siteUUID: string;
let serial: string;
const authority = await foreignAuthority('Harbour authority');
const devices: VirtualDevice[] = [];
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  port = server.gatewayPort ?? 0;
  const owner = await buildAccount(server);
  as = { as: owner.token };
  siteUUID = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  await trustCa(server, as, 'Harbour', authority);
});
afterAll(async () => {
  for (const device of devices) device.end();
  await server.stop();
});
beforeEach(() => {
  serial = newSerial();
});

async function dial(credentials: Credentials): Promise<VirtualDevice> {
  const device = new VirtualDevice(port, serial, credentials);
  devices.push(device);
  expect(await device.opened()).toBe('open');
  device.hello();
  return device;
}

/** The id of the device, once the connection with this certificate is the current one. */
function online({ certificate = '' }: Credentials): Promise<string> {
  const fingerprint = fingerprintOf(new X509Certificate(certificate));
  return vi.waitFor(async () => {
    const device = await server.platform.database.asSystem((tx) =>
      tx.first(sql<{ id: string }>`
          select d.id from device d
          join device_certificate c on c.tenant_id = d.tenant_id and c.device_id = d.id
          where d.serial = ${serial} and d.status = 'online' and c.fingerprint = ${fingerprint}
            and c.requested_at is null`),
    );
    if (device === undefined) throw new Error('not online');
    return device.id;
  }, WITHIN);
}

async function claimed(): Promise<{ former: VirtualDevice; deviceUUID: string }> {
  const { code } = (await server.call('createClaimCode', { siteUUID, uses: 1 }, as)).data;
  const { credentials } = await enrol(port, code, serial);
  return { former: await dial(credentials), deviceUUID: await online(credentials) };
}

test('a certificate of the account’s authority requires approval if the device has another key', async () => {
  const { former, deviceUUID } = await claimed();
  const issued = await authority.issue(serial);
  const refused = await dial(issued);
  expect(await refused.closed()).toBe(4403);
  expect(refused.received).toEqual([]);
  const view = (await server.call('viewDevice', { deviceUUID }, as)).data;
  expect(view).toMatchObject({ awaitsApproval: true, enrolmentRequests: [{ address: '127.0.0.1' }] });
  // The same certificate creates one request.
  expect(await (await dial(issued)).closed()).toBe(4403);
  const [request, ...others] = (await server.call('viewDevice', { deviceUUID }, as)).data.enrolmentRequests;
  expect(others).toEqual([]);
  const { fingerprint } = request ?? { fingerprint: '' };
  expectSuccess(await server.call('approveEnrolment', { deviceUUID, fingerprint }, as));
  expect(await former.closed()).toBe(4403);
  await dial(issued);
  await online(issued);
});

test('a certificate that replaces one of the account’s authority needs no approval', async () => {
  for (const issued of [await authority.issue(serial), await authority.issue(serial)]) {
    const device = await dial(issued);
    await online(issued);
    device.end();
  }
});
