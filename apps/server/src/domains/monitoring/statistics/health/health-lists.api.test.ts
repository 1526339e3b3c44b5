import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTurn } from '../../../../platform/database/in-turn.ts';
import { buildAlarm } from '../../../../testing/alarm-builders.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';

let server: TestServer;
let owner: Person;
let [north, south] = ['', ''];
let [harbour, market, mill] = ['', '', ''];

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  north = await buildOrganization(server, owner, 'North');
  south = await buildOrganization(server, owner, 'South');
  harbour = await buildSite(server, owner, north, 'Harbour');
  market = await buildSite(server, owner, north, 'Market');
  mill = await buildSite(server, owner, south, 'Mill');
  await buildDevices(server, owner, [
    { siteId: harbour, status: 'online' },
    { siteId: harbour },
    { siteId: harbour, kind: 'switch', status: 'online' },
    { siteId: market, status: 'online' },
  ]);
  await buildAlarm(server, owner, { siteId: mill, siteName: 'Mill', level: 'urgent' });
});
afterAll(() => server.stop());

const sites = async (person: Person, input: object = {}) =>
  (await server.call('listSiteHealth', input, { as: person.token })).data;
const organizations = async (person: Person, input: object = {}) =>
  (await server.call('listOrganizationHealth', input, { as: person.token })).data;
const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name);

test('lists sites worst first with their figures', async () => {
  const { total, rows } = await sites(owner);
  expect(total).toBe(3);
  expect(rows).toMatchObject([
    {
      name: 'Mill',
      enterpriseName: 'South',
      state: 'trouble',
      devices: 0,
      alarms: 1,
      levels: { urgent: 1, notice: 0 },
    },
    { name: 'Harbour', state: 'attention', devices: 3, online: 2, offline: 1, alarms: 0, level: null },
    { name: 'Market', state: 'well', devices: 1, online: 1, offline: 0, outdated: 0, trafficBytes: 0 },
  ]);
});

test('sorts, searches, pages and narrows to a scope', async () => {
  expect(names(await sites(owner, { sort: '-devices' }))).toEqual(['Harbour', 'Market', 'Mill']);
  expect(names(await sites(owner, { sort: 'offline' }))).toEqual(['Market', 'Mill', 'Harbour']);
  expect(names(await sites(owner, { sort: 'name', size: 2, page: 2 }))).toEqual(['Mill']);
  expect(await sites(owner, { search: 'ark' })).toMatchObject({ total: 1, rows: [{ name: 'Market' }] });
  expect(names(await sites(owner, { enterpriseUUID: north }))).toEqual(['Harbour', 'Market']);
  expect(names(await sites(owner, { siteUUID: mill }))).toEqual(['Mill']);
  expect(names(await organizations(owner, { siteUUID: mill }))).toEqual(['South']);
});

test('figures follow changes, also of the tree', async () => {
  const lonely = await buildOrganization(server, owner, 'Lonely');
  const pier = await buildSite(server, owner, lonely, 'Pier');
  expect(await organizations(owner, { search: 'lone' })).toMatchObject({
    rows: [{ siteCount: 1, state: 'empty' }],
  });
  await buildDevices(server, owner, [{ siteId: pier }]);
  expect(await sites(owner, { siteUUID: pier })).toMatchObject({ rows: [{ state: 'trouble', offline: 1 }] });
  expect(await organizations(owner, { enterpriseUUID: lonely })).toMatchObject({
    rows: [{ siteCount: 1, state: 'trouble', offline: 1, sitesInTrouble: 1, sitesNeedingAttention: 0 }],
  });
});

test('an organization sums up its sites and has the state of the worst', async () => {
  expect(await organizations(owner, { search: 'north' })).toMatchObject({
    rows: [{ siteCount: 2, state: 'attention', devices: 4, online: 3, offline: 1, sitesNeedingAttention: 1 }],
  });
});

test('a person with single sites sees only these in lists, searches, counts and sums', async () => {
  const operator = await buildMember(server, owner, 'siteAdministrator', { siteIds: [market] });
  expect(await sites(operator)).toMatchObject({ total: 1, rows: [{ name: 'Market' }] });
  expect(await sites(operator, { search: 'Harbour' })).toEqual({ total: 0, rows: [], counting: false });
  expect(await sites(operator, { siteUUID: harbour })).toEqual({ total: 0, rows: [], counting: false });
  expect(await sites(operator, { enterpriseUUID: south })).toEqual({ total: 0, rows: [], counting: false });
  const administrator = await buildMember(server, owner, 'organizationAdministrator', {
    enterpriseIds: [south],
  });
  expect(await organizations(administrator)).toMatchObject({
    total: 1,
    rows: [{ name: 'South', alarms: 1 }],
  });
  expect(await sites(administrator)).toMatchObject({ total: 1, rows: [{ name: 'Mill' }] });
});

test('a role sees figures of its device classes only', async () => {
  const { data } = await server.call(
    'createRole',
    { name: 'Switches', permissions: ['site_manage', 'org_manage', 'switch_device'] },
    { as: owner.token },
  );
  const person = await buildMember(server, owner, 'siteObserver', { siteIds: [harbour, mill] });
  await server.call(
    'updateSubAccount',
    { subAccountUUID: person.membershipId, roleUUID: data.roleUUID, reach: { siteUUIDs: [harbour, mill] } },
    { as: owner.token },
  );
  expect((await sites(person, { sort: 'name' })).rows).toMatchObject([
    {
      name: 'Harbour',
      state: 'unknown',
      devices: 1,
      online: 1,
      offline: 0,
      alarms: null,
      trafficBytes: null,
    },
    { name: 'Mill', state: 'unknown', devices: 0, alarms: null, levels: null, level: null },
  ]);
  expect((await organizations(person, { sort: 'name' })).rows).toMatchObject([
    { name: 'North', siteCount: 1, devices: 1, state: 'unknown' },
    { name: 'South', siteCount: 1, devices: 0, state: 'unknown' },
  ]);
});

test('shows the traffic of the last 24 hours by hour', async () => {
  const hour = new Date(Math.floor(server.platform.now().getTime() / 3_600_000) * 3_600_000 - 2 * 3_600_000);
  const other = await buildAccount(server);
  const organization = await buildOrganization(server, other, 'West');
  const siteId = await buildSite(server, other, organization, 'Quay');
  await server.platform.database.withTenant(other, (tx) =>
    tx.run(
      sql`insert into site_1h (tenant_id, site_id, hour, rx_bytes, tx_bytes, clients_avg, clients_max, reports)
          values (${other.tenant}, ${siteId}, ${hour}, 700, 300, 1, 1, 1)`,
    ),
  );
  const [row] = (await sites(other)).rows;
  expect(row?.trafficBytes).toBe(1_000);
  expect(row?.trafficByHour).toHaveLength(24);
  expect(row?.trafficByHour?.[21]).toBe(1_000);
  expect((await organizations(other)).rows[0]?.trafficByHour?.[21]).toBe(1_000);
});

test('a large account is listed at once, and its figures follow', async () => {
  const large = await buildAccount(server);
  const organization = await buildOrganization(server, large, 'Chain');
  const site = await buildSite(server, large, organization, 'First');
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into site (tenant_id, id, enterprise_id, name, country_code, time_zone)
      select tenant_id, gen_random_uuid(), enterprise_id, 'Shop ' || n, country_code, time_zone
      from site, generate_series(1, 500) n where id = ${site}`),
  );
  await buildDevices(server, large, [{ siteId: site, status: 'online' }]);
  const counted = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  // Another count is running, for as long as this takes.
  const running = server.platform.database.asSystem(async (tx) => {
    await inTurn(tx, large, 'health figures');
    held.resolve();
    await counted.promise;
  });
  await held.promise;
  try {
    expect(await sites(large)).toMatchObject({ total: 501, counting: true });
    expect(await organizations(large)).toMatchObject({ total: 1, counting: true });
  } finally {
    counted.resolve();
    await running;
  }
  await expect
    .poll(() => sites(large, { sort: '-devices' }), WITHIN)
    .toMatchObject({
      counting: false,
      rows: expect.arrayContaining([expect.objectContaining({ name: 'First', devices: 1, state: 'well' })]),
    });
});
