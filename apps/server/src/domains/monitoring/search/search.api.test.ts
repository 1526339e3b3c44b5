import { SEARCH_LIMITS } from '@airloom/contract/search/search.limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { buildPersonWith } from '../../../testing/role-builders.ts';
import { buildTerminal } from '../../../testing/terminal-builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMembership } from '../../people/access/index.ts';

let server: TestServer;
let owner: Person;
let harbour: string;
let hill: string;
const MAC = 'a4:83:e7:00:00:01';

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  harbour = await buildSite(
    server,
    owner,
    await buildOrganization(server, owner, 'Lima North'),
    'Lima Harbour',
  );
  hill = await buildSite(server, owner, await buildOrganization(server, owner, 'South'), 'Hill');
  const pier = await buildDevice(server, owner, { siteId: harbour, name: 'Lima Pier', status: 'online' });
  await buildDevice(server, owner, { siteId: null, name: 'Lima spare' });
  await buildTerminal(server, owner, {
    siteId: harbour,
    deviceId: pier.id,
    mac: MAC,
    hostname: 'lima-phone',
  });
});
afterAll(() => server.stop());

const search = async (text: string, as: Person = owner) =>
  (await server.call('searchEverything', { search: text }, { as: as.token })).data;

test('finds some of every kind that contain the text', async () => {
  const found = await search('lima');
  expect(found.clients.map(({ mac }) => mac)).toEqual([MAC]);
  expect(found.devices.map(({ name }) => name)).toEqual(['Lima Pier']);
  expect(found.unclaimed.map(({ name }) => name)).toEqual(['Lima spare']);
  expect(found.sites).toEqual([{ siteUUID: harbour, name: 'Lima Harbour', enterpriseName: 'Lima North' }]);
  expect(found.organizations.map(({ name }) => name)).toEqual(['Lima North']);
  expect((await search(owner.userName)).people.map(({ userName }) => userName)).toEqual([owner.userName]);
});

test.each(['A4-83-E7-00-00-01', 'a483e7000001', 'A483.E700.0001', 'a4:83:e7'])(
  'finds a client by %s',
  async (text) => {
    expect((await search(text)).clients.map(({ mac }) => mac)).toEqual([MAC]);
  },
);

test('finds nothing for a text that is too short', async () => {
  expect((await search('l')).sites).toEqual([]);
});

test('finds nothing beyond the reach and the permissions of a person', async () => {
  const elsewhere = await buildMember(server, owner, 'siteOperator', { siteIds: [hill] });
  const nothing = {
    clients: [],
    devices: [],
    unclaimed: [],
    tags: [],
    sites: [],
    organizations: [],
    people: [],
    alarms: [],
  };
  expect(await search('lima', elsewhere)).toEqual(nothing);
  expect(await search(MAC, elsewhere)).toEqual(nothing);
  const ofSites = await buildPersonWith(server, owner, ['site_manage'], { siteUUIDs: [harbour] });
  expect(await search('lima', ofSites)).toMatchObject({
    clients: [],
    devices: [],
    people: [],
    alarms: [],
    sites: [{ name: 'Lima Harbour' }],
  });
  expect((await search(owner.userName, ofSites)).people).toEqual([]);
});

test('finds a person with several roles once', async () => {
  await server.platform.database.asSystem(async (tx) => {
    const { role_id: had } = (await tx.first(sql<{ role_id: string }>`
      select role_id from membership where id = ${owner.membershipId}`)) ?? { role_id: '' };
    const other = await tx.first(sql<{ id: string }>`
      select id from role where tenant_id = ${owner.tenant} and id <> ${had} limit 1`);
    await addMembership(tx, {
      tenant: owner.tenant,
      managerId: owner.managerId,
      roleId: other?.id ?? '',
      alias: owner.userName,
      owner: false,
      enterpriseIds: [],
      siteIds: [],
    });
  });
  expect((await search(owner.userName)).people.map(({ userName }) => userName)).toEqual([owner.userName]);
});

test('returns at most a few of each kind', async () => {
  for (let index = 0; index < SEARCH_LIMITS.eachMax + 2; index += 1)
    await buildDevice(server, owner, { siteId: hill, name: `Kilo ${index}` });
  expect((await search('kilo')).devices).toHaveLength(SEARCH_LIMITS.eachMax);
});
