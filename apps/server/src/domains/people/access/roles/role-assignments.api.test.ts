import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { buildAccount, buildMember, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { invitationToken } from '../../../../testing/world.ts';
import { firstMembershipOf, loadScope, membershipsOf } from '../index.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  buildHolder,
  buildRole,
  expectSuccess,
  roleOf,
} from '../testing/account-fixture.ts';

let server: TestServer;
let fixture: AccountFixture;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAccountFixture(server);
});

function scopeOf(person: Person) {
  return server.platform.database.asSystem((tx) => loadScope(tx, person.tenant, person.membershipId));
}

async function close(table: 'account' | 'manager', id: string): Promise<void> {
  await server.platform.database.asSystem((tx) =>
    tx.run(sqlBuilder.updateTable(table).set({ closed_at: server.platform.now() }).where('id', '=', id)),
  );
}

async function join(host: AccountFixture, guest: Person): Promise<void> {
  const input = {
    targets: [guest.email],
    roleUUID: await roleOf(host, 'siteObserver'),
    reach: { siteUUIDs: [host.harbour] },
  };
  expectSuccess(await server.call('invite', input, { as: host.owner.token }));
  const token = await invitationToken(server, guest.email);
  expectSuccess(await server.call('acceptInvitation', { token }, { as: guest.token }));
}

/** Permissions that an account has only with a flag of its own. */
function isOfOthers(grant: string): boolean {
  return grant.startsWith('operator_') || grant.startsWith('agent_');
}

describe('loadScope', () => {
  test('of the owner: everything that exists in the account', async () => {
    const loaded = await scopeOf(fixture.owner);
    expect(loaded).toMatchObject({
      language: 'en',
      disabled: false,
      closed: false,
      scope: {
        tenant: fixture.owner.tenant,
        manager: fixture.owner.managerId,
        membership: fixture.owner.membershipId,
        userName: fixture.owner.userName,
        roleKey: 'ROLE_SUPER_ADMIN',
        reach: { kind: 'all' },
        demo: false,
      },
    });
    const { grants } = BUILT_IN_ROLES.superAdministrator;
    expect(loaded?.scope.grants).toEqual(new Set(grants.filter((grant) => !isOfOthers(grant))));
  });

  test('of others: their organizations, their sites, or nothing', async () => {
    const admin = await buildMember(server, fixture.owner, 'organizationAdministrator', {
      enterpriseIds: [fixture.north],
    });
    const observer = await buildMember(server, fixture.owner, 'siteObserver', { siteIds: [fixture.quay] });
    const nobody = await buildMember(server, fixture.owner, 'siteObserver');
    expect((await scopeOf(admin))?.scope.reach).toEqual({ kind: 'enterprises', ids: [fixture.north] });
    expect((await scopeOf(observer))?.scope.reach).toEqual({ kind: 'sites', ids: [fixture.quay] });
    expect((await scopeOf(nobody))?.scope.reach).toEqual({ kind: 'sites', ids: [] });
  });

  test('of a custom role: its permissions with the views they imply', async () => {
    const role = await buildRole(fixture, 'Keeper', ['site_manage:operate']);
    const roleManager = await buildHolder(fixture, role, { siteUUIDs: [fixture.harbour] });
    expect((await scopeOf(roleManager))?.scope.grants).toEqual(
      new Set(['site_manage', 'site_manage:operate']),
    );
  });

  test('distinguishes disabled, closed and missing', async () => {
    const observer = await buildMember(server, fixture.owner, 'siteObserver', { siteIds: [fixture.quay] });
    const input = { subAccountUUID: observer.membershipId, disabled: true };
    await server.call('setSubAccountDisabled', input, { as: fixture.owner.token });
    expect(await scopeOf(observer)).toMatchObject({ disabled: true, closed: false });
    await close('manager', observer.managerId);
    expect(await scopeOf(observer)).toMatchObject({ disabled: true, closed: true });
    await close('account', fixture.owner.tenant);
    expect(await scopeOf(fixture.owner)).toMatchObject({ disabled: false, closed: true });
    expect(await scopeOf({ ...observer, membershipId: newId() })).toBeUndefined();
    const stranger = await buildAccount(server);
    expect(await scopeOf({ ...observer, tenant: stranger.tenant })).toBeUndefined();
  });

  test('in a demo account everyone but its owner is a visitor', async () => {
    const observer = await buildMember(server, fixture.owner, 'siteObserver', { siteIds: [fixture.quay] });
    await server.platform.database.asSystem((tx) =>
      tx.run(sqlBuilder.updateTable('account').set({ demo: true }).where('id', '=', fixture.owner.tenant)),
    );
    expect((await scopeOf(observer))?.scope.demo).toBe(true);
    expect((await scopeOf(fixture.owner))?.scope.demo).toBe(false);
  });
});

describe('the roles of a person', () => {
  test('are listed over all accounts, their own first, then by assignment', async () => {
    const guest = await buildMember(server, fixture.owner, 'siteOperator', { siteIds: [fixture.harbour] });
    const second = await buildAccountFixture(server);
    await join(second, guest);
    const owner = await buildAccount(server);
    await join(fixture, owner);
    const rolesOf = async (person: Person) =>
      (await server.call('listMyRoles', {}, { as: person.token })).data;
    expect((await rolesOf(guest)).map((role) => [role.accountUUID, role.key])).toEqual([
      [fixture.owner.tenant, 'ROLE_SITE_OPER'],
      [second.owner.tenant, 'ROLE_SITE_OBSERVER'],
    ]);
    expect((await rolesOf(owner)).map((role) => role.accountUUID)).toEqual([
      owner.tenant,
      fixture.owner.tenant,
    ]);
    expect((await rolesOf(guest))[0]).toMatchObject({
      managerUUID: guest.managerId,
      alias: guest.userName,
      roleName: '',
      accountName: fixture.owner.userName,
      demo: false,
    });
    expect(new Set((await rolesOf(guest))[0]?.permissions)).toEqual(
      new Set(BUILT_IN_ROLES.siteOperator.grants),
    );
  });

  test('leave out disabled memberships and closed accounts', async () => {
    const guest = await buildAccount(server);
    const second = await buildAccountFixture(server);
    await join(fixture, guest);
    await join(second, guest);
    const member = await server.call(
      'listSubAccounts',
      { search: guest.userName },
      { as: fixture.owner.token },
    );
    const subAccountUUID = member.data.rows[0]?.subAccountUUID ?? '';
    await server.call(
      'setSubAccountDisabled',
      { subAccountUUID, disabled: true },
      { as: fixture.owner.token },
    );
    await close('account', second.owner.tenant);
    const roles = await server.call('listMyRoles', {}, { as: guest.token });
    expect(roles.data.map((role) => role.accountUUID)).toEqual([guest.tenant]);
    const { database } = server.platform;
    const memberships = await database.asSystem((tx) => membershipsOf(tx, guest.managerId));
    expect(memberships.map((membership) => membership.tenant)).toEqual([guest.tenant]);
    expect(await database.asSystem((tx) => firstMembershipOf(tx, guest.managerId))).toMatchObject({
      tenant: guest.tenant,
      membershipId: guest.membershipId,
      owner: true,
    });
  });

  test('a new nickname becomes the alias in the current account only', async () => {
    const guest = await buildAccount(server);
    await join(fixture, guest);
    expectSuccess(await server.call('updateProfile', { nickname: 'Captain' }, { as: guest.token }));
    const roles = await server.call('listMyRoles', {}, { as: guest.token });
    expect(roles.data.map((role) => role.alias)).toEqual(['Captain', guest.userName]);
  });
});
