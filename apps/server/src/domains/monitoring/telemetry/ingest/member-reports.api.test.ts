import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { type BuiltDevice, buildDevice } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { memberSample, reportOf } from '../testing/reports.ts';
import { Ingest } from './ingest.ts';

let server: TestServer;
let owner: Person;
let controller: BuiltDevice;
let member: BuiltDevice;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const siteId = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  controller = await buildDevice(server, owner, { siteId, kind: 'ac', status: 'online' });
  member = await buildDevice(server, owner, { siteId, status: 'online', managedBy: controller.id });
  const ingest = new Ingest(server.platform);
  const at = server.platform.now().getTime();
  const members = [memberSample(member.serial, { clients: 6, ip: '10.0.0.7' })];
  ingest.add(
    { tenant: owner.tenant, deviceId: controller.id, siteId, kind: 'ac', connectionId: 'c' },
    reportOf({ at, members }),
    at,
  );
  await ingest.flush();
  await ingest.stop();
});
afterAll(() => server.stop());

test('shows clients of a controller member in lists, on its page and in charts', async () => {
  const as = { as: owner.token };
  const ref = { deviceUUID: member.id };
  const { data: list } = await server.call('listDevices', { sort: '-clients' }, as);
  expect(list.rows[0]).toMatchObject({ ...ref, clients: 6, lastReportAt: expect.any(String), radios: [] });

  const { data: page } = await server.call('viewDevice', ref, as);
  expect(page).toMatchObject({
    clients: 6,
    cpuPercent: null,
    report: { addresses: ['10.0.0.7'], clients: [], configVersion: null },
    configuration: { runningVersion: null },
  });
  const { data: clients } = await server.call('listDeviceClients', ref, as);
  expect(clients).toEqual({ at: page.report?.at, clients: [] });

  const { data: chart } = await server.call('deviceChart', { ...ref, range: 'hour' }, as);
  expect(chart.series.find(({ metric }) => metric === 'clients')?.values).toContain(6);
});

test('shows the current state of a member on the page of its controller', async () => {
  const as = { as: owner.token };
  const memberNow = async () =>
    (await server.call('viewDevice', { deviceUUID: controller.id }, as)).data.report?.members[0];
  expect(await memberNow()).toMatchObject({
    online: true,
    device: { deviceUUID: member.id, status: 'online' },
  });
  const put = (status: string) =>
    server.platform.database.asSystem((tx) =>
      tx.run(sql`update device set status = ${status} where id = ${member.id}`),
    );
  await put('offline');
  expect(await memberNow()).toMatchObject({ online: true, device: { status: 'offline' } });
  await put('online');
});

test('sorts lists by figures without reading whole reports', async () => {
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sql<{ bytes: number }>`select pg_column_size(device_last.*) as bytes from device_last`),
  );
  expect(rows.length).toBe(2);
  for (const { bytes } of rows) expect(bytes).toBeLessThan(200);
});
