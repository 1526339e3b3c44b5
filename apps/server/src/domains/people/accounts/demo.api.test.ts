import { errorKeyOf, OK } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, PASSWORD, type Person } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { fillDemo } from './index.ts';

let server: TestServer;
let administrator: Person;
let stranger: Person;

beforeAll(async () => {
  server = await startTestServer();
  administrator = await buildAccount(server);
  stranger = await buildAccount(server);
});
afterAll(() => server.stop());

const count = async (table: string) => {
  const row = await server.platform.database.asSystem((tx) =>
    tx.first<{ count: number }>(sql`select count(*)::int as count from ${sql.table(table)}`),
  );
  return row?.count ?? 0;
};
const everything = async () =>
  Object.fromEntries(
    await Promise.all(
      [
        'account',
        'manager',
        'manager_secret',
        'membership',
        'membership_site',
        'role',
        'enterprise',
        'site',
      ].map(async (table) => [table, await count(table)] as const),
    ),
  );
const fill = (where: TestServer, owner: Person) =>
  where.platform.database.asSystem((tx) => fillDemo(tx, owner.managerId));
const visit = () => server.call('demoLogin', {});

// In the order of an installation's life: each test begins where the one before ended.

test('without a demo, nobody can visit or remove it', async () => {
  expect(errorKeyOf((await visit()).code)).toBe('demoOff');
  const removed = await server.call('removeDemo', {}, { as: administrator.token });
  expect(errorKeyOf(removed.code)).toBe('demoOff');
});

test('it is filled once, however many processes start at once', async () => {
  const before = await everything();
  const filled = await Promise.all(Array.from({ length: 3 }, () => fill(server, administrator)));
  expect(filled.filter(Boolean)).toHaveLength(1);
  expect(await fill(server, administrator)).toBe(false);
  expect(await everything()).toEqual({
    account: (before['account'] ?? 0) + 1,
    manager: (before['manager'] ?? 0) + 1,
    manager_secret: (before['manager_secret'] ?? 0) + 1,
    membership: (before['membership'] ?? 0) + 2,
    membership_site: (before['membership_site'] ?? 0) + 6,
    role: (before['role'] ?? 0) + 7,
    enterprise: (before['enterprise'] ?? 0) + 3,
    site: (before['site'] ?? 0) + 6,
  });
});

test('a visitor sees all its sites and changes nothing', async () => {
  const { data, code } = await visit();
  expect(code).toBe(OK);
  const as = data.access_token;
  const tree = (await server.call('getEnterprise', {}, { as })).data;
  expect(tree.trees.map((node) => [node.enterprisename, node.sites.length])).toEqual([
    ['Harbour Lights Hotels (demo)', 2],
    ['Paper Lantern Shops (demo)', 2],
    ['Willow Grove Schools (demo)', 2],
  ]);
  const sites = await server.call('listSites', {}, { as });
  expect(sites.data.total).toBe(6);
  expect(sites.data.rows.every((site) => site.coordinates !== null)).toBe(true);
  const [site] = sites.data.rows;
  const renamed = await server.call('createEnterprise', { name: 'Graffiti' }, { as });
  expect(errorKeyOf(renamed.code)).toBe('permissionDenied');
  const deleted = await server.call('deleteSite', { siteUUID: site?.siteUUID ?? '' }, { as });
  expect(errorKeyOf(deleted.code)).toBe('permissionDenied');
});

test('the visitor has no password, and the demo is not in the list of shares', async () => {
  const login = await server.call('login', { username: 'demo', password: PASSWORD });
  expect(errorKeyOf(login.code)).toBe('wrongCredentials');
  const tree = await server.call('getEnterprise', {}, { as: administrator.token });
  expect(tree.data.trees).toEqual([]);
});

test('only its owner may remove or reset it', async () => {
  for (const name of ['removeDemo', 'resetDemo'] as const) {
    const refused = await server.call(name, {}, { as: stranger.token });
    expect(errorKeyOf(refused.code)).toBe('permissionDenied');
  }
  expect((await visit()).code).toBe(OK);
});

test('reset by its owner, it has its initial content again, and its visitors sign in anew', async () => {
  const visitor = (await visit()).data.access_token;
  const before = await everything();
  const roles = await server.call('listMyRoles', {}, { as: administrator.token });
  const inDemo = roles.data.find((role) => role.demo);
  const { data: owner } = await server.call(
    'updateToken',
    { accountUUID: inDemo?.accountUUID ?? '', roleUUID: inDemo?.roleUUID ?? '' },
    { as: administrator.token },
  );
  await server.call('createEnterprise', { name: 'Graffiti' }, { as: owner.access_token });
  await server.call('updateCompany', { enterpriseName: 'Changed' }, { as: owner.access_token });
  const { data: home } = await server.call('login', { username: administrator.userName, password: PASSWORD });
  administrator = { ...administrator, token: home.access_token };
  const answers = await Promise.all([
    server.call('resetDemo', {}, { as: administrator.token }),
    server.call('resetDemo', {}, { as: administrator.token }),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([OK, OK]);

  expect(await everything()).toEqual(before);
  expect((await server.call('getCompany', {}, { as: visitor })).status).toBe(401);
  const as = (await visit()).data.access_token;
  expect((await server.call('getCompany', {}, { as })).data.enterpriseName).toBe('Airloom Demo');
  const tree = (await server.call('getEnterprise', {}, { as })).data.trees;
  expect(tree.map((node) => node.enterprisename)).not.toContain('Graffiti');
  const log = await server.call('listOperations', { call: 'resetDemo' }, { as: administrator.token });
  expect(log.data.rows.at(-1)).toMatchObject({ objects: [{ kind: 'account', name: 'Changed' }] });
});

test('removed by its owner from another account, it is deleted with its visitors permanently', async () => {
  const visitor = (await visit()).data.access_token;
  expect((await server.call('getCompany', {}, { as: visitor })).code).toBe(OK);
  const answers = await Promise.all([
    server.call('removeDemo', {}, { as: administrator.token }),
    server.call('removeDemo', {}, { as: administrator.token }),
  ]);
  expect(answers.map((answer) => errorKeyOf(answer.code) ?? 'ok').sort()).toEqual(['demoOff', 'ok']);

  expect((await server.call('getCompany', {}, { as: visitor })).status).toBe(401);
  expect(errorKeyOf((await visit()).code)).toBe('demoOff');
  expect(await everything()).toMatchObject({
    account: 2,
    manager: 2,
    membership: 2,
    site: 0,
    membership_site: 0,
  });
  const operations = await server.call('listOperations', { call: 'removeDemo' }, { as: administrator.token });
  expect(operations.data.rows).toMatchObject([
    { call: 'removeDemo', objects: [{ kind: 'account', name: 'Airloom Demo' }] },
  ]);
  expect(await fill(server, administrator)).toBe(false);
});

test('on another installation: a visitor under another name, and the owner removes it from within', async () => {
  await using other = await startOther();
  await buildAccount(other.server, 'demo');
  const admin = await buildAccount(other.server);
  expect(await fill(other.server, admin)).toBe(true);
  const visitor = await other.server.call('demoLogin', {});
  expect(visitor.data.username).toMatch(/^demo_[0-9a-f]{8}$/);

  const roles = await other.server.call('listMyRoles', {}, { as: admin.token });
  const inDemo = roles.data.find((role) => role.demo);
  expect(inDemo).toMatchObject({ accountName: 'Airloom Demo', alias: admin.userName });
  const switched = await other.server.call(
    'updateToken',
    { accountUUID: inDemo?.accountUUID ?? '', roleUUID: inDemo?.roleUUID ?? '' },
    { as: admin.token },
  );
  const as = switched.data.access_token;
  const key = await other.server.call(
    'createApiKey',
    { name: 'Script', grants: ['site_manage'], expiresAt: null, password: PASSWORD },
    { as },
  );
  const script = { as: key.data.secret };
  expect((await other.server.call('listSites', {}, script)).data.total).toBe(6);
  expect((await other.server.call('removeDemo', {}, { as })).code).toBe(OK);
  expect((await other.server.call('getCompany', {}, { as })).status).toBe(401);
  expect((await other.server.call('listSites', {}, script)).status).toBe(401);

  const login = await other.server.call('login', { username: admin.userName, password: PASSWORD });
  const log = await other.server.call(
    'listOperations',
    { call: 'removeDemo' },
    { as: login.data.access_token },
  );
  expect(log.data.rows).toMatchObject([
    { userName: admin.userName, objects: [{ kind: 'account', name: 'Airloom Demo' }] },
  ]);
});

async function startOther() {
  const started = await startTestServer();
  return { server: started, [Symbol.asyncDispose]: () => started.stop() };
}
