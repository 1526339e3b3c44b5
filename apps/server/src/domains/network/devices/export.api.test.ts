import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetExpiredFiles } from '../../../platform/files/expired-files.ts';
import { readCsv } from '../../../platform/sheets/csv.ts';
import { buildMember, type Person } from '../../../testing/builders.ts';
import { buildDevices } from '../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectSuccess } from '../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from './testing/estate.ts';

let server: TestServer;
let estate: Estate;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
  await buildDevices(server, estate.owner, [
    { siteId: estate.lobby, name: '=cmd|calc', serial: '020000000001', position: '@x', status: 'online' },
    { siteId: estate.lobby, name: 'plain, "quoted"', serial: '020000000002' },
    { siteId: estate.bar, name: 'switch', kind: 'switch', serial: '020000000003' },
  ]);
});

async function fetched(url: string, { token }: Person): Promise<Response> {
  return fetch(`${server.url}${url}`, { headers: { authorization: `Bearer ${token}` } });
}

const columns = ['name', 'kind', 'mac', 'position'] as const;

test('exports CSV with filters, columns and language as requested, without formulas', async () => {
  const answer = await server.call(
    'exportDevices',
    { format: 'csv', kind: 'ap', columns: [...columns] },
    { ...estate.as, language: 'pl' },
  );
  expectSuccess(answer);
  expect(answer.data.rows).toBe(2);
  const response = await fetched(answer.data.url, estate.owner);
  expect(response.headers.get('content-type')).toContain('text/csv');
  const rows = readCsv(new Uint8Array(await response.arrayBuffer()));
  expect(rows.filter((row) => row.length > 1)).toEqual([
    ['Nazwa', 'Rodzaj', 'Adres MAC', 'Położenie'],
    ["'=cmd|calc", 'Punkt dostępowy', '02-00-00-00-00-01', "'@x"],
    ['plain, "quoted"', 'Punkt dostępowy', '02-00-00-00-00-02', ''],
  ]);
});

test('exports XLSX with text cells, never formulas', async () => {
  const answer = await server.call('exportDevices', { format: 'xlsx', columns: [...columns] }, estate.as);
  const bytes = await (await fetched(answer.data.url, estate.owner)).arrayBuffer();
  const sheet = read(bytes, { type: 'array' }).Sheets['1'];
  if (!sheet) throw new Error('no sheet');
  expect(utils.sheet_to_json<string[]>(sheet, { header: 1 }).map(([name]) => name)).toEqual([
    'Name',
    '=cmd|calc',
    'plain, "quoted"',
    'switch',
  ]);
  expect([sheet.A2?.t, sheet.A2?.f]).toEqual(['s', undefined]);
});

test('exports radios and pair roles of online devices', async () => {
  const [ap, off, ac] = await buildDevices(server, estate.owner, [
    { siteId: estate.bar, name: 'radio 1', status: 'online' },
    { siteId: estate.bar, name: 'radio 2', status: 'offline' },
    { siteId: estate.bar, name: 'radio 3', kind: 'ac', status: 'online' },
  ]);
  const radio = { widthMhz: 80, utilisationPercent: null, noise: null, clients: 0 };
  const report = JSON.stringify({
    radios: [
      { ...radio, index: 0, band: '2G', channel: 6, txPower: 17 },
      { ...radio, index: 1, band: '5G', channel: 36, txPower: null },
    ],
  });
  await server.platform.database.asSystem(async (tx) => {
    for (const one of [ap, off]) {
      await tx.run(sql`insert into device_last_report (tenant_id, device_id, ts, report)
                       values (${estate.owner.tenant}, ${one?.id}, now(), ${report})`);
    }
    await tx.run(sql`update device set ha_mode = 'ha', ha_status = 'standby' where id = ${ac?.id}`);
  });
  const { data } = await server.call(
    'exportDevices',
    { format: 'csv', search: 'radio', columns: ['name', 'channel', 'txPower', 'haMode', 'haStatus'] },
    estate.as,
  );
  const bytes = await (await fetched(data.url, estate.owner)).arrayBuffer();
  expect(readCsv(new Uint8Array(bytes)).slice(1, 4)).toEqual([
    ['radio 1', '2G 6, 5G 36', '2G 17', '', ''],
    ['radio 2', '', '', '', ''],
    ['radio 3', '', '', 'Pair', 'Standby'],
  ]);
});

test('exports the current uptime, as the list does', async () => {
  const [device] = await buildDevices(server, estate.owner, [
    { siteId: estate.bar, name: 'running', status: 'online' },
  ]);
  const reportedAt = new Date(server.platform.now().getTime() - 90_000);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into device_last (tenant_id, device_id, ts, uptime, clients)
      values (${estate.owner.tenant}, ${device?.id}, ${reportedAt}, 600, 0)`),
  );
  const { data } = await server.call(
    'exportDevices',
    { format: 'csv', search: 'running', columns: ['uptimeSeconds'] },
    estate.as,
  );
  const bytes = await (await fetched(data.url, estate.owner)).arrayBuffer();
  expect(readCsv(new Uint8Array(bytes))[1]).toEqual(['660']);
});

test('exports many rows completely and in sequence', async () => {
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into device (tenant_id, id, site_id, kind, serial, sn, name)
      select ${estate.owner.tenant}::uuid, gen_random_uuid(), ${estate.bar}::uuid, 'ac',
        lpad(to_hex(4398046511104 + n), 12, '0'), '', 'ac ' || (n % 7)
      from generate_series(1, 4500) n`),
  );
  const answer = await server.call(
    'exportDevices',
    { format: 'csv', kind: 'ac', columns: ['mac'] },
    estate.as,
  );
  expect(answer.data.rows).toBe(4500);
  const text = await (await fetched(answer.data.url, estate.owner)).text();
  const macs = text.trim().split('\r\n').slice(1);
  expect(new Set(macs).size).toBe(4500);
});

test('returns the file only to its creator, for a limited time', async () => {
  const { data } = await server.call('exportDevices', { format: 'csv' }, estate.as);
  const colleague = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.lobby] });
  const stranger = await buildEstate(server);
  expect((await fetched(data.url, colleague)).status).toBe(404);
  expect((await fetched(data.url, stranger.owner)).status).toBe(404);
  expect((await fetched(data.url, estate.owner)).status).toBe(200);
  await server.platform.database.asSystem((tx) =>
    tx.run(
      sql`update stored_file set expires_at = now() - interval '1 second' where tenant_id = ${estate.owner.tenant}`,
    ),
  );
  expect((await fetched(data.url, estate.owner)).status).toBe(404);
  await forgetExpiredFiles(server.platform).run();
  const left = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select 1 from stored_file where tenant_id = ${estate.owner.tenant}`),
  );
  expect(left).toEqual([]);
});

test('exports only visible devices of a selection', async () => {
  const { rows } = (await server.call('listDevices', {}, estate.as)).data;
  const chosen = rows.filter(({ name }) => name !== 'plain, "quoted"').map(({ deviceUUID }) => deviceUUID);
  const exported = (as: string) =>
    server.call('exportDevices', { format: 'csv', columns: ['name'], deviceUUIDs: chosen }, { as });
  const all = await exported(estate.owner.token);
  expect(await (await fetched(all.data.url, estate.owner)).text()).toBe("Name\r\n'=cmd|calc\r\nswitch\r\n");
  const observer = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.bar] });
  const some = await exported(observer.token);
  expect(await (await fetched(some.data.url, observer)).text()).toBe('Name\r\nswitch\r\n');
});

test('an observer exports visible devices', async () => {
  const observer = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.bar] });
  const { data } = await server.call(
    'exportDevices',
    { format: 'csv', columns: ['name'] },
    { as: observer.token },
  );
  expect(data.rows).toBe(1);
  expect(await (await fetched(data.url, observer)).text()).toBe('Name\r\nswitch\r\n');
});
