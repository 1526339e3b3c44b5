import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { foreignAuthority } from '../../domains/network/devices/testing/certificates.ts';
import { trustCa } from '../../domains/network/devices/testing/estate.ts';
import { enrol, VirtualDevice } from '../../domains/network/devices/testing/virtual-device.ts';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { WITHIN } from '../../testing/within.ts';

let server: TestServer;
let port: number;
let owner: Person;
let stranger: Person;
const devices: VirtualDevice[] = [];
beforeAll(async () => {
  server = await startTestServer({ GATEWAY_PORT: '0' });
  port = server.gatewayPort ?? 0;
  owner = await buildAccount(server);
  stranger = await buildAccount(server);
});
afterAll(async () => {
  for (const device of devices) device.end();
  await server.stop();
});

function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, WITHIN);
}

async function connectWith(serial: string, credentials: { key?: string; certificate?: string }) {
  const device = new VirtualDevice(port, serial, credentials);
  devices.push(device);
  expect(await device.opened()).toBe('open');
  device.hello();
  return device;
}

test('returns the addresses for connections and enrolment', async () => {
  const { urls } = (await server.call('initPage', {}, { as: owner.token })).data;
  expect(urls).toMatchObject({
    gatewayAddress: `127.0.0.1:${port}`,
    enrolmentUrl: `https://127.0.0.1:${port}/enrol`,
  });
});

async function waitingOf(person: Person) {
  return (await server.call('listUnclaimed', {}, { as: person.token })).data.rows;
}

test('a device enrols with a code, is unclaimed in its account only, is claimed, and can be refused', async () => {
  const serial = '020000aa0001';
  const made = await server.call('createClaimCode', {}, { as: owner.token });
  const { status, credentials } = await enrol(port, made.data.code.toLowerCase(), serial);
  expect(status).toBe(200);
  const device = await connectWith(serial, credentials);
  const [row] = await eventually(async () => {
    const rows = await waitingOf(owner);
    expect(rows).toEqual([expect.objectContaining({ mac: '02-00-00-AA-00-01', status: 'online' })]);
    return rows;
  });
  expect(await waitingOf(stranger)).toEqual([]);

  const as = { as: owner.token };
  const siteUUID = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  const deviceUUID = row?.deviceUUID ?? '';
  await server.call('claimDevices', { deviceUUIDs: [deviceUUID], siteUUID }, as);
  const listed = await server.call('listDevices', {}, as);
  expect(listed.data.rows).toEqual([
    expect.objectContaining({ deviceUUID, siteUUID, status: 'online', model: 'EAP101', version: 'TIP-v4.2' }),
  ]);

  const newer = await connectWith(serial, credentials);
  expect(await device.closed()).toBe(4409);
  await eventually(async () => {
    const logged = await server.platform.database.withTenant(owner, (tx) =>
      tx.all(sql`select type, details from device_log where device_id = ${deviceUUID}`),
    );
    expect(logged).toContainEqual(expect.objectContaining({ type: 'connectionReplaced' }));
  });

  await server.call('revokeDevice', { deviceUUID }, as);
  expect(await newer.closed()).toBe(4403);
});

test('a vendor CA is trusted once proven, and until it is removed', async () => {
  const factory = await foreignAuthority('Harbour factory');
  const serial = '020000aa0002';
  const credentials = await factory.issue(serial);
  const as = { as: owner.token };
  expect(await new VirtualDevice(port, serial, credentials).opened()).toBe(403);
  const trustedCaUUID = await trustCa(server, as, 'Harbour', factory);
  await server.settled();
  const device = await eventually(() => connectWith(serial, credentials));
  await eventually(async () => expect(await waitingOf(owner)).toHaveLength(1));
  expect(await waitingOf(stranger)).toEqual([]);
  await server.call('removeTrustedCa', { trustedCaUUID }, as);
  expect(await device.closed()).toBe(4403);
});
