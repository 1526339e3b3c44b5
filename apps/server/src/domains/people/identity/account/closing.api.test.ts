import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import { LIVE_CLOSE } from '@airloom/contract/live';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
import { WITHIN } from '../../../../testing/within.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { openAccount } from '../../accounts/index.ts';
import { forgetClosedPeople } from '../identity.jobs.ts';
import { openBrowser } from '../testing/browser.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';
import { listen } from '../testing/live.ts';

let server: TestServer;
let owner: Person;
let operator: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  owner = await buildAccount(server);
  const organization = await buildOrganization(server, owner, 'North');
  const site = await buildSite(server, owner, organization, 'Harbour');
  operator = await buildMember(server, owner, 'siteOperator', { siteIds: [site] });
});

function close(person: Person, accountName?: string, password = PASSWORD) {
  const input = { password, ...(accountName === undefined ? {} : { accountName }) };
  return server.call('releaseAccount', input, { as: person.token });
}

async function peopleSeenBy(person: Person): Promise<string[]> {
  const list = await server.call('listSubAccounts', {}, { as: person.token });
  return list.data.rows.map((row) => row.userName);
}

describe('closing one’s account', () => {
  test('needs the password and, for a main account, its name typed out', async () => {
    const wrong = await close(owner, owner.userName, 'Wrong-Harbour-1');
    expect(wrong.failure.fields?.password?.key).toBe('validation.password.wrong');
    expectFailure(await close(owner), 'accountNameMismatch');
    expectFailure(await close(owner, 'something else'), 'accountNameMismatch');
    expectSuccess(await server.call('initPage', {}, { as: owner.token }));
  });

  test('closes the main account at once and for everyone in it', async () => {
    const key = await server.call(
      'createApiKey',
      { name: 'script', grants: ['site_manage'], expiresAt: null, password: PASSWORD },
      { as: operator.token },
    );
    expectSuccess(await server.call('listSites', {}, { as: key.data.secret }));
    const sockets = await Promise.all(
      [owner, operator].map((person) => listen(server, { authorization: `Bearer ${person.token}` })),
    );
    expectSuccess(await close(owner, owner.userName));
    expectFailure(await server.call('initPage', {}, { as: owner.token }), 'accountError');
    expectFailure(await server.call('initPage', {}, { as: operator.token }), 'accountError');
    expectFailure(await server.call('listSites', {}, { as: key.data.secret }), 'tokenTimeout');
    expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([
      LIVE_CLOSE.sessionEnded,
      LIVE_CLOSE.sessionEnded,
    ]);
    const login = (person: Person) => server.call('login', { username: person.userName, password: PASSWORD });
    expectFailure(await login(owner), 'wrongCredentials');
    expectFailure(await login(operator), 'accountError');
  });

  test('of a member keeps the account and removes them from its lists', async () => {
    expect(await peopleSeenBy(owner)).toEqual([owner.userName, operator.userName]);
    expectSuccess(await close(operator));
    expect(await peopleSeenBy(owner)).toEqual([owner.userName]);
    const log = await server.call('listOperations', { call: 'releaseAccount' }, { as: owner.token });
    expect(log.data.rows).toMatchObject([
      { objects: [{ kind: 'member', name: operator.userName }], userName: operator.userName },
    ]);
  });

  test('frees the name and the contact for another person', async () => {
    expectSuccess(await close(owner, owner.userName));
    expect((await server.call('checkAccount', { username: owner.userName })).data.available).toBe(true);
    expectSuccess(await server.call('sendCode', { purpose: 'register', target: owner.email }));
    const code = await codeSentTo(server, owner.email);
    const password = 'Brighter-Lantern-77';
    const input = {
      username: owner.userName,
      target: owner.email,
      code,
      password,
      confirmPassword: password,
    };
    const answer = await server.call('registerAccount', input);
    expectSuccess(answer);
    const tree = await server.call('getAllSiteName', {}, { as: answer.data.access_token });
    expect(tree.data).toEqual([]);
  });

  test('in a browser clears the cookie', async () => {
    const browser = openBrowser(server);
    await browser.call('login', { username: owner.userName, password: PASSWORD });
    const input = { password: PASSWORD, accountName: owner.userName };
    expectSuccess(await browser.call('releaseAccount', input));
    expect(browser.cookies.has('airloom_token')).toBe(false);
  });

  test('of several main accounts closes the named one; the person is closed with the last', async () => {
    const second = await server.platform.database.asSystem((tx) =>
      openAccount(tx, {
        name: 'Second account',
        enterpriseName: '',
        ownerManagerId: owner.managerId,
        ownerAlias: owner.userName,
        demo: false,
      }),
    );
    expectSuccess(await close(owner, 'Second account'));
    const roles = (await server.call('listMyRoles', {}, { as: owner.token })).data;
    expect(roles.map((role) => role.accountUUID)).toEqual([owner.tenant]);
    expect(roles.map((role) => role.accountUUID)).not.toContain(second.tenant);
    expectSuccess(await server.call('initPage', {}, { as: operator.token }));
    expectSuccess(await close(owner, owner.userName));
    expectFailure(await server.call('initPage', {}, { as: owner.token }), 'accountError');
  });

  test('deletes all personal data once the account can no longer be restored', async () => {
    expectSuccess(await close(operator));
    const known = () =>
      server.platform.database.asSystem((tx) =>
        tx.all(sql`select email from manager where email = ${operator.email}`),
      );
    server.advance(ACCOUNT_LIMITS.closedKeptMs - 60_000);
    await forgetClosedPeople(server.platform);
    expect(await known()).toHaveLength(1);
    server.advance(2 * 60_000);
    await server.platform.addJob('forgetClosedPeople', {}, 'now');
    await expect.poll(known, WITHIN).toEqual([]);
  });
});
