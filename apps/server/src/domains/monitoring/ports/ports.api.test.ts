import { OK } from '@airloom/contract/errors';
import { MINUTE, SECOND } from '@airloom/contract/time';
import type { LearnedAddresses } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../testing/builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Ingest, type ReportingDevice, samplePorts, storeMacTables } from '../telemetry/index.ts';
import { portOf, reportOf } from '../telemetry/testing/reports.ts';

const AP_MAC = 'a0:11:22:33:44:01';
const CLIENT_MAC = '38:ba:f8:11:25:38';

let server: TestServer;
let owner: Person;
let stranger: Person;
let operator: Person;
let ingest: Ingest;
let siteId: string;
let hill: string;
let device: ReportingDevice;
let accessPoint: string;
let hiddenAccessPoint: string;
const now = () => server.platform.now().getTime();
const as = () => ({ as: owner.token });
const its = () => ({ deviceUUID: device.deviceId });

beforeAll(async () => {
  server = await startTestServer({}, { scheduled: false });
  owner = await buildAccount(server);
  stranger = await buildAccount(server);
  const enterprise = await buildOrganization(server, owner, 'North');
  siteId = await buildSite(server, owner, enterprise, 'Harbour');
  hill = await buildSite(server, owner, enterprise, 'Hill');
  operator = await buildMember(server, owner, 'siteOperator', { siteIds: [siteId] });
  const { id } = await buildDevice(server, owner, { siteId, name: 'Core', kind: 'switch', status: 'online' });
  const ap = await buildDevice(server, owner, {
    siteId,
    name: 'Pier AP',
    serial: AP_MAC.replaceAll(':', ''),
  });
  const hidden = await buildDevice(server, owner, {
    siteId: hill,
    name: 'Hill AP',
    serial: 'a01122334402',
  });
  accessPoint = ap.id;
  hiddenAccessPoint = hidden.id;
  device = { tenant: owner.tenant, deviceId: id, siteId, kind: 'switch', connectionId: 'c1' };
  ingest = new Ingest(server.platform);
  ingest.join(samplePorts());
  ingest.join(storeMacTables(server.platform.now));
});
afterAll(async () => {
  await ingest.stop();
  await server.stop();
});

async function report(at: number, rxBytes: number, rxErrors = 0): Promise<void> {
  ingest.add(
    device,
    reportOf({
      at,
      ports: [
        portOf('Ethernet0', { uplink: true, linked: true, speedMbps: 10_000, optical: true }),
        portOf('Ethernet1', {
          linked: true,
          speedMbps: 1_000,
          traffic: { rxBytes, txBytes: 2 * rxBytes },
          rxErrors,
          power: { state: 'delivering', watts: 11.4 },
        }),
        portOf('Ethernet2', { linked: true }),
      ],
      links: [{ port: 'Ethernet1', peerMac: AP_MAC, peerName: 'ap', peerPort: 'WAN', peerDescription: '' }],
      macTable: [
        { port: 'Ethernet1', vlan: 10, macs: [AP_MAC, CLIENT_MAC] },
        { port: 'Ethernet0', vlan: 10, macs: ['a0:11:22:33:44:02'] },
        { port: 'Ethernet2', vlan: 20, macs: ['a0:11:22:33:44:02'] },
      ],
    }),
    now(),
  );
  await ingest.flush();
}

test('charts the traffic and errors of a port from samples and the newest report', async () => {
  const quarter = 15 * MINUTE;
  const start = now() - (now() % quarter) - 8 * quarter;
  for (let step = 0; step < 8; step += 1) {
    await report(start + step * quarter, step * 112_500, step);
    // Later reports of the same quarter are not stored again.
    await report(start + step * quarter + 5 * MINUTE, step * 112_500 + 37_500, step);
  }
  const samples = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select slot from port_sample where device_id = ${device.deviceId}`),
  );
  expect(samples).toHaveLength(8);
  const answer = await server.call('portTraffic', { ...its(), port: 'Ethernet1', range: 'day' }, as());
  expect(answer.code).toBe(OK);
  const known = answer.data.rxKbps.filter((value) => value !== null);
  expect(known).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  expect(answer.data.txKbps.filter((value) => value !== null)).toEqual(known.map(() => 2));
  expect(answer.data.rxErrors.filter((value) => value !== null)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
  const unused = await server.call('portTraffic', { ...its(), port: 'Ethernet2', range: 'day' }, as());
  expect(unused.data.rxKbps.filter((value) => value !== null)).toEqual(known.map(() => 0));
});

test('shows link changes of the last hour, addresses and VLANs', async () => {
  await report(now(), 1_000_000);
  const event = (type: 'portUp' | 'portDown', minutesAgo: number) => ({
    serial: 'a00000000001',
    at: now() - minutesAgo * MINUTE,
    happening: { type, port: 'Ethernet1' } as const,
  });
  ingest.events(
    device,
    [
      ...[50, 40, 30].flatMap((ago) => [event('portDown', ago), event('portUp', ago - 1)]),
      event('portDown', 90),
    ],
    now(),
  );
  ingest.events(
    device,
    [
      {
        serial: 'a00000000001',
        at: now(),
        happening: { type: 'alarm', resource: 'Ethernet2', text: 'Loop detected', severity: 2 },
      },
    ],
    now(),
  );
  await ingest.flush();
  const { data } = await server.call('listPortActivity', its(), as());
  expect(data.ports).toEqual([
    expect.objectContaining({ name: 'Ethernet0', linkChanges: 0, isFlapping: false, macs: 1 }),
    expect.objectContaining({
      name: 'Ethernet1',
      linkChanges: 6,
      isFlapping: true,
      loop: null,
      macs: 2,
      vlans: [10],
    }),
    expect.objectContaining({ name: 'Ethernet2', isFlapping: false, loop: 'reported' }),
  ]);
});

test('finds an address in the forwarding table in any notation, and by the name of its client', async () => {
  await report(now(), 1_000_000);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into known_terminal (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, port,
        rx_bytes, tx_bytes, last_seen_at, is_open)
      values (${owner.tenant}, ${CLIENT_MAC}, ${siteId}, 'ap', ${accessPoint}, '10.0.0.8', 'till-3', 'Shop', '',
        0, 0, now(), true)`),
  );
  const find = async (search: string) =>
    (await server.call('listMacTable', { ...its(), search }, as())).data.rows;
  const whole = await find('');
  expect(whole.map(({ mac, port, vlan }) => [port, vlan, mac])).toEqual([
    ['Ethernet0', 10, 'a0:11:22:33:44:02'],
    ['Ethernet1', 10, CLIENT_MAC],
    ['Ethernet1', 10, AP_MAC],
    ['Ethernet2', 20, 'a0:11:22:33:44:02'],
  ]);
  for (const search of ['38-BA-F8', '38baf8', 'till', '10.0.0.8']) {
    expect((await find(search)).map(({ mac }) => mac)).toEqual([CLIENT_MAC]);
  }
  expect(await find('pier')).toEqual([
    expect.objectContaining({ device: expect.objectContaining({ deviceUUID: accessPoint }) }),
  ]);
});

test('lists access points with their port, source and power', async () => {
  await report(now(), 1_000_000);
  const { data } = await server.call('listPortAccessPoints', its(), as());
  expect(data.accessPoints).toEqual([
    expect.objectContaining({
      device: expect.objectContaining({ deviceUUID: accessPoint, name: 'Pier AP' }),
      port: 'Ethernet1',
      source: 'lldp',
      power: { state: 'delivering', watts: 11.4 },
    }),
    expect.objectContaining({
      device: expect.objectContaining({ deviceUUID: hiddenAccessPoint }),
      port: 'Ethernet2',
      source: 'macTable',
    }),
  ]);
});

test('names no devices and clients of a site that the person cannot access', async () => {
  await report(now(), 1_000_000);
  const reader = { as: operator.token };
  const { data: found } = await server.call('listPortAccessPoints', its(), reader);
  expect(found.accessPoints.map(({ device: { name } }) => name)).toEqual(['Pier AP']);
  const { data: table } = await server.call('listMacTable', { ...its(), search: 'hill' }, reader);
  expect(table.rows).toEqual([]);
});

test('names clients only for those who may see clients', async () => {
  await report(now(), 1_000_000);
  const key = {
    name: 'devices',
    grants: ['device_manage' as const, 'all_device' as const],
    expiresAt: null,
    password: PASSWORD,
  };
  const { data: created } = await server.call('createApiKey', key, as());
  const { data } = await server.call('listMacTable', its(), { as: created.secret });
  expect(data.rows.map(({ mac }) => mac)).toContain(CLIENT_MAC);
  expect(data.rows.filter(({ client }) => client !== null)).toEqual([]);
});

test('shows nothing of a switch of another account', async () => {
  const answers = await Promise.all([
    server.call('listPortActivity', its(), { as: stranger.token }),
    server.call('listMacTable', its(), { as: stranger.token }),
    server.call('portTraffic', { ...its(), port: 'Ethernet1', range: 'day' }, { as: stranger.token }),
    server.call('listPortAccessPoints', its(), { as: stranger.token }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('of a forwarding table only the ports that differ are written', async () => {
  const rows = () =>
    server.platform.database.asSystem((tx) =>
      tx.all(sql<{ port: string; xmin: string }>`
        select port, xmin::text from mac_table_port where device_id = ${device.deviceId} order by port`),
    );
  const learn = async (at: number, macTable: LearnedAddresses[]) => {
    ingest.add(device, reportOf({ at, ports: [portOf('Ethernet1', {})], macTable }), now());
    await ingest.flush();
  };
  const first = { port: 'Ethernet1', vlan: 10, macs: [AP_MAC, CLIENT_MAC] };
  const second = { port: 'Ethernet2', vlan: 20, macs: ['a0:11:22:33:44:02'] };
  const start = now();
  await learn(start + 10 * SECOND, [first, second]);
  const before = await rows();
  expect(before.map(({ port }) => port)).toEqual(['Ethernet1', 'Ethernet2']);
  // The same addresses in another order.
  await learn(start + 20 * SECOND, [second, { ...first, macs: [CLIENT_MAC, AP_MAC] }]);
  expect(await rows()).toEqual(before);
  await learn(start + 30 * SECOND, [first, { ...second, vlan: 30 }]);
  const [same, changed] = await rows();
  expect(same).toEqual(before[0]);
  expect(changed?.xmin).not.toBe(before[1]?.xmin);
  // A late report changes nothing, and a port without addresses is deleted.
  await learn(start + 15 * SECOND, []);
  expect(await rows()).toHaveLength(2);
  await learn(start + 40 * SECOND, [first]);
  expect(await rows()).toEqual([before[0]]);
  const { data } = await server.call('listMacTable', its(), as());
  expect(data.rows.map(({ mac, vlan }) => [mac, vlan])).toEqual([
    [CLIENT_MAC, 10],
    [AP_MAC, 10],
  ]);
});
