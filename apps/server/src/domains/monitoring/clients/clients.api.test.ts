import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlBuilder } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Ingest, type ReportingDevice } from '../telemetry/index.ts';
import { clientOf, reportOf } from '../telemetry/testing/reports.ts';
import { SessionBuilder } from './sessions/session-builder.ts';

let server: TestServer;
let owner: Person;
let ingest: Ingest;
let device: ReportingDevice;
let hill: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const enterprise = await buildOrganization(server, owner, 'North');
  const siteId = await buildSite(server, owner, enterprise, 'Harbour');
  hill = await buildSite(server, owner, enterprise, 'Hill');
  const { id } = await buildDevice(server, owner, { siteId, name: 'Pier', status: 'online' });
  device = { tenant: owner.tenant, deviceId: id, siteId, kind: 'ap', connectionId: 'c' };
  ingest = new Ingest(server.platform);
  ingest.join(new SessionBuilder(server.platform).take);
  const now = Date.now();
  const guest = clientOf('02:0a:00:00:00:02', 30, 10);
  const wireless = guest.wireless && { ...guest.wireless, ssid: 'Guests' };
  ingest.add(device, reportOf({ at: now - 60_000, clients: [clientOf('02:0b:00:00:00:01', 600, 500)] }), now);
  ingest.add(device, reportOf({ at: now, clients: [{ ...guest, wireless }] }), now);
  await ingest.flush();
});
afterAll(async () => {
  await ingest.stop();
  await server.stop();
});

const macs = async (input: object, as = owner.token) => {
  const { data } = await server.call('listTerminalLog', input, { as });
  expect(data.total).toBe(data.rows.length);
  return data.rows.map(({ mac }) => mac);
};

test('filters the client log by address, network, device, site and time', async () => {
  const [first, second] = ['02:0b:00:00:00:01', '02:0a:00:00:00:02'];
  expect(await macs({})).toEqual([second, first]);
  expect(await macs({ mac: '020B' })).toEqual([first]);
  expect(await macs({ mac: '02-0a-00-00-00-02' })).toEqual([second]);
  expect(await macs({ mac: 'no address' })).toEqual([]);
  expect(await macs({ ssid: 'Guests' })).toEqual([second]);
  expect(await macs({ deviceUUID: device.deviceId })).toEqual([second, first]);
  expect(await macs({ siteUUID: hill })).toEqual([]);
  expect(await macs({ from: new Date(Date.now() - 50_000).toISOString() })).toEqual([second]);
  expect(await macs({ search: 'laptop' })).toEqual([second, first]);
  const elsewhere = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
  expect(await macs({}, elsewhere.token)).toEqual([]);
});

test('returns place, duration, traffic and signal of a session', async () => {
  const { data } = await server.call('listTerminalLog', { mac: '020b' }, { as: owner.token });
  expect(data.rows[0]).toMatchObject({
    deviceName: 'Pier',
    siteName: 'Harbour',
    deviceKind: 'ap',
    ssid: 'Office',
    band: '5G',
    durationSeconds: 600,
    endReason: 'missing',
    upBytes: 500,
    downBytes: 1000,
    signalAverage: -60,
  });
});

test('lists the clients of the newest report, and none for an offline device', async () => {
  const ask = () => server.call('listDeviceClients', { deviceUUID: device.deviceId }, { as: owner.token });
  expect((await ask()).data.clients).toMatchObject([
    { mac: '02:0a:00:00:00:02', ssid: 'Guests', upBytes: 10, downBytes: 20, connectedSeconds: 30 },
  ]);
  await server.platform.database.asSystem((tx) =>
    tx.run(sqlBuilder.updateTable('device').set({ status: 'offline' }).where('id', '=', device.deviceId)),
  );
  expect((await ask()).data.clients).toEqual([]);
});

test('exports the log as a file', async () => {
  const { data } = await server.call(
    'exportTerminalLog',
    { format: 'csv' },
    { as: owner.token, language: 'zh' },
  );
  expect(data.rows).toBe(2);
  const file = await fetch(new URL(data.url, server.url), {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const text = await file.text();
  expect(text).toContain('MAC 地址');
  expect(text).toContain('02-0A-00-00-00-02');
  expect(text).toContain(',Pier,接入点,');
  expect(text).toContain('不再上报');
});

test('returns the sessions of one visit that the person may see', async () => {
  const { id } = await buildDevice(server, owner, { siteId: hill, name: 'Top', status: 'online' });
  const mac = '02:0c:00:00:00:03';
  const visit = newId();
  await server.platform.database.asSystem(async (tx) => {
    for (const [minute, deviceId, visitId] of [
      [1, device.deviceId, visit],
      [2, id, visit],
      [3, id, newId()],
    ] as const) {
      await tx.run(sql`
        insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, last_seen_at,
          counter_rx, counter_tx, rx_bytes, tx_bytes, signal_sum, signal_samples, ssid, port, ip, hostname)
        values (${owner.tenant}, ${newId()}, ${deviceId}, ${deviceId === id ? hill : device.siteId}, ${visitId},
          ${mac}, now() - interval '1 day' + ${minute} * interval '1 minute', now(), 0, 0, 0, 0, 0, 0, '', '', '', '')`);
    }
  });
  const sessions = async (input: object, as = owner.token) =>
    (await server.call('listTerminalLog', { mac, sort: 'startedAt', ...input }, { as })).data.rows.map(
      (row) => [row.deviceName, row.visitSessions],
    );
  expect(await sessions({})).toEqual([
    ['Pier', 2],
    ['Top', 2],
    ['Top', 1],
  ]);
  expect(await sessions({ visitUUID: visit })).toEqual([
    ['Pier', 2],
    ['Top', 2],
  ]);
  const elsewhere = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
  expect(await sessions({ visitUUID: visit }, elsewhere.token)).toEqual([['Top', 1]]);
  const { data } = await server.call(
    'exportTerminalLog',
    { format: 'csv', visitUUID: visit },
    { as: owner.token },
  );
  expect(data.rows).toBe(2);
  const file = await fetch(new URL(data.url, server.url), {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect((await file.text()).split(visit)).toHaveLength(3);
});
