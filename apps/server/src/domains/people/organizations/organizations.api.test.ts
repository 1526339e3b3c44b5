import type { InputOf } from '@airloom/contract/call';
import { errorKeyOf, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { LANGUAGES } from '@airloom/contract/languages';
import type { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../testing/builders.ts';
import { firstChanges } from '../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
});

const place = { countryCode: 'PL', timeZone: 'UTC+01:00' };

type ListInput = InputOf<typeof organizationCalls.listEnterprises>;
const list = async (input: ListInput) =>
  (await server.call('listEnterprises', input, { as: owner.token })).data;

describe('organizations', () => {
  test('are listed with their stored fields and their number of sites', async () => {
    const made = await server.call(
      'createEnterprise',
      { name: '  Northern Hotels ', address: '1 Quay' },
      { as: owner.token },
    );
    await buildSite(server, owner, made.data.enterpriseUUID, 'One');
    await buildSite(server, owner, made.data.enterpriseUUID, 'Two');
    const { data } = await server.call('listEnterprises', {}, { as: owner.token });
    expect(data.total).toBe(1);
    expect(data.rows[0]).toMatchObject({
      enterpriseUUID: made.data.enterpriseUUID,
      name: 'Northern Hotels',
      address: '1 Quay',
      siteCount: 2,
    });
  });

  test('have unique names within the account, ignoring case', async () => {
    await buildOrganization(server, owner, 'Hotels');
    const again = await server.call('createEnterprise', { name: 'HOTELS' }, { as: owner.token });
    expect(errorKeyOf(again.code)).toBe('organizationNameTaken');
    const other = await buildOrganization(server, owner, 'Schools');
    const renamed = await server.call(
      'updateEnterprise',
      { enterpriseUUID: other, name: 'hotels' },
      { as: owner.token },
    );
    expect(errorKeyOf(renamed.code)).toBe('organizationNameTaken');
    const neighbour = await buildAccount(server);
    const there = await server.call('createEnterprise', { name: 'Hotels' }, { as: neighbour.token });
    expect(there.code).toBe(OK);
  });

  test('created twice concurrently with one name: one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => server.call('createEnterprise', { name: 'Race' }, { as: owner.token })),
    );
    expect(answers.filter((answer) => answer.code === OK)).toHaveLength(1);
    expect(answers.filter((answer) => errorKeyOf(answer.code) === 'organizationNameTaken')).toHaveLength(5);
  });

  test('that did not change are not logged', async () => {
    const id = await buildOrganization(server, owner, 'Same');
    const input = { enterpriseUUID: id, name: 'Same', address: '' };
    const same = await server.call('updateEnterprise', input, { as: owner.token });
    expect(same.code).toBe(OK_NOTHING_CHANGED);
    const operations = await server.call('listOperations', { call: 'updateEnterprise' }, { as: owner.token });
    expect(operations.data.total).toBe(0);
  });

  test('that change are logged with old and new value', async () => {
    const id = await buildOrganization(server, owner, 'Old name');
    await server.call(
      'updateEnterprise',
      { enterpriseUUID: id, name: 'New name', address: 'There' },
      { as: owner.token },
    );
    const { data } = await server.call('listOperations', { call: 'updateEnterprise' }, { as: owner.token });
    expect(data.rows).toMatchObject([
      {
        userName: owner.userName,
        objects: [{ kind: 'organization', id, name: 'Old name' }],
      },
    ]);
    expect(firstChanges(data.rows[0])).toEqual({
      name: ['Old name', 'New name'],
      address: [null, 'There'],
    });
  });

  test('with sites cannot be deleted', async () => {
    const id = await buildOrganization(server, owner, 'Full');
    const site = await buildSite(server, owner, id, 'Site');
    const remove = () => server.call('deleteEnterprise', { enterpriseUUID: id }, { as: owner.token });
    expect(errorKeyOf((await remove()).code)).toBe('organizationHasSites');
    await server.call('deleteSite', { siteUUID: site }, { as: owner.token });
    expect((await remove()).code).toBe(OK);
    expect(errorKeyOf((await remove()).code)).toBe('notFound');
  });

  test('shown by the session, as a whole or by one of its sites, cannot be deleted', async () => {
    const [id, other] = [
      await buildOrganization(server, owner, 'Shown'),
      await buildOrganization(server, owner, 'Other'),
    ];
    const site = await buildSite(server, owner, id, 'Lobby');
    const show = (currentUUID: string, as = owner.token) =>
      server.call('setCurrentSite', { currentUUID }, { as });
    const remove = (as = owner.token) => server.call('deleteEnterprise', { enterpriseUUID: id }, { as });
    expect((await show(site)).code).toBe(OK);
    expect(errorKeyOf((await remove()).code)).toBe('organizationInView');
    await server.call('deleteSite', { siteUUID: site }, { as: owner.token });
    expect((await show(id)).code).toBe(OK);
    const texts = {
      en: 'cannot be deleted',
      zh: '不能删除',
      pl: 'Nie można usunąć',
      es: 'No se puede eliminar',
    };
    for (const language of LANGUAGES) {
      const refused = await server.call(
        'deleteEnterprise',
        { enterpriseUUID: id },
        { as: owner.token, language },
      );
      expect(errorKeyOf(refused.code)).toBe('organizationInView');
      expect(refused.msg).toContain(texts[language]);
    }
    await show(other);
    expect((await remove()).code).toBe(OK);
  });

  test('shown by one session can be deleted by another and by an API key', async () => {
    const id = await buildOrganization(server, owner, 'Shared');
    await server.call('setCurrentSite', { currentUUID: id }, { as: owner.token });
    const key = await server.call(
      'createApiKey',
      { name: 'key', grants: ['org_manage', 'org_manage:operate'], expiresAt: null, password: PASSWORD },
      { as: owner.token },
    );
    const removed = await server.call('deleteEnterprise', { enterpriseUUID: id }, { as: key.data.secret });
    expect(removed.code).toBe(OK);
    const refused = await server.call('setCurrentSite', { currentUUID: id }, { as: key.data.secret });
    expect(errorKeyOf(refused.code)).toBe('permissionDenied');
  });

  test('are searched literally, paged and sorted', async () => {
    const made = [
      ['bed', '100% Street'],
      ['A', '1000 Street'],
      ['c_d', String.raw`back\slash`],
      ['C-D', ''],
    ];
    for (const [name, address] of made) {
      await server.send('createEnterprise', { name, address }, { as: owner.token });
    }
    const names = async (input: ListInput) => (await list(input)).rows.map((row) => row.name);
    expect(await names({})).toEqual(['A', 'bed', 'C-D', 'c_d']);
    expect(await names({ sort: '-name' })).toEqual(['c_d', 'C-D', 'bed', 'A']);
    expect(await names({ sort: 'createdAt' })).toEqual(['bed', 'A', 'c_d', 'C-D']);
    expect(await names({ search: '100%' })).toEqual(['bed']);
    expect(await names({ search: 'C_D' })).toEqual(['c_d']);
    expect(await names({ search: '\\' })).toEqual(['c_d']);
    expect(await list({ page: 2, size: 3 })).toMatchObject({ total: 4, rows: [{ name: 'c_d' }] });
    expect(await list({ page: 3, size: 3 })).toEqual({ total: 4, rows: [] });
  });

  test('sort by their number of sites', async () => {
    const few = await buildOrganization(server, owner, 'Few');
    const many = await buildOrganization(server, owner, 'Many');
    await buildOrganization(server, owner, 'None');
    await buildSite(server, owner, few, 'F1');
    for (const name of ['M1', 'M2']) await buildSite(server, owner, many, name);
    const { data } = await server.call('listEnterprises', { sort: '-siteCount' }, { as: owner.token });
    expect(data.rows.map((row) => [row.name, row.siteCount])).toEqual([
      ['Many', 2],
      ['Few', 1],
      ['None', 0],
    ]);
  });
});

describe('sites', () => {
  test('are returned as they were entered', async () => {
    const enterpriseUUID = await buildOrganization(server, owner, 'Home');
    const fields = {
      enterpriseUUID,
      name: 'Old Town',
      code: 'KRK-1',
      countryCode: 'PL',
      address: 'Market Square 1',
      coordinates: { latitude: 50.0619, longitude: 19.9369 },
      timeZone: 'Asia/Kathmandu',
      ntpServer: 'pool.ntp.org',
      contactName: 'Ola',
      remark: 'second floor',
    };
    const made = await server.call('createSite', fields, { as: owner.token });
    const { data } = await server.call('listSites', { enterpriseUUID }, { as: owner.token });
    expect(data).toMatchObject({
      total: 1,
      rows: [{ siteUUID: made.data.siteUUID, enterpriseName: 'Home', ...fields }],
    });
    await buildSite(server, owner, enterpriseUUID, 'New Town');
    const alone = await server.call('listSites', { siteUUID: made.data.siteUUID }, { as: owner.token });
    expect(alone.data.rows.map(({ name }) => name)).toEqual(['Old Town']);
    const lost = await server.call('listSites', { enterpriseUUID, withoutPlace: true }, { as: owner.token });
    expect(lost.data.rows.map(({ name }) => name)).toEqual(['New Town']);
    const same = { siteUUID: made.data.siteUUID, ...fields };
    expect((await server.call('updateSite', same, { as: owner.token })).code).toBe(OK_NOTHING_CHANGED);
    const moved = await server.call('updateSite', { ...same, coordinates: null }, { as: owner.token });
    expect(moved.code).toBe(OK);
    const after = await server.call('listSites', { siteUUID: same.siteUUID }, { as: owner.token });
    expect(after.data.rows[0]?.coordinates).toBeNull();
  });

  test.each([
    ['Europe/Warsaw', 'Europe/Warsaw'],
    ['asia/calcutta', 'Asia/Kolkata'],
    ['UTC+08:00', 'Etc/GMT-8'],
    ['UTC+05:45', 'Asia/Kathmandu'],
    ['UTC+12:45', '+12:45'],
    ['UTC+00:00', 'UTC'],
  ])('have a time zone: %s is stored as %s', async (timeZone, stored) => {
    const enterpriseUUID = await buildOrganization(server, owner, timeZone);
    const fields = { enterpriseUUID, name: 'Lobby', countryCode: 'PL', timeZone };
    const { data } = await server.call('createSite', fields, { as: owner.token });
    const { siteUUID } = data;
    const { data: sites } = await server.call('listSites', { siteUUID }, { as: owner.token });
    expect(sites.rows[0]?.timeZone).toBe(stored);
    const same = await server.call('updateSite', { ...fields, siteUUID }, { as: owner.token });
    expect(same.code).toBe(OK_NOTHING_CHANGED);
  });

  test.each(['', 'UTC+8', 'EST', 'Warsaw', 'Europe/Atlantis', '+08:00'])(
    'refuse the time zone "%s"',
    async (timeZone) => {
      const enterpriseUUID = await buildOrganization(server, owner, 'Refused');
      const fields = { enterpriseUUID, name: 'Lobby', countryCode: 'PL', timeZone };
      const answer = await server.call('createSite', fields, { as: owner.token });
      expect(errorKeyOf(answer.code)).toBe('invalidInput');
      expect(answer.failure.fields).toEqual({ timeZone: { key: 'validation.timeZone', values: {} } });
    },
  );

  test('have unique names within the organization, and unique codes within the account', async () => {
    const first = await buildOrganization(server, owner, 'First');
    const second = await buildOrganization(server, owner, 'Second');
    const make = (enterpriseUUID: string, name: string, code = '') =>
      server.call('createSite', { ...place, enterpriseUUID, name, code }, { as: owner.token });
    expect((await make(first, 'Lobby', 'X1')).code).toBe(OK);
    expect(errorKeyOf((await make(first, 'LOBBY')).code)).toBe('siteNameTaken');
    expect((await make(second, 'Lobby')).code).toBe(OK);
    expect(errorKeyOf((await make(second, 'Bar', 'X1')).code)).toBe('siteCodeTaken');
  });

  test('created twice concurrently with one name: one succeeds', async () => {
    const enterpriseUUID = await buildOrganization(server, owner, 'Race');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.call('createSite', { ...place, enterpriseUUID, name: 'Site' }, { as: owner.token }),
      ),
    );
    expect(answers.filter((answer) => answer.code === OK)).toHaveLength(1);
    expect(answers.filter((answer) => errorKeyOf(answer.code) === 'siteNameTaken')).toHaveLength(5);
  });

  test('can move to another organization, where names must be unique too', async () => {
    const from = await buildOrganization(server, owner, 'From');
    const to = await buildOrganization(server, owner, 'To');
    const site = await buildSite(server, owner, from, 'Site');
    const move = (name: string) =>
      server.call('updateSite', { ...place, siteUUID: site, enterpriseUUID: to, name }, { as: owner.token });
    await buildSite(server, owner, to, 'Site');
    expect(errorKeyOf((await move('site')).code)).toBe('siteNameTaken');
    expect((await move('Other')).code).toBe(OK);
    const { data } = await server.call('listSites', { enterpriseUUID: to }, { as: owner.token });
    expect(data.rows.map((row) => row.name)).toEqual(['Other', 'Site']);
  });

  test('need an existing organization', async () => {
    const gone = await buildOrganization(server, owner, 'Gone');
    await server.call('deleteEnterprise', { enterpriseUUID: gone }, { as: owner.token });
    const made = await server.call(
      'createSite',
      { ...place, enterpriseUUID: gone, name: 'Nowhere' },
      { as: owner.token },
    );
    expect(errorKeyOf(made.code)).toBe('notFound');
  });

  test('are searched by name, code, address and organization, and sorted', async () => {
    const zoo = await buildOrganization(server, owner, 'Zoo');
    const arts = await buildOrganization(server, owner, 'arts');
    const make = (enterpriseUUID: string, name: string, more: object) =>
      server.send('createSite', { ...place, enterpriseUUID, name, ...more }, { as: owner.token });
    await make(zoo, 'alpha', { code: 'QQ-7' });
    await make(arts, 'Beta', { address: 'River Road' });
    await make(zoo, 'gamma', {});
    const names = async (input: { search?: string; sort?: string }) =>
      (await server.call('listSites', input, { as: owner.token })).data.rows.map((row) => row.name);
    expect(await names({})).toEqual(['alpha', 'Beta', 'gamma']);
    expect(await names({ search: 'qq' })).toEqual(['alpha']);
    expect(await names({ search: 'river' })).toEqual(['Beta']);
    expect(await names({ search: 'ZOO' })).toEqual(['alpha', 'gamma']);
    expect(await names({ search: '%' })).toEqual([]);
    expect((await names({ sort: 'enterpriseName' }))[0]).toBe('Beta');
    expect(await names({ sort: '-createdAt' })).toEqual(['gamma', 'Beta', 'alpha']);
  });

  test('are listed flat, by name', async () => {
    const enterpriseUUID = await buildOrganization(server, owner, 'Flat');
    const b = await buildSite(server, owner, enterpriseUUID, 'b');
    const a = await buildSite(server, owner, enterpriseUUID, 'A');
    const { data } = await server.call('getAllSiteName', {}, { as: owner.token });
    expect(data).toEqual([
      { siteUUID: a, siteName: 'A', enterpriseUUID },
      { siteUUID: b, siteName: 'b', enterpriseUUID },
    ]);
  });
});

test('another account can neither read nor change any of this', async () => {
  const enterpriseUUID = await buildOrganization(server, owner, 'Ours');
  const siteUUID = await buildSite(server, owner, enterpriseUUID, 'Site');
  const as = (await buildAccount(server)).token;
  const refused = await Promise.all([
    server.call('updateEnterprise', { enterpriseUUID, name: 'Theirs' }, { as }),
    server.call('deleteEnterprise', { enterpriseUUID }, { as }),
    server.call('createSite', { ...place, enterpriseUUID, name: 'Intruder' }, { as }),
    server.call('updateSite', { ...place, siteUUID, enterpriseUUID, name: 'Theirs' }, { as }),
    server.call('deleteSite', { siteUUID }, { as }),
    server.call('restore', { kind: 'site', id: siteUUID }, { as }),
    server.call('restore', { kind: 'organization', id: enterpriseUUID }, { as }),
  ]);
  expect(refused.map((answer) => errorKeyOf(answer.code))).toEqual(refused.map(() => 'notFound'));
  const seen = await Promise.all([
    server.call('listEnterprises', {}, { as }),
    server.call('listSites', { enterpriseUUID }, { as }),
    server.call('listBin', {}, { as }),
  ]);
  expect(seen.map((answer) => answer.data.total)).toEqual([0, 0, 0]);
  expect((await server.call('getAllSiteName', {}, { as })).data).toEqual([]);
  const ours = await server.call('listSites', {}, { as: owner.token });
  expect(ours.data.rows).toMatchObject([{ siteUUID, name: 'Site', enterpriseName: 'Ours' }]);
});
