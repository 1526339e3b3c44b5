import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, buildMember, buildSite, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  buildHolder,
  buildRole,
  expectFailure,
  expectSuccess,
  operationsOf,
  roleOf,
} from '../testing/account-fixture.ts';

let server: TestServer;
let fixture: AccountFixture;
let operator: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAccountFixture(server);
  operator = await buildMember(server, fixture.owner, 'siteOperator', { siteIds: [fixture.harbour] });
});

function list(input: Parameters<typeof server.call<'listSubAccounts'>>[1], person = fixture.owner) {
  return server.call('listSubAccounts', input, { as: person.token });
}

function update(
  person: Person,
  roleUUID: string,
  reach: { all?: boolean; enterpriseUUIDs?: string[]; siteUUIDs?: string[] },
  caller = fixture.owner,
) {
  const input = { subAccountUUID: person.membershipId, roleUUID, reach };
  return server.call('updateSubAccount', input, { as: caller.token });
}

function setDisabled(person: Person, disabled: boolean, caller = fixture.owner) {
  const input = { subAccountUUID: person.membershipId, disabled };
  return server.call('setSubAccountDisabled', input, { as: caller.token });
}

function remove(person: Person, caller = fixture.owner) {
  return server.call('removeSubAccount', { subAccountUUID: person.membershipId }, { as: caller.token });
}

/** Every change of a person, the least severe first. */
async function everyVerb(person: Person, caller: Person) {
  return [
    await update(person, await roleOf(fixture, 'siteObserver'), { siteUUIDs: [fixture.harbour] }, caller),
    await setDisabled(person, true, caller),
    await remove(person, caller),
  ];
}

describe('the list', () => {
  test('shows role, contact and reach of each person', async () => {
    await buildMember(server, fixture.owner, 'organizationAdministrator', { enterpriseIds: [fixture.north] });
    const answer = await list({});
    expect(answer.data).toMatchObject({
      total: 3,
      rows: [
        { userName: fixture.owner.userName, mainAccount: true, self: true, reach: { all: true } },
        {
          userName: operator.userName,
          email: operator.email,
          roleKey: 'ROLE_SITE_OPER',
          reach: { all: false, enterpriseUUIDs: [], siteUUIDs: [fixture.harbour] },
          reachNames: ['Harbour'],
          mainAccount: false,
          self: false,
          disabled: false,
        },
        { reach: { enterpriseUUIDs: [fixture.north], siteUUIDs: [] }, reachNames: ['North'] },
      ],
    });
    expect(answer.data.rows[1]?.lastSeenAt).not.toBeNull();
  });

  test('is paged, sorted, searched and filtered by role', async () => {
    const names = [fixture.owner.userName, operator.userName].sort();
    const first = await list({ size: 1, sort: 'userName' });
    const second = await list({ size: 1, page: 2, sort: 'userName' });
    expect([first.data.total, second.data.total]).toEqual([2, 2]);
    expect([first, second].map((answer) => answer.data.rows[0]?.userName)).toEqual(names);
    const backwards = await list({ sort: '-userName' });
    expect(backwards.data.rows.map((row) => row.userName)).toEqual(names.toReversed());
    const found = await list({ search: operator.email.toUpperCase() });
    expect(found.data.rows.map((row) => row.userName)).toEqual([operator.userName]);
    expect((await list({ search: '%' })).data.total).toBe(0);
    const filtered = await list({ roleUUID: await roleOf(fixture, 'siteOperator') });
    expect(filtered.data.rows.map((row) => row.userName)).toEqual([operator.userName]);
    expect((await list({ page: 9 })).data).toEqual({ total: 2, rows: [] });
  });

  test('does not include people of another account', async () => {
    const stranger = await buildAccount(server);
    const answer = await list({}, stranger);
    expect(answer.data.rows.map((row) => row.userName)).toEqual([stranger.userName]);
  });

  test('does not show what is in the recycle bin as part of a reach', async () => {
    await server.call('deleteSite', { siteUUID: fixture.harbour }, { as: fixture.owner.token });
    const answer = await list({ search: operator.userName });
    expect(answer.data.rows[0]).toMatchObject({ reach: { siteUUIDs: [] }, reachNames: [] });
  });
});

describe('changing a person', () => {
  test('takes effect at once and is written to the operation log', async () => {
    const observer = await roleOf(fixture, 'siteObserver');
    expectSuccess(await server.call('listOperations', {}, { as: operator.token }));
    expectSuccess(await update(operator, observer, { siteUUIDs: [fixture.mill] }));
    expectFailure(await server.call('listOperations', {}, { as: operator.token }), 'permissionDenied');
    const sites = await server.call('getAllSiteName', {}, { as: operator.token });
    expect(sites.data.map((site) => site.siteUUID)).toEqual([fixture.mill]);
    const [operation] = await operationsOf(fixture, 'updateSubAccount');
    expect(operation?.objects).toMatchObject([{ kind: 'member', name: operator.userName }]);
    expect(firstChanges(operation)).toMatchObject({
      role: [{ references: [{ name: 'ROLE_SITE_OPER' }] }, { references: [{ kind: 'role', id: observer }] }],
      sites: [{ references: [{ id: fixture.harbour }] }, { references: [{ id: fixture.mill }] }],
    });
  });

  test('returns a message when nothing changes', async () => {
    const same = await update(operator, await roleOf(fixture, 'siteOperator'), {
      siteUUIDs: [fixture.harbour],
    });
    expect(same.code).toBe(OK_NOTHING_CHANGED);
  });

  test('a super administrator sees everything, whatever was selected', async () => {
    const role = await roleOf(fixture, 'superAdministrator');
    expectSuccess(await update(operator, role, { siteUUIDs: [fixture.mill] }));
    const sites = await server.call('getAllSiteName', {}, { as: operator.token });
    expect(sites.data).toHaveLength(3);
    const row = (await list({ search: operator.userName })).data.rows[0];
    expect(row?.reach).toEqual({ all: true, enterpriseUUIDs: [], siteUUIDs: [] });
  });

  test('an operator of an organization reaches all its sites, also new ones', async () => {
    const role = await roleOf(fixture, 'siteOperator');
    expectSuccess(await update(operator, role, { enterpriseUUIDs: [fixture.north] }));
    const created = await buildSite(server, fixture.owner, fixture.north, 'Lighthouse');
    const sites = await server.call('getAllSiteName', {}, { as: operator.token });
    expect(sites.data.map(({ siteUUID }) => siteUUID)).toContain(created);
  });

  test('validates the selection of organizations and sites', async () => {
    const admin = await roleOf(fixture, 'organizationAdministrator');
    const observer = await roleOf(fixture, 'siteObserver');
    const both = { enterpriseUUIDs: [fixture.north], siteUUIDs: [fixture.quay] };
    expectFailure(await update(operator, admin, both), 'organizationAndSiteTogether');
    expectFailure(await update(operator, observer, {}), 'selectionRequired');
    expectFailure(await update(operator, observer, { all: true }), 'selectionRequired');
    expectFailure(
      await update(operator, await roleOf(fixture, 'siteAdministrator'), {
        enterpriseUUIDs: [fixture.north],
      }),
      'organizationNotSelectable',
    );
    expectFailure(
      await update(operator, admin, { enterpriseUUIDs: [MY_SHARES_UUID] }),
      'sharesNotSelectable',
    );
  });

  test('returns 404 for sites and roles of another account', async () => {
    const stranger = await buildAccountFixture(server);
    const observer = await roleOf(fixture, 'siteObserver');
    expectFailure(await update(operator, observer, { siteUUIDs: [stranger.harbour] }), 'notFound');
    const theirs = await roleOf(stranger, 'siteObserver');
    expectFailure(await update(operator, theirs, { siteUUIDs: [fixture.harbour] }), 'notFound');
  });
});

describe('disabling and removing', () => {
  test('a disabled person is signed out of this account at once, and can return only when enabled', async () => {
    const apiKey = await server.call(
      'createApiKey',
      { name: 'key', grants: ['site_manage'], expiresAt: null, password: PASSWORD },
      { as: operator.token },
    );
    const { secret } = apiKey.data;
    expectSuccess(await server.call('listSites', {}, { as: secret }));
    expectSuccess(await setDisabled(operator, true));
    expectFailure(await server.call('listSites', {}, { as: operator.token }), 'accountError');
    expectFailure(await server.call('listSites', {}, { as: secret }), 'tokenTimeout');
    expect((await list({ search: operator.userName })).data.rows[0]?.disabled).toBe(true);
    expect((await setDisabled(operator, true)).code).toBe(OK_NOTHING_CHANGED);
    expectSuccess(await setDisabled(operator, false));
    expectSuccess(await server.call('listSites', {}, { as: secret }));
    // Enabled again; the ended session stays ended.
    expectFailure(await server.call('listSites', {}, { as: operator.token }), 'tokenTimeout');
  });

  test('a removed person is not listed and is signed out', async () => {
    expectSuccess(await remove(operator));
    expect((await list({})).data.total).toBe(1);
    expectFailure(await remove(operator), 'notFound');
    expect(await operationsOf(fixture, 'removeSubAccount')).toMatchObject([
      { objects: [{ kind: 'member', id: operator.managerId, name: operator.userName }] },
    ]);
  });

  test('ends no session of another account', async () => {
    const stranger = await buildAccount(server);
    expectFailure(await setDisabled(operator, true, stranger), 'notFound');
    expectFailure(await remove(operator, stranger), 'notFound');
    expectSuccess(await server.call('listSites', {}, { as: operator.token }));
  });
});

describe('people who cannot be changed', () => {
  test('the caller', async () => {
    for (const answer of await everyVerb(fixture.owner, fixture.owner))
      expectFailure(answer, 'selfNotAllowed');
  });

  test('the main account, even by another super administrator', async () => {
    const second = await buildMember(server, fixture.owner, 'superAdministrator');
    for (const answer of await everyVerb(fixture.owner, second)) expectFailure(answer, 'ownerNotAllowed');
    for (const answer of await everyVerb(second, fixture.owner)) expectSuccess(answer);
  });

  test('a person with more permissions', async () => {
    const roleManager = await buildHolder(
      fixture,
      await buildRole(fixture, 'Keeper', ['subaccount_manage:operate', 'site_manage', 'org_manage']),
      { siteUUIDs: [fixture.harbour] },
    );
    for (const answer of await everyVerb(operator, roleManager)) expectFailure(answer, 'permissionDenied');
  });

  test('a person with more reach', async () => {
    const admin = await buildMember(server, fixture.owner, 'siteAdministrator', {
      siteIds: [fixture.harbour],
    });
    const wider = await buildMember(server, fixture.owner, 'siteOperator', {
      siteIds: [fixture.harbour, fixture.mill],
    });
    for (const answer of await everyVerb(wider, admin)) expectFailure(answer, 'notFound');
    for (const answer of await everyVerb(operator, admin)) expectSuccess(answer);
  });

  test('nobody can give what they do not hold', async () => {
    const admin = await buildMember(server, fixture.owner, 'siteAdministrator', {
      siteIds: [fixture.harbour],
    });
    const give = async (role: Parameters<typeof roleOf>[1], reach: Parameters<typeof update>[2]) =>
      update(operator, await roleOf(fixture, role), reach, admin);
    const here = { siteUUIDs: [fixture.harbour] };
    expectFailure(await give('superAdministrator', {}), 'grantsMoreThanHeld');
    expectFailure(await give('organizationAdministrator', here), 'grantsMoreThanHeld');
    expectFailure(await give('finance', here), 'grantsMoreThanHeld');
    expectFailure(await give('siteObserver', { siteUUIDs: [fixture.harbour, fixture.quay] }), 'notFound');
    expectSuccess(await give('siteAdministrator', here));
  });
});
