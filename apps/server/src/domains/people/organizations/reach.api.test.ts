import { errorKeyOf, OK } from '@airloom/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { unknownSelection } from './index.ts';

let server: TestServer;
let owner: Person;
let hotels: string;
let schools: string;
let lobby: string;
let bar: string;
let library: string;

const place = { countryCode: 'PL', timeZone: 'UTC+01:00' };

beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  const made = await server.call(
    'createEnterprise',
    { name: 'Hotels', address: 'Secret Lane' },
    { as: owner.token },
  );
  hotels = made.data.enterpriseUUID;
  schools = await buildOrganization(server, owner, 'Schools');
  await buildOrganization(server, owner, 'Empty');
  lobby = await buildSite(server, owner, hotels, 'Lobby');
  bar = await buildSite(server, owner, hotels, 'Bar');
  library = await buildSite(server, owner, schools, 'Library');
});
afterAll(() => server.stop());

async function seenBy(as: string) {
  const [tree, flat, enterprises, sites] = await Promise.all([
    server.call('getEnterprise', {}, { as }),
    server.call('getAllSiteName', {}, { as }),
    server.call('listEnterprises', {}, { as }),
    server.call('listSites', {}, { as }),
  ]);
  return {
    tree: tree.data.trees.map((node) => [node.enterprisename, node.sites.map((site) => site.sitename)]),
    flat: flat.data.map((site) => site.siteName),
    enterprises: enterprises.data.rows.map((row) => [row.name, row.address, row.siteCount]),
    enterpriseTotal: enterprises.data.total,
    sites: sites.data.rows.map((row) => row.name),
    siteTotal: sites.data.total,
  };
}

describe('a person with an organization', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await buildMember(server, owner, 'organizationAdministrator', { enterpriseIds: [hotels] });
  });

  test('sees it and its sites, nothing else', async () => {
    expect(await seenBy(admin.token)).toEqual({
      tree: [['Hotels', ['Bar', 'Lobby']]],
      flat: ['Bar', 'Lobby'],
      enterprises: [['Hotels', 'Secret Lane', 2]],
      enterpriseTotal: 1,
      sites: ['Bar', 'Lobby'],
      siteTotal: 2,
    });
  });

  test('changes it, and creates, moves and deletes sites only within it', async () => {
    const as = admin.token;
    const denied = [
      await server.call('createEnterprise', { name: 'More' }, { as }),
      await server.call('deleteEnterprise', { enterpriseUUID: hotels }, { as }),
      await server.call('restore', { kind: 'organization', id: hotels }, { as }),
    ];
    expect(denied.map((answer) => errorKeyOf(answer.code))).toEqual(denied.map(() => 'permissionDenied'));
    const missing = [
      await server.call('updateEnterprise', { enterpriseUUID: schools, name: 'Mine' }, { as }),
      await server.call('createSite', { ...place, enterpriseUUID: schools, name: 'Gym' }, { as }),
      await server.call('deleteSite', { siteUUID: library }, { as }),
      await server.call(
        'updateSite',
        { ...place, siteUUID: library, enterpriseUUID: hotels, name: 'Stolen' },
        { as },
      ),
      await server.call(
        'updateSite',
        { ...place, siteUUID: lobby, enterpriseUUID: schools, name: 'Lobby' },
        { as },
      ),
    ];
    expect(missing.map((answer) => errorKeyOf(answer.code))).toEqual(missing.map(() => 'notFound'));
    const pool = await server.call('createSite', { ...place, enterpriseUUID: hotels, name: 'Pool' }, { as });
    const allowed = [
      pool,
      await server.call('deleteSite', { siteUUID: pool.data.siteUUID }, { as }),
      await server.call('restore', { kind: 'site', id: pool.data.siteUUID }, { as }),
      await server.call('deleteSite', { siteUUID: pool.data.siteUUID }, { as }),
      await server.call(
        'updateEnterprise',
        { enterpriseUUID: hotels, name: 'Hotels', address: 'New Lane' },
        { as },
      ),
      await server.call(
        'updateEnterprise',
        { enterpriseUUID: hotels, name: 'Hotels', address: 'Secret Lane' },
        { as },
      ),
    ];
    expect(allowed.map((answer) => answer.code)).toEqual(allowed.map(() => OK));
  });
});

describe('a person with a site', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await buildMember(server, owner, 'siteAdministrator', { siteIds: [lobby] });
  });

  test('sees it, and of its organization only the name', async () => {
    expect(await seenBy(admin.token)).toEqual({
      tree: [['Hotels', ['Lobby']]],
      flat: ['Lobby'],
      enterprises: [['Hotels', '', 1]],
      enterpriseTotal: 1,
      sites: ['Lobby'],
      siteTotal: 1,
    });
    const bySecret = await server.call('listEnterprises', { search: 'secret' }, { as: admin.token });
    expect(bySecret.data.total).toBe(0);
  });

  test('may change it, but not create, move, delete or restore', async () => {
    const as = admin.token;
    const denied = [
      await server.call('createSite', { ...place, enterpriseUUID: hotels, name: 'Pool' }, { as }),
      await server.call('deleteSite', { siteUUID: lobby }, { as }),
      await server.call('restore', { kind: 'site', id: lobby }, { as }),
      await server.call(
        'updateSite',
        { ...place, siteUUID: lobby, enterpriseUUID: schools, name: 'Lobby' },
        { as },
      ),
    ];
    expect(denied.map((answer) => errorKeyOf(answer.code))).toEqual(denied.map(() => 'permissionDenied'));
    const other = await server.call(
      'updateSite',
      { ...place, siteUUID: bar, enterpriseUUID: hotels, name: 'Mine' },
      { as },
    );
    expect(errorKeyOf(other.code)).toBe('notFound');
    const own = { ...place, siteUUID: lobby, enterpriseUUID: hotels, name: 'Lobby' };
    expect((await server.call('updateSite', { ...own, remark: 'Seen to' }, { as })).code).toBe(OK);
    expect((await server.call('updateSite', own, { as })).code).toBe(OK);
  });

  test('sees it in the recycle bin, and no others there', async () => {
    const cellar = await buildSite(server, owner, hotels, 'Cellar');
    const attic = await buildSite(server, owner, hotels, 'Attic');
    const keeper = await buildMember(server, owner, 'siteAdministrator', { siteIds: [cellar] });
    for (const siteUUID of [cellar, attic]) {
      await server.call('deleteSite', { siteUUID }, { as: owner.token });
    }
    const { data } = await server.call('listBin', {}, { as: keeper.token });
    expect(data).toMatchObject({
      total: 1,
      rows: [
        { id: cellar, kind: 'site', name: 'Cellar', enterpriseName: 'Hotels', deletedBy: owner.userName },
      ],
    });
  });

  test('a person without any site sees nothing', async () => {
    const nobody = await buildMember(server, owner, 'siteOperator');
    expect(await seenBy(nobody.token)).toEqual({
      tree: [],
      flat: [],
      enterprises: [],
      enterpriseTotal: 0,
      sites: [],
      siteTotal: 0,
    });
  });
});

test('the owner sees organizations without sites too', async () => {
  const { tree } = await seenBy(owner.token);
  expect(tree).toEqual([
    ['Empty', []],
    ['Hotels', ['Bar', 'Lobby']],
    ['Schools', ['Library']],
  ]);
});

test('nobody can grant what is beyond their reach', async () => {
  const nowhere = '01890000-0000-7000-8000-000000000000';
  const selection = { enterpriseIds: [hotels, schools, nowhere], siteIds: [lobby, library, nowhere] };
  const unknownTo = (reach: Parameters<typeof unknownSelection>[1]['reach']) =>
    server.platform.database.withTenant(owner, (tx) =>
      unknownSelection(tx, { tenant: owner.tenant, reach }, selection),
    );
  expect(await unknownTo({ kind: 'all' })).toEqual([nowhere, nowhere]);
  expect(await unknownTo({ kind: 'enterprises', ids: [hotels] })).toEqual([
    schools,
    nowhere,
    library,
    nowhere,
  ]);
  expect(await unknownTo({ kind: 'sites', ids: [lobby] })).toEqual([
    hotels,
    schools,
    nowhere,
    library,
    nowhere,
  ]);
});
