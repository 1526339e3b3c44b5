import { LIVE_CLOSE } from '@airloom/contract/live';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../../../platform/http/context.ts';
import {
  buildAccount,
  buildOrganization,
  buildSite,
  PASSWORD,
  type Person,
} from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { invitationToken, roleByKey } from '../../../../testing/world.ts';
import { openBrowser } from '../testing/browser.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';
import { listen } from '../testing/live.ts';

let server: TestServer;
/** Owns an account and is an observer of one site in the host's. */
let guest: Person;
let host: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  guest = await buildAccount(server);
  host = await buildAccount(server);
  const organization = await buildOrganization(server, host, 'North');
  const site = await buildSite(server, host, organization, 'Harbour');
  await buildSite(server, host, organization, 'Mill');
  const roles = await server.call('listRoles', {}, { as: host.token });
  const roleUUID = roleByKey(roles.data, 'ROLE_SITE_OBSERVER');
  const invited = { targets: [guest.email], roleUUID, reach: { siteUUIDs: [site] } };
  expectSuccess(await server.call('invite', invited, { as: host.token }));
  const token = await invitationToken(server, guest.email);
  expectSuccess(await server.call('acceptInvitation', { token }, { as: guest.token }));
});

async function assignmentAt(tenant: string): Promise<{ accountUUID: string; roleUUID: string; key: string }> {
  const roles = (await server.call('listMyRoles', {}, { as: guest.token })).data;
  const assignment = roles.find((role) => role.accountUUID === tenant);
  if (!assignment) throw new Error('No role there');
  return assignment;
}

describe('switching to another role', () => {
  test('returns a new token for the other account, and the old one is invalid', async () => {
    const { accountUUID, roleUUID } = await assignmentAt(host.tenant);
    const socket = await listen(server, { authorization: `Bearer ${guest.token}` });
    const switched = await server.call('updateToken', { accountUUID, roleUUID }, { as: guest.token });
    expectSuccess(switched);
    expect(switched.data.currentRole).toMatchObject({ accountUUID, key: 'ROLE_SITE_OBSERVER' });
    expectFailure(await server.call('initPage', {}, { as: guest.token }), 'tokenTimeout');
    expect(await socket.closed).toBe(LIVE_CLOSE.permissionsChanged);
    const as = { as: switched.data.access_token };
    const page = await server.call('initPage', {}, as);
    expect(page.data.currentRole.accountUUID).toBe(host.tenant);
    expect(page.data.roles.length).toBe(2);
    const sites = (await server.call('getAllSiteName', {}, as)).data;
    expect(sites.map((site) => site.siteName)).toEqual(['Harbour']);
    expectFailure(await server.call('createEnterprise', { name: 'Mine' }, as), 'permissionDenied');
  });

  test('in a browser changes the cookie, so that all its tabs follow', async () => {
    const browser = openBrowser(server);
    await browser.call('login', { username: guest.userName, password: PASSWORD });
    const before = browser.cookies.get(SESSION_COOKIE);
    const { accountUUID, roleUUID } = await assignmentAt(host.tenant);
    const switched = await browser.call('updateToken', { accountUUID, roleUUID });
    expectSuccess(switched);
    expect(switched.data.access_token).toBe('');
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(before);
    expect((await browser.call('initPage', {})).data.currentRole.accountUUID).toBe(host.tenant);
  });

  test('is refused for a role of another person', async () => {
    const { accountUUID, roleUUID } = await assignmentAt(host.tenant);
    const stranger = await buildAccount(server);
    const answer = await server.call('updateToken', { accountUUID, roleUUID }, { as: stranger.token });
    expectFailure(answer, 'notFound');
    expectSuccess(await server.call('initPage', {}, { as: stranger.token }));
    const ownAccount = await assignmentAt(guest.tenant);
    const mixed = { accountUUID: host.tenant, roleUUID: ownAccount.roleUUID };
    expectFailure(await server.call('updateToken', mixed, { as: guest.token }), 'notFound');
  });

  test('is refused for an API key', async () => {
    const input = { name: 'script', grants: ['org_manage' as const], expiresAt: null, password: PASSWORD };
    const { secret } = (await server.call('createApiKey', input, { as: guest.token })).data;
    const { accountUUID, roleUUID } = await assignmentAt(host.tenant);
    expectFailure(
      await server.call('updateToken', { accountUUID, roleUUID }, { as: secret }),
      'permissionDenied',
    );
  });

  test('is logged in the account that is entered', async () => {
    const { accountUUID, roleUUID } = await assignmentAt(host.tenant);
    expectSuccess(await server.call('updateToken', { accountUUID, roleUUID }, { as: guest.token }));
    const log = await server.call('listOperations', { call: 'updateToken' }, { as: host.token });
    expect(log.data.rows).toMatchObject([{ userName: guest.userName, address: '127.0.0.1' }]);
  });
});

describe('the site tree of a role', () => {
  test('can be read for one’s own roles without switching', async () => {
    const { accountUUID, key } = await assignmentAt(host.tenant);
    const asked = { accountUUID, managerUUID: guest.managerId, key };
    const tree = await server.call('getDefaultEnterpriseTree', asked, { as: guest.token });
    expectSuccess(tree);
    expect(JSON.stringify(tree.data)).toContain('Harbour');
    expect(JSON.stringify(tree.data)).not.toContain('Mill');
  });

  test('is refused for other people, other accounts and roles the person does not have', async () => {
    const as = { as: guest.token };
    const key = 'ROLE_SUPER_ADMIN';
    const others = [
      { accountUUID: host.tenant, managerUUID: host.managerId, key },
      { accountUUID: guest.tenant, managerUUID: host.managerId, key },
      { accountUUID: host.tenant, managerUUID: guest.managerId, key },
      { accountUUID: (await buildAccount(server)).tenant, managerUUID: guest.managerId, key },
    ];
    for (const asked of others) {
      expectFailure(await server.call('getDefaultEnterpriseTree', asked, as), 'notFound');
    }
  });
});
