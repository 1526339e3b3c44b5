import { ERRORS } from '@airloom/contract/errors';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import { buildTerminal } from '../../../../testing/terminal-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;
let north: string;
let harbour: string;
let hill: string;
let pier: string;
let top: string;
const start = Date.now();
const ago = (ms: number) => new Date(start - ms);

const [phone, laptop, till, faint] = [
  'a4:83:e7:00:00:01',
  'a4:83:e7:00:00:02',
  'a4:83:e7:00:00:03',
  '02:11:22:33:44:55',
] as const;

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  north = await buildOrganization(server, owner, 'North');
  harbour = await buildSite(server, owner, north, 'Harbour');
  hill = await buildSite(server, owner, await buildOrganization(server, owner, 'South'), 'Hill');
  pier = (await buildDevice(server, owner, { siteId: harbour, name: 'Pier', status: 'online' })).id;
  top = (await buildDevice(server, owner, { siteId: hill, name: 'Top', status: 'online' })).id;
  const at = { siteId: harbour, deviceId: pier };
  await buildTerminal(server, owner, {
    ...at,
    mac: phone,
    hostname: 'iphone-7',
    ip: '10.0.0.10',
    signal: -52,
    startedAt: ago(HOUR),
    rx: 10,
    tx: 500,
  });
  await buildTerminal(server, owner, {
    ...at,
    mac: laptop,
    hostname: 'Zebra',
    ip: '10.0.0.9',
    ssid: 'Guests',
    band: '2G',
    signal: -78,
    startedAt: ago(MINUTE),
    rx: 900,
  });
  await buildTerminal(server, owner, { ...at, mac: till, name: 'Till 3', band: null, startedAt: ago(DAY) });
  await buildTerminal(server, owner, {
    siteId: hill,
    deviceId: top,
    mac: faint,
    signal: -90,
    startedAt: ago(2 * HOUR),
  });
  await buildTerminal(server, owner, {
    ...at,
    mac: 'a4:83:e7:00:00:99',
    hostname: 'gone',
    startedAt: ago(DAY),
    endedAt: ago(HOUR),
  });
});
afterAll(() => server.stop());

const macs = async (input: object, as = owner.token) => {
  const { data } = await server.call('listOnlineTerminals', input, { as });
  expect(data.total).toBe(data.rows.length);
  return data.rows.map(({ mac }) => mac);
};

test('lists online clients only, by place, device, network, band and signal', async () => {
  expect(await macs({})).toEqual([laptop, phone, faint, till]);
  expect(await macs({ enterpriseUUID: north })).toEqual([laptop, phone, till]);
  expect(await macs({ siteUUID: hill })).toEqual([faint]);
  expect(await macs({ deviceUUID: top })).toEqual([faint]);
  expect(await macs({ ssid: 'Guests' })).toEqual([laptop]);
  expect(await macs({ band: '2G' })).toEqual([laptop]);
  expect(await macs({ band: 'wired' })).toEqual([till]);
  expect(await macs({ signalMost: -75 })).toEqual([laptop, faint]);
});

test.each([
  ['a4-83-E7-00-00-01', [phone]],
  ['a483.e700.0001', [phone]],
  ['A483E7', [laptop, phone, till]],
  ['02:11', [faint]],
  ['11:22', [faint]],
  ['10.0.0.1', [phone]],
  ['zeb', [laptop]],
  ['till', [till]],
  ['gone', []],
  ['100%', []],
] as const)('searching for %s', async (search, found) => {
  expect(await macs({ search })).toEqual(found);
});

test.each([
  ['name', [faint, phone, till, laptop]],
  ['-name', [laptop, till, phone, faint]],
  ['ip', [laptop, phone]],
  ['-ip', [phone, laptop]],
  ['-downBytes', [phone]],
  ['-upBytes', [laptop, phone]],
  ['signal', [faint, laptop, phone, till]],
  ['-signal', [phone, laptop, faint, till]],
  ['startedAt', [till, faint, phone, laptop]],
] as const)('sorted by %s', async (sort, order) => {
  expect((await macs({ sort })).slice(0, order.length)).toEqual(order);
  // Every address contains it, and it is too short for an index.
  expect((await macs({ sort, search: '0' })).slice(0, order.length)).toEqual(order);
});

test('pages through the matches of a text that is too short for an index', async () => {
  const input = { search: '0', size: 3 };
  const page = async (number: number) =>
    (await server.call('listOnlineTerminals', { ...input, page: number }, { as: owner.token })).data;
  const [first, second] = [await page(1), await page(2)];
  expect([first.total, second.total, first.isPartial]).toEqual([4, 4, false]);
  expect([...first.rows, ...second.rows].map(({ mac }) => mac)).toEqual([laptop, phone, faint, till]);
});

test('lists only the clients of one site for its operator, and refuses changes with view permission', async () => {
  const elsewhere = await buildMember(server, owner, 'siteObserver', { siteIds: [hill] });
  expect(await macs({}, elsewhere.token)).toEqual([faint]);
  const counts = await server.call('onlineCounts', {}, { as: elsewhere.token });
  expect(counts.data.total).toBe(1);
  const looking = await server.call('viewTerminal', { mac: phone }, { as: elsewhere.token });
  expect(looking.code).toBe(40400);
  const renaming = await server.call('renameTerminal', { mac: faint, name: 'x' }, { as: elsewhere.token });
  expect(renaming.code).toBe(40300);
});

test('counts clients by band, network and weak signal', async () => {
  const { data } = await server.call('onlineCounts', {}, { as: owner.token });
  expect({ ...data, bands: new Map(data.bands.map(({ band, terminals }) => [band, terminals])) }).toEqual({
    total: 4,
    weak: 2,
    bands: new Map([
      ['5G', 2],
      ['2G', 1],
      [null, 1],
    ]),
    ssids: [
      { ssid: 'Office', terminals: 2 },
      { ssid: 'Guests', terminals: 1 },
    ],
  });
  const there = await server.call('onlineCounts', { siteUUID: hill }, { as: owner.token });
  expect([there.data.total, there.data.weak]).toEqual([1, 1]);
});

async function refuse(deviceId: string, siteId: string, mac: string, at: Date): Promise<void> {
  const details = { client: { mac, ssid: 'Office' }, reason: 'key-mismatch' };
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into device_log (tenant_id, id, device_id, site_id, at, type, severity, details)
      values (${owner.tenant}, gen_random_uuid(), ${deviceId}, ${siteId}, ${at}, 'clientRefused', 4,
              ${JSON.stringify(details)}::jsonb)`),
  );
}

test('returns hints for recent refusals, roaming and a slower band', async () => {
  const mac = 'a4:83:e7:00:00:08';
  const visitId = crypto.randomUUID();
  const at = { siteId: harbour, deviceId: pier, mac, visitId };
  for (let roam = 6; roam > 0; roam -= 1) {
    const startedAt = ago(roam * 5 * MINUTE);
    await buildTerminal(server, owner, { ...at, startedAt, endedAt: ago((roam - 1) * 5 * MINUTE) });
  }
  await buildTerminal(server, owner, { ...at, band: '2G', startedAt: ago(0) });
  await refuse(pier, harbour, mac, ago(3 * HOUR));
  await refuse(pier, harbour, mac, ago(25 * HOUR));
  const hints = async () =>
    (await server.call('viewTerminal', { mac }, { as: owner.token })).data.hints.map(({ hint, value }) => [
      hint,
      value,
    ]);
  expect(await hints()).toEqual([
    ['slowBand', null],
    ['roamsOften', 6],
    ['refused', 1],
  ]);
});

test('returns sessions, refusals with reasons and hourly figures of a client', async () => {
  const mac = 'a4:83:e7:00:00:0a';
  const hour = new Date(Math.floor((start - 5 * HOUR) / HOUR) * HOUR);
  await buildTerminal(server, owner, {
    siteId: harbour,
    deviceId: pier,
    mac,
    startedAt: hour,
    endedAt: ago(3 * HOUR),
  });
  await buildTerminal(server, owner, {
    siteId: hill,
    deviceId: top,
    mac,
    startedAt: ago(3 * DAY),
    endedAt: ago(2 * DAY),
  });
  await refuse(pier, harbour, mac, ago(4 * HOUR));
  await refuse(top, hill, mac, ago(50 * HOUR));
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into terminal_1h (tenant_id, mac, hour, site_id, device_id, ssid, band, rx_bytes, tx_bytes, packets,
        retries, signal_sum, heard_seconds, seconds)
      values (${owner.tenant}, ${mac}, ${hour}, ${harbour}, ${pier}, 'Office', '5G', 10, 20, 100, 25, -120, 2, 1800),
             (${owner.tenant}, ${mac}, ${hour}, ${hill}, ${top}, 'Office', '2G', 1, 2, 0, 0, -90, 1, 60)`),
  );
  const timeline = async (range: 'day' | 'week', as = owner.token) =>
    (await server.call('terminalTimeline', { mac, range }, { as })).data;
  const day = await timeline('day');
  expect(day.sessions.map(({ deviceName }) => deviceName)).toEqual(['Pier']);
  expect(day.refusals).toMatchObject([{ device: { name: 'Pier' }, ssid: 'Office', reason: 'key-mismatch' }]);
  expect(day.slots).toEqual([
    {
      at: hour.toISOString(),
      upBytes: 11,
      downBytes: 22,
      signalMean: -70,
      downRateKbps: null,
      retryPercent: 25,
    },
  ]);
  const week = await timeline('week');
  expect(week.sessions.map(({ deviceName }) => deviceName)).toEqual(['Pier', 'Top']);
  expect(week.refusals).toHaveLength(2);
  const elsewhere = await buildMember(server, owner, 'siteObserver', { siteIds: [hill] });
  const seen = await timeline('week', elsewhere.token);
  expect(seen.sessions.map(({ deviceName }) => deviceName)).toEqual(['Top']);
  expect(seen.refusals.map(({ device }) => device.name)).toEqual(['Top']);
  expect(seen.slots).toMatchObject([{ upBytes: 1, signalMean: -90, retryPercent: null }]);
});

test('undoes a rename only while the name is the one that was set', async () => {
  const as = { as: owner.token };
  const rename = (name: string, expectedName?: string) =>
    server.call('renameTerminal', { mac: laptop, name, expectedName }, as);
  const nameNow = async () => (await server.call('viewTerminal', { mac: laptop }, as)).data.name;
  await rename('First');
  await rename('Second');
  expect((await rename('', 'First')).code).toBe(ERRORS.undoOutdated.code);
  expect(await nameNow()).toBe('Second');
  expect((await rename('', 'Second')).code).toBe(0);
  expect(await nameNow()).toBe('');
});

test('finds, shows, logs and removes a client name', async () => {
  const as = { as: owner.token };
  expect((await server.call('renameTerminal', { mac: laptop, name: ' Front otherBuilder ' }, as)).code).toBe(
    0,
  );
  expect((await server.call('renameTerminal', { mac: laptop, name: 'Front otherBuilder' }, as)).code).toBe(2);
  expect(await macs({ search: 'front' })).toEqual([laptop]);
  const { data } = await server.call('listOnlineTerminals', { search: 'front' }, as);
  expect(data.rows[0]).toMatchObject({ name: 'Front otherBuilder', hostname: 'Zebra' });
  const log = await server.call('listOperations', {}, as);
  expect(log.data.rows[0]).toMatchObject({
    call: 'renameTerminal',
    objects: [{ kind: 'client', id: laptop, name: displayMac(laptop) }],
  });
  expect(firstChanges(log.data.rows[0])).toEqual({ name: [null, 'Front otherBuilder'] });
  await server.call('renameTerminal', { mac: laptop, name: '' }, as);
  expect(await macs({ search: 'front' })).toEqual([]);
});
