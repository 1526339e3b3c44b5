import { CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { buildAccount, buildMember, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { invitationToken } from '../../../../testing/world.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  expectFailure,
  expectSuccess,
  namesSeenBy,
  newTarget,
  operationsOf,
  roleOf,
} from '../testing/account-fixture.ts';

let server: TestServer;
let fixture: AccountFixture;
let guest: Person;
let observer: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAccountFixture(server);
  guest = await buildAccount(server);
  observer = await roleOf(fixture, 'siteObserver');
});

async function invited(
  target: string,
  offer: { roleUUID?: string; enterpriseUUIDs?: string[]; siteUUIDs?: string[] } = {},
): Promise<{ id: string; token: string }> {
  const { roleUUID = observer, ...selected } = offer;
  const reach = { siteUUIDs: [fixture.harbour], ...selected };
  const input = { targets: [target], roleUUID, reach };
  const answer = await server.call('invite', input, { as: fixture.owner.token });
  expectSuccess(answer);
  return { id: answer.data.invitationUUIDs[0] ?? '', token: await invitationToken(server, target) };
}

function accept(token: string, person = guest) {
  return server.call('acceptInvitation', { token }, { as: person.token });
}

async function switchTo(person: Person, to: { accountUUID: string; roleUUID: string }): Promise<string> {
  const answer = await server.call('updateToken', to, { as: person.token });
  expectSuccess(answer);
  return answer.data.access_token;
}

async function statusOf(token: string) {
  return (await server.call('viewInvitation', { token })).data.status;
}

describe('seeing an invitation', () => {
  test('shows inviter, recipient and role to anyone with the link', async () => {
    const { token } = await invited(guest.email);
    expect((await server.call('viewInvitation', { token })).data).toMatchObject({
      accountName: fixture.owner.userName,
      invitedBy: fixture.owner.userName,
      roleKey: 'ROLE_SITE_OBSERVER',
      roleName: '',
      target: guest.email,
      status: 'sent',
    });
  });
});

describe('accepting', () => {
  test('adds the person to the account with exactly what was offered', async () => {
    const { token } = await invited(guest.email);
    const answer = await accept(token);
    expectSuccess(answer);
    expect(answer.data).toEqual({ accountUUID: fixture.owner.tenant, roleUUID: observer });
    const inside = await switchTo(guest, answer.data);
    const sites = await server.call('getAllSiteName', {}, { as: inside });
    expect(sites.data.map((site) => site.siteUUID)).toEqual([fixture.harbour]);
    expect(await namesSeenBy(fixture, fixture.owner)).toContain(guest.userName);
    expect(await statusOf(token)).toBe('accepted');
    expect(await operationsOf(fixture, 'acceptInvitation')).toMatchObject([
      {
        userName: guest.userName,
        objects: [
          {
            kind: 'invitation',
            name: guest.email,
            changes: [{ field: 'invitationStatus', from: 'sent', to: 'accepted' }],
          },
        ],
      },
    ]);
  });

  test('is refused for anyone but the invited person', async () => {
    const { token } = await invited(newTarget());
    expectFailure(await accept(token), 'invitationForSomeoneElse');
    expect(await statusOf(token)).toBe('sent');
  });

  test('works with a phone number as well', async () => {
    const phone = '+48 600300400';
    await server.platform.database.asSystem((tx) =>
      tx.run(sqlBuilder.updateTable('manager').set({ phone }).where('id', '=', guest.managerId)),
    );
    const { token } = await invited(phone);
    expectSuccess(await accept(token));
  });

  test('works once', async () => {
    const { token } = await invited(guest.email);
    expectSuccess(await accept(token));
    expectFailure(await accept(token), 'invitationEnded');
  });

  test('works once when many requests arrive at the same time', async () => {
    const { token } = await invited(guest.email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token)));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    for (const answer of answers.filter((each) => each.code !== 0)) expectFailure(answer, 'invitationEnded');
    const people = await server.call('listSubAccounts', {}, { as: fixture.owner.token });
    expect(people.data.rows.filter((row) => row.managerUUID === guest.managerId)).toHaveLength(1);
  });

  test('at the same time as revoking: exactly one of the two succeeds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const person = await buildAccount(server);
      const { id, token } = await invited(person.email);
      const [accepted, revoked] = await Promise.all([
        accept(token, person),
        server.call('revokeInvitation', { invitationUUID: id }, { as: fixture.owner.token }),
      ]);
      expect([accepted.code, revoked.code].filter((code) => code === 0)).toHaveLength(1);
      expectFailure(accepted.code === 0 ? revoked : accepted, 'invitationEnded');
      expect(await statusOf(token)).toBe(accepted.code === 0 ? 'accepted' : 'revoked');
    }
  });

  test('is refused for a person who has the role already, and allowed with another role', async () => {
    const member = await buildMember(server, fixture.owner, 'siteObserver', { siteIds: [fixture.mill] });
    const same = await invited(member.email);
    expectFailure(await accept(same.token, member), 'alreadyMember');
    expect(await statusOf(same.token)).toBe('sent');
    const operator = await roleOf(fixture, 'siteOperator');
    server.advance(CODE_LIMITS.resendMs);
    const other = await invited(member.email, { roleUUID: operator });
    expectSuccess(await accept(other.token, member));
    const roles = await server.call('listMyRoles', {}, { as: member.token });
    expect(roles.data.map((role) => role.key)).toEqual(['ROLE_SITE_OBSERVER', 'ROLE_SITE_OPER']);
  });

  test('is refused after the invitation was revoked or the account closed', async () => {
    const revoked = await invited(guest.email);
    await server.call('revokeInvitation', { invitationUUID: revoked.id }, { as: fixture.owner.token });
    expectFailure(await accept(revoked.token), 'invitationEnded');
    server.advance(CODE_LIMITS.resendMs);
    const open = await invited(guest.email);
    await server.platform.database.asSystem((tx) =>
      tx.run(
        sqlBuilder
          .updateTable('account')
          .set({ closed_at: server.platform.now() })
          .where('id', '=', fixture.owner.tenant),
      ),
    );
    expectFailure(await accept(open.token), 'notFound');
    expectFailure(await server.call('viewInvitation', { token: open.token }), 'notFound');
  });

  test('is refused when nothing of what it offered exists any more', async () => {
    const { token } = await invited(guest.email, { siteUUIDs: [fixture.quay] });
    await server.platform.database.asSystem((tx) =>
      tx.run(sqlBuilder.deleteFrom('site').where('id', '=', fixture.quay)),
    );
    expectFailure(await accept(token), 'invitationEnded');
    const roles = await server.call('listMyRoles', {}, { as: guest.token });
    expect(roles.data.map((role) => role.accountUUID)).toEqual([guest.tenant]);
  });

  test('a person removed later stays signed in to their own account', async () => {
    const { token } = await invited(guest.email);
    const joined = await accept(token);
    const own = await server.call('listSubAccounts', { search: guest.userName }, { as: fixture.owner.token });
    const subAccountUUID = own.data.rows[0]?.subAccountUUID ?? '';
    expectSuccess(await server.call('removeSubAccount', { subAccountUUID }, { as: fixture.owner.token }));
    expectSuccess(await server.call('listSites', {}, { as: guest.token }));
    expectFailure(await server.call('updateToken', joined.data, { as: guest.token }), 'notFound');
  });
});

describe('registering with an invitation', () => {
  const password = 'Wide-River-2277';

  function register(userName: string, target: string, invitation: string) {
    const input = { username: userName, target, password, confirmPassword: password, invitation };
    return server.call('registerAccount', input);
  }

  test('needs no code, creates no account of one’s own and joins the inviting one', async () => {
    const target = newTarget();
    const { token } = await invited(target);
    const answer = await register('newcomer', target, token);
    expectSuccess(answer);
    const roles = await server.call('listMyRoles', {}, { as: answer.data.access_token });
    expect(roles.data).toMatchObject([{ accountUUID: fixture.owner.tenant, key: 'ROLE_SITE_OBSERVER' }]);
    expect(await statusOf(token)).toBe('accepted');
  });

  test('with another person’s link creates no person', async () => {
    const { token } = await invited(newTarget());
    expectFailure(await register('intruder', newTarget(), token), 'invitationForSomeoneElse');
    const free = await server.call('checkAccount', { username: 'intruder' });
    expect(free.data.available).toBe(true);
    expect(await statusOf(token)).toBe('sent');
  });
});
