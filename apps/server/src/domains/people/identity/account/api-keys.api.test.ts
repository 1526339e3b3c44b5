import { ERRORS } from '@airloom/contract/errors';
import { SESSION_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { Grant } from '@airloom/contract/permissions';
import { QUOTAS } from '@airloom/contract/quotas';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

let server: TestServer;
let owner: Person;
let organization: string;
let site: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  owner = await buildAccount(server);
  organization = await buildOrganization(server, owner, 'North');
  site = await buildSite(server, owner, organization, 'Harbour');
});

function create(
  person: Person,
  grants: Grant[],
  expiresAt: string | null = null,
  given: { password?: string; endsWithPassword?: boolean } = {},
) {
  const input = { name: 'script', grants, expiresAt, password: PASSWORD, ...given };
  return server.call('createApiKey', input, { as: person.token });
}

async function keyOf(person: Person, grants: Grant[], expiresAt: string | null = null): Promise<string> {
  const created = await create(person, grants, expiresAt);
  expectSuccess(created);
  return created.data.secret;
}

describe('an API key', () => {
  test('is shown once, listed by its first characters, and stored hashed', async () => {
    const created = await create(owner, ['site_manage:operate']);
    const { secret, apiKey } = created.data;
    expect(secret.startsWith(apiKey.prefix)).toBe(true);
    expect(apiKey.grants).toEqual(['site_manage', 'site_manage:operate']);
    const list = await server.call('listApiKeys', {}, { as: owner.token });
    expect(list.data).toEqual([apiKey]);
    expect(JSON.stringify(list.data)).not.toContain(secret);
    const log = await server.call('listOperations', { call: 'createApiKey' }, { as: owner.token });
    expect(JSON.stringify(log.data)).not.toContain(secret);
  });

  test('does what it was granted and nothing more, whatever its person may', async () => {
    const reader = await keyOf(owner, ['site_manage']);
    expectSuccess(await server.call('listSites', {}, { as: reader }));
    expectFailure(await server.call('deleteSite', { siteUUID: site }, { as: reader }), 'permissionDenied');
    expectFailure(await server.call('listEnterprises', {}, { as: reader }), 'permissionDenied');
    const writer = await keyOf(owner, ['site_manage:operate']);
    expectSuccess(await server.call('deleteSite', { siteUUID: site }, { as: writer }));
    const log = await server.call('listOperations', { call: 'deleteSite' }, { as: owner.token });
    expect(log.data.rows).toMatchObject([
      { userName: owner.userName, objects: [{ kind: 'site', name: 'Harbour' }] },
    ]);
  });

  test('cannot be created with more than its person holds, and loses what they lose', async () => {
    const admin = await buildMember(server, owner, 'siteAdministrator', { siteIds: [site] });
    expectFailure(await create(admin, ['account_manage']), 'grantsMoreThanHeld');
    expectFailure(await create(admin, ['site_manage', 'role_manage:operate']), 'grantsMoreThanHeld');
    const key = await keyOf(admin, ['subaccount_manage']);
    expectSuccess(await server.call('listSubAccounts', {}, { as: key }));
    const roles = (await server.call('listRoles', {}, { as: owner.token })).data;
    const observer = roles.find((role) => role.key === 'ROLE_SITE_OBSERVER')?.roleUUID ?? '';
    const change = { subAccountUUID: admin.membershipId, roleUUID: observer, reach: { siteUUIDs: [site] } };
    expectSuccess(await server.call('updateSubAccount', change, { as: owner.token }));
    expectFailure(await server.call('listSubAccounts', {}, { as: key }), 'permissionDenied');
  });

  test('sees no more than its person', async () => {
    await buildSite(server, owner, organization, 'Mill');
    const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [site] });
    const key = await keyOf(operator, ['site_manage']);
    const sites = await server.call('listSites', {}, { as: key });
    expect(sites.data.rows.map((row) => row.name)).toEqual(['Harbour']);
  });

  test('cannot use profile, password, sessions, keys, messages or other accounts of its person', async () => {
    const as = { as: await keyOf(owner, ['site_manage', 'account_manage:operate']) };
    const change = {
      oldPassword: PASSWORD,
      password: 'Brighter-Lantern-77',
      confirmPassword: 'Brighter-Lantern-77',
    };
    const answers = await Promise.all([
      server.call('initPage', { timeZone: 'Asia/Shanghai' }, as),
      server.call('listSessions', {}, as),
      server.call('endSession', {}, as),
      server.call('listApiKeys', {}, as),
      server.call(
        'createApiKey',
        { name: 'more', grants: ['site_manage'], expiresAt: null, password: PASSWORD },
        as,
      ),
      server.call('listMessages', { tab: 'system' }, as),
      server.call('getMessageCount', {}, as),
      server.call('changePassword', change, as),
      server.call('beginTwoFactor', {}, as),
      server.call('getAccountSwitch', {}, as),
      server.call('updateProfile', { nickname: 'Robot' }, as),
      server.call('setLang', { yuyan: 'pl' }, as),
      server.call('releaseAccount', { password: PASSWORD, accountName: owner.userName }, as),
      server.call('logout', {}, as),
      server.call('listMyRoles', {}, as),
      server.call('canUpdateUserName', {}, as),
      server.call(
        'getDefaultEnterpriseTree',
        { accountUUID: owner.tenant, managerUUID: owner.managerId, key: 'ROLE_SUPER_ADMIN' },
        as,
      ),
    ]);
    for (const answer of answers) expectFailure(answer, 'permissionDenied');
    expectSuccess(await server.call('getAllSiteName', {}, as));
    const page = await server.call('initPage', {}, { as: owner.token });
    expect(page.data.profile).toMatchObject({ nickname: owner.userName, timeZone: '' });
  });

  test('stops working when it is revoked, and nobody else can revoke it', async () => {
    const created = await create(owner, ['site_manage']);
    const { secret, apiKey } = created.data;
    expectSuccess(await server.call('listSites', {}, { as: secret }));
    const revoke = { apiKeyUUID: apiKey.apiKeyUUID };
    const stranger = await buildAccount(server);
    expectFailure(await server.call('revokeApiKey', revoke, { as: stranger.token }), 'notFound');
    const admin = await buildMember(server, owner, 'superAdministrator');
    expectFailure(await server.call('revokeApiKey', revoke, { as: admin.token }), 'notFound');
    expectSuccess(await server.call('revokeApiKey', revoke, { as: owner.token }));
    expectFailure(await server.call('listSites', {}, { as: secret }), 'tokenTimeout');
  });

  test('stops working when it expires, and cannot be created with an expiry in the past', async () => {
    const soon = new Date(server.platform.now().getTime() + 60_000).toISOString();
    const key = await keyOf(owner, ['site_manage'], soon);
    expectSuccess(await server.call('listSites', {}, { as: key }));
    server.advance(60_000);
    expectFailure(await server.call('listSites', {}, { as: key }), 'tokenTimeout');
    const past = new Date(server.platform.now().getTime() - 1000).toISOString();
    const refused = await create(owner, ['site_manage'], past);
    expect(refused.failure.fields?.expiresAt?.key).toBe('validation.future');
  });

  test('is not ended by inactivity of its person and shows when it was last used', async () => {
    const key = await keyOf(owner, ['site_manage']);
    server.advance(2 * SESSION_LIMITS.inactivityMs);
    expectSuccess(await server.call('listSites', {}, { as: key }));
    const token = (await server.call('login', { username: owner.userName, password: PASSWORD })).data
      .access_token;
    const [listed] = (await server.call('listApiKeys', {}, { as: token })).data;
    expect(new Date(listed?.lastUsedAt ?? 0).getTime()).toBeGreaterThan(
      new Date(listed?.createdAt ?? 0).getTime(),
    );
  });

  test('cannot be used in another account', async () => {
    const key = await keyOf(owner, ['site_manage']);
    const stranger = await buildAccount(server);
    const theirs = await buildOrganization(server, stranger, 'Theirs');
    const answer = await server.call('listSites', { enterpriseUUID: theirs }, { as: key });
    expect(answer.data?.rows ?? []).toEqual([]);
  });

  test('is one of at most twenty', async () => {
    for (let round = 0; round < QUOTAS.apiKeys.usual; round += 1) await keyOf(owner, ['site_manage']);
    expectFailure(await create(owner, ['site_manage']), 'quotaReached');
  });

  test('is one of at most twenty, also for concurrent requests', async () => {
    for (let round = 2; round < QUOTAS.apiKeys.usual; round += 1) await keyOf(owner, ['site_manage']);
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(owner, ['site_manage'])));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
  });

  test('is not created without the password of its person', async () => {
    const missing = await create(owner, ['site_manage'], null, { password: '' });
    expect(missing.failure.fields?.password?.key).toBe('validation.required');
    const wrong = await create(owner, ['site_manage'], null, { password: 'Wrong-Harbour-1' });
    expect(wrong.failure.fields?.password?.key).toBe('validation.password.wrong');
    expect((await server.call('listApiKeys', {}, { as: owner.token })).data).toEqual([]);
  });

  test('is not created without a decision about its expiry', async () => {
    const input = { name: 'script', grants: ['site_manage'], password: PASSWORD };
    const refused = await server.send('createApiKey', input, { as: owner.token });
    expect(refused.code).toBe(ERRORS.invalidInput.code);
  });

  test('ends when the password is changed, if that was requested', async () => {
    const bound = await create(owner, ['site_manage'], null, { endsWithPassword: true });
    expect(bound.data.apiKey.endsWithPassword).toBe(true);
    const lasting = await keyOf(owner, ['site_manage']);
    expectSuccess(await server.call('listSites', {}, { as: bound.data.secret }));
    const password = 'Brighter-Lantern-77';
    const change = { oldPassword: PASSWORD, password, confirmPassword: password };
    expectSuccess(await server.call('changePassword', change, { as: owner.token }));
    expectFailure(await server.call('listSites', {}, { as: bound.data.secret }), 'tokenTimeout');
    expectSuccess(await server.call('listSites', {}, { as: lasting }));
  });

  test('ends when the password is reset, if that was requested', async () => {
    const bound = await create(owner, ['site_manage'], null, { endsWithPassword: true });
    const bystander = await buildAccount(server);
    const other = await create(bystander, ['site_manage'], null, { endsWithPassword: true });
    await server.call('sendCode', { purpose: 'resetPassword', target: owner.email });
    const code = await codeSentTo(server, owner.email);
    const password = 'Brighter-Lantern-77';
    const reset = { target: owner.email, code, password, confirmPassword: password };
    expectSuccess(await server.call('resetPwdByCode', reset));
    expectFailure(await server.call('listSites', {}, { as: bound.data.secret }), 'tokenTimeout');
    expectSuccess(await server.call('listSites', {}, { as: other.data.secret }));
  });
});

test('creating a key locks the person before the membership, in the same order as signing in', async () => {
  const [signIn, other] = [server.databaseUrl, server.databaseUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  );
  if (!signIn || !other) throw new Error('no clients');
  await Promise.all([signIn.connect(), other.connect()]);
  await signIn.query('begin');
  await signIn.query('select from manager where id = $1 for no key update', [owner.managerId]);
  const input = {
    name: 'Ordered',
    grants: ['site_manage' as const],
    password: PASSWORD,
    expiresAt: null,
    endsWithPassword: false,
  };
  const created = server.call('createApiKey', input, { as: owner.token });
  await vi.waitUntil(async () => {
    const { rows } = await other.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'");
    return rows.length > 0;
  });
  // Not locked by the call that waits for the person.
  await other.query('select from membership where id = $1 for update nowait', [owner.membershipId]);
  await signIn.query('rollback');
  expectSuccess(await created);
  await Promise.all([signIn.end(), other.end()]);
});
