import { OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import type { Grant } from '@airloom/contract/permissions';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, buildMember } from '../../../../testing/builders.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  buildHolder,
  buildRole,
  expectFailure,
  expectSuccess,
  newTarget,
  operationsOf,
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

const ROLE_MANAGER = ['role_manage:operate', 'site_manage:operate', 'subaccount_manage:operate'] as const;

async function rolesSeenBy(token: string) {
  const roles = await server.call('listRoles', {}, { as: token });
  expectSuccess(roles);
  return roles.data;
}

function remove(roleUUID: string) {
  return server.call('deleteRole', { roleUUID }, { as: fixture.owner.token });
}

function invite(roleUUID: string) {
  const input = { targets: [newTarget()], roleUUID, reach: { siteUUIDs: [fixture.harbour] } };
  return server.call('invite', input, { as: fixture.owner.token });
}

describe('the list', () => {
  test('contains the built-in roles with their permissions, then custom ones, each with its people', async () => {
    const roleUUID = await buildRole(fixture, 'Night shift', ['site_manage:operate']);
    await buildHolder(fixture, roleUUID, { siteUUIDs: [fixture.harbour] });
    await buildHolder(fixture, roleUUID, { siteUUIDs: [fixture.mill] });
    const roles = await rolesSeenBy(fixture.owner.token);
    expect(roles.map((role) => [role.key, role.userCount])).toEqual([
      ...Object.values(BUILT_IN_ROLES).map(({ key }) => [key, key === 'ROLE_SUPER_ADMIN' ? 1 : 0]),
      [`ROLE_OWN_${roleUUID}`, 2],
    ]);
    expect(roles.at(-1)).toMatchObject({
      name: 'Night shift',
      builtIn: false,
      reach: 'organizationOrSite',
      permissions: ['site_manage', 'site_manage:operate'],
      grantable: true,
    });
  });

  test('marks the roles that the caller could not give', async () => {
    const admin = await buildMember(server, fixture.owner, 'siteAdministrator', {
      siteIds: [fixture.harbour],
    });
    const roles = await rolesSeenBy(admin.token);
    const grantable = roles.filter((role) => role.grantable).map((role) => role.key);
    expect(grantable).toEqual(['ROLE_SITE_ADMIN', 'ROLE_SITE_OPER', 'ROLE_SITE_OBSERVER']);
  });

  test('contains only roles of the own account', async () => {
    await buildRole(fixture, 'Ours', ['site_manage']);
    const stranger = await buildAccount(server);
    expect((await rolesSeenBy(stranger.token)).some((role) => role.name === 'Ours')).toBe(false);
  });
});

describe('the permission tree', () => {
  test('marks what a role holds and what the caller may grant', async () => {
    const roleManager = await buildHolder(fixture, await buildRole(fixture, 'Keeper', ROLE_MANAGER), {
      siteUUIDs: [fixture.harbour],
    });
    const roleUUID = await buildRole(fixture, 'Reader', ['operation_log', 'site_manage']);
    const tree = await server.call('permissionTree', { roleUUID }, { as: roleManager.token });
    const permissions = tree.data.flatMap((node) => node.permissions);
    expect(permissions.filter((permission) => permission.view).map(({ key }) => key)).toEqual([
      'site_manage',
      'operation_log',
    ]);
    expect(permissions.filter((permission) => permission.grantableOperate).map(({ key }) => key)).toEqual([
      'site_manage',
      'subaccount_manage',
      'role_manage',
    ]);
  });

  test('returns 404 for a role of another account', async () => {
    const stranger = await buildAccountFixture(server);
    const roleUUID = await buildRole(stranger, 'Theirs', ['site_manage']);
    expectFailure(await server.call('permissionTree', { roleUUID }, { as: fixture.owner.token }), 'notFound');
  });
});

describe('creating a role', () => {
  test('stores the implied views and writes the operation log', async () => {
    await buildRole(fixture, 'Night shift', ['site_manage:operate']);
    const [operation] = await operationsOf(fixture, 'createRole');
    expect(operation?.objects).toMatchObject([{ kind: 'role', name: 'Night shift' }]);
    expect(firstChanges(operation)).toEqual({
      name: [null, 'Night shift'],
      permissions: [null, ['site_manage', 'site_manage:operate']],
    });
  });

  test('refuses a name in use, whatever its case', async () => {
    await buildRole(fixture, 'Night shift', ['site_manage']);
    const again = { name: 'NIGHT SHIFT', permissions: ['site_manage' as const] };
    expectFailure(await server.call('createRole', again, { as: fixture.owner.token }), 'roleNameTaken');
    const stranger = await buildAccount(server);
    expectSuccess(await server.call('createRole', again, { as: stranger.token }));
  });

  test('of two concurrent requests with one name exactly one succeeds', async () => {
    const twin = { name: 'Twin', permissions: ['site_manage' as const] };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.call('createRole', twin, { as: fixture.owner.token })),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    for (const answer of answers.filter((each) => each.code !== 0)) expectFailure(answer, 'roleNameTaken');
  });

  test('grants no more than the caller holds, including implied views', async () => {
    const roleManager = await buildHolder(fixture, await buildRole(fixture, 'Keeper', ROLE_MANAGER), {
      siteUUIDs: [fixture.harbour],
    });
    const create = (permissions: readonly Grant[]) =>
      server.call('createRole', { name: 'New', permissions: [...permissions] }, { as: roleManager.token });
    expectFailure(await create(['site_manage', 'org_manage']), 'grantsMoreThanHeld');
    expectFailure(await create(['org_manage:operate']), 'grantsMoreThanHeld');
    expectSuccess(await create(['site_manage:operate', 'role_manage']));
  });
});

describe('changing a role', () => {
  test('takes effect for its holders at once', async () => {
    const roleUUID = await buildRole(fixture, 'Reader', ['site_manage']);
    const reader = await buildHolder(fixture, roleUUID, { siteUUIDs: [fixture.harbour] });
    expectSuccess(await server.call('listSites', {}, { as: reader.token }));
    const change = { roleUUID, name: 'Logger', permissions: ['operation_log' as const] };
    expectSuccess(await server.call('updateRole', change, { as: fixture.owner.token }));
    expectFailure(await server.call('listSites', {}, { as: reader.token }), 'permissionDenied');
    expectSuccess(await server.call('listOperations', {}, { as: reader.token }));
    const [operation] = await operationsOf(fixture, 'updateRole');
    expect(operation?.objects).toMatchObject([{ kind: 'role', id: roleUUID, name: 'Reader' }]);
    expect(firstChanges(operation)).toEqual({
      name: ['Reader', 'Logger'],
      permissions: [['site_manage'], ['operation_log']],
    });
  });

  test('returns a message when nothing changes', async () => {
    const roleUUID = await buildRole(fixture, 'Reader', ['site_manage']);
    const same = { roleUUID, name: 'Reader', permissions: ['site_manage' as const] };
    const answer = await server.call('updateRole', same, { as: fixture.owner.token });
    expect(answer.code).toBe(OK_NOTHING_CHANGED);
    expect(await operationsOf(fixture, 'updateRole')).toEqual([]);
  });

  test('is refused for built-in roles, names in use and roles of other accounts', async () => {
    const roleUUID = await buildRole(fixture, 'Reader', ['site_manage']);
    await buildRole(fixture, 'Taken', ['site_manage']);
    const stranger = await buildAccount(server);
    const change = { name: 'X', permissions: ['site_manage' as const] };
    const observer = await roleOf(fixture, 'siteObserver');
    const as = { as: fixture.owner.token };
    expectFailure(await server.call('updateRole', { ...change, roleUUID: observer }, as), 'roleBuiltIn');
    expectFailure(
      await server.call('updateRole', { ...change, roleUUID, name: 'taken' }, as),
      'roleNameTaken',
    );
    expectFailure(
      await server.call('updateRole', { ...change, roleUUID }, { as: stranger.token }),
      'notFound',
    );
  });

  test('is refused beyond the caller’s own permissions, for the new and the old grants', async () => {
    const roleManager = await buildHolder(fixture, await buildRole(fixture, 'Keeper', ROLE_MANAGER), {
      siteUUIDs: [fixture.harbour],
    });
    const below = await buildRole(fixture, 'Below', ['site_manage']);
    const above = await buildRole(fixture, 'Above', ['operation_log']);
    const update = (roleUUID: string, permissions: readonly Grant[]) =>
      server.call(
        'updateRole',
        { roleUUID, name: 'New', permissions: [...permissions] },
        { as: roleManager.token },
      );
    expectFailure(await update(below, ['operation_log']), 'grantsMoreThanHeld');
    expectFailure(await update(above, ['site_manage']), 'permissionDenied');
    expectFailure(
      await server.call('deleteRole', { roleUUID: above }, { as: roleManager.token }),
      'permissionDenied',
    );
    expectSuccess(await update(below, ['site_manage:operate']));
  });

  test('is refused while a person beyond the caller’s reach has the role', async () => {
    const roleManager = await buildHolder(fixture, await buildRole(fixture, 'Keeper', ROLE_MANAGER), {
      siteUUIDs: [fixture.harbour],
    });
    const roleUUID = await buildRole(fixture, 'Reader', ['site_manage']);
    const change = { roleUUID, name: 'Reader', permissions: ['site_manage:operate' as const] };
    await buildHolder(fixture, roleUUID, { siteUUIDs: [fixture.harbour] });
    const far = await buildHolder(fixture, roleUUID, { siteUUIDs: [fixture.quay] });
    expectFailure(await server.call('updateRole', change, { as: roleManager.token }), 'permissionDenied');
    await server.call('removeSubAccount', { subAccountUUID: far.membershipId }, { as: fixture.owner.token });
    expectSuccess(await server.call('updateRole', change, { as: roleManager.token }));
  });
});

describe('deleting a role', () => {
  test('is refused while a person has the role, disabled or not', async () => {
    const roleUUID = await buildRole(fixture, 'Reader', ['site_manage']);
    const reader = await buildHolder(fixture, roleUUID, { siteUUIDs: [fixture.harbour] });
    const subAccountUUID = reader.membershipId;
    const as = { as: fixture.owner.token };
    expectFailure(await remove(roleUUID), 'roleInUse');
    await server.call('setSubAccountDisabled', { subAccountUUID, disabled: true }, as);
    expectFailure(await remove(roleUUID), 'roleInUse');
    await server.call('removeSubAccount', { subAccountUUID }, as);
    expectSuccess(await remove(roleUUID));
    expectFailure(await remove(roleUUID), 'notFound');
    expect(await operationsOf(fixture, 'deleteRole')).toMatchObject([
      { objects: [{ kind: 'role', name: 'Reader', exists: false }] },
    ]);
  });

  test('is refused while an invitation offers it, and allowed once that ended', async () => {
    const roleUUID = await buildRole(fixture, 'Reader', ['site_manage']);
    const invited = await invite(roleUUID);
    expectFailure(await remove(roleUUID), 'roleInUse');
    const [invitationUUID = ''] = invited.data.invitationUUIDs;
    await server.call('revokeInvitation', { invitationUUID }, { as: fixture.owner.token });
    expectSuccess(await remove(roleUUID));
  });

  test('is refused for built-in roles and roles of other accounts', async () => {
    expectFailure(await remove(await roleOf(fixture, 'agent')), 'roleBuiltIn');
    const stranger = await buildAccountFixture(server);
    expectFailure(await remove(await buildRole(stranger, 'Theirs', ['site_manage'])), 'notFound');
  });

  test('at the same time as inviting with it: exactly one of the two succeeds', async () => {
    for (let round = 0; round < 12; round += 1) {
      const roleUUID = await buildRole(fixture, `Round ${round}`, ['site_manage']);
      const [invited, removed] = await Promise.all([invite(roleUUID), remove(roleUUID)]);
      if (removed.code === 0) expectFailure(invited, 'notFound');
      else {
        expectFailure(removed, 'roleInUse');
        expectSuccess(invited);
      }
    }
  });

  test('at the same time as giving it to a person: exactly one of the two succeeds', async () => {
    const person = await buildMember(server, fixture.owner, 'siteObserver', { siteIds: [fixture.harbour] });
    const observer = await roleOf(fixture, 'siteObserver');
    const give = (roleUUID: string) =>
      server.call(
        'updateSubAccount',
        { subAccountUUID: person.membershipId, roleUUID, reach: { siteUUIDs: [fixture.harbour] } },
        { as: fixture.owner.token },
      );
    for (let round = 0; round < 12; round += 1) {
      const roleUUID = await buildRole(fixture, `Round ${round}`, ['site_manage']);
      const [given, removed] = await Promise.all([give(roleUUID), remove(roleUUID)]);
      if (removed.code === 0) expectFailure(given, 'notFound');
      else {
        expectFailure(removed, 'roleInUse');
        expectSuccess(given);
        expectSuccess(await give(observer));
      }
    }
  });
});
