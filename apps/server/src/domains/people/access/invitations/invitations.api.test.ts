import { ACCOUNT_LIMITS, CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { QUOTAS } from '@airloom/contract/quotas';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { hashToken, newToken } from '../../../../platform/secrets.ts';
import { buildMember, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { invitationToken } from '../../../../testing/world.ts';
import { expireInvitationsDaily } from '../access.jobs.ts';
import { setDelivery } from '../index.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  buildRole,
  expectFailure,
  expectSuccess,
  newTarget,
  operationsOf,
  roleOf,
} from '../testing/account-fixture.ts';

let server: TestServer;
let fixture: AccountFixture;
let observer: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAccountFixture(server);
  observer = await roleOf(fixture, 'siteObserver');
});

type InviteInput = Parameters<typeof server.call<'invite'>>[1];

function invite(targets: string[], input: Partial<InviteInput> = {}, person: Person = fixture.owner) {
  const whole = { targets, roleUUID: observer, reach: { siteUUIDs: [fixture.harbour] }, ...input };
  return server.call('invite', whole, { as: person.token });
}

async function inviteOne(target: string): Promise<string> {
  const answer = await invite([target]);
  expectSuccess(answer);
  return answer.data.invitationUUIDs[0] ?? '';
}

function resend(invitationUUID: string, person: Person = fixture.owner) {
  return server.call('resendInvitation', { invitationUUID }, { as: person.token });
}

function revoke(invitationUUID: string, person: Person = fixture.owner) {
  return server.call('revokeInvitation', { invitationUUID }, { as: person.token });
}

async function invitations(input: Parameters<typeof server.call<'listInvitations'>>[1] = {}) {
  const answer = await server.call('listInvitations', input, { as: fixture.owner.token });
  expectSuccess(answer);
  return answer.data;
}

async function storedTokenHash(id: string): Promise<Buffer | undefined> {
  const row = await server.platform.database.withTenant({ tenant: fixture.owner.tenant }, (tx) =>
    tx.first(sqlBuilder.selectFrom('invitation').select('token_hash').where('id', '=', id)),
  );
  return row?.token_hash;
}

async function fill(count: number, expiresAt: Date): Promise<void> {
  const { tenant, managerId } = fixture.owner;
  await server.platform.database.withTenant({ tenant }, async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await tx.run(
        sqlBuilder.insertInto('invitation').values({
          tenant_id: tenant,
          id: newId(),
          token_hash: hashToken(newToken()),
          target: newTarget(),
          role_id: observer,
          site_ids: [fixture.harbour],
          status: 'sent',
          invited_by: managerId,
          expires_at: expiresAt,
        }),
      );
    }
  });
}

async function signInAgain(person: Person): Promise<string> {
  const answer = await server.call('login', { username: person.userName, password: PASSWORD });
  expectSuccess(answer);
  return answer.data.access_token;
}

describe('inviting', () => {
  test('sends a mail with a link and stores only a hash of its token', async () => {
    const target = newTarget();
    const id = await inviteOne(target);
    const { subject, body } = await server.lastMessage(target);
    expect(subject).toContain(fixture.owner.userName);
    const token = await invitationToken(server, target);
    expect(body).toContain(`${server.url}/register?invitation=${token}`);
    expect(await storedTokenHash(id)).toEqual(hashToken(token));
    expect(JSON.stringify(await operationsOf(fixture, 'invite'))).not.toContain(token);
    const [operation] = await operationsOf(fixture, 'invite');
    expect(operation?.objects).toMatchObject([
      { kind: 'invitation', id, name: target, siteUUIDs: [fixture.harbour] },
    ]);
    expect(firstChanges(operation)).toMatchObject({
      role: [null, { references: [{ kind: 'role', name: 'ROLE_SITE_OBSERVER' }] }],
    });
  });

  test('sends a text message to a phone, in the language of the inviting person', async () => {
    const target = '+48 600100200';
    await server.call(
      'invite',
      { targets: [target], roleUUID: observer, reach: { siteUUIDs: [fixture.harbour] } },
      { as: fixture.owner.token, language: 'pl' },
    );
    const { subject, body } = await server.lastMessage(target);
    expect(subject).toBe('');
    expect(body).toMatch(/register\?invitation=/);
    expect(body).toContain('zaprasza');
  });

  test('lists the status of each invitation', async () => {
    const target = newTarget();
    await inviteOne(target);
    await expect
      .poll(async () => (await invitations()).rows, WITHIN)
      .toMatchObject([
        {
          target,
          roleKey: 'ROLE_SITE_OBSERVER',
          reachNames: ['Harbour'],
          status: 'sent',
          invitedBy: fixture.owner.userName,
          delivery: 'sent',
        },
      ]);
  });

  test('accepts five targets at once and no more, each once', async () => {
    const five = Array.from({ length: ACCOUNT_LIMITS.inviteMax }, newTarget);
    expect((await invite(five)).data.invitationUUIDs).toHaveLength(5);
    expectFailure(await invite([...five, newTarget()]), 'invalidInput');
    const twice = newTarget();
    expectFailure(await invite([twice, twice.toUpperCase()]), 'invalidInput');
  });

  test('validates the selection of organizations and sites', async () => {
    const target = newTarget();
    const admin = await roleOf(fixture, 'organizationAdministrator');
    const both = { enterpriseUUIDs: [fixture.north], siteUUIDs: [fixture.quay] };
    expectFailure(await invite([target], { roleUUID: admin, reach: both }), 'organizationAndSiteTogether');
    expectFailure(await invite([target], { reach: {} }), 'selectionRequired');
    expectFailure(
      await invite([target], {
        roleUUID: await roleOf(fixture, 'siteAdministrator'),
        reach: { enterpriseUUIDs: [fixture.north] },
      }),
      'organizationNotSelectable',
    );
    const shares = { enterpriseUUIDs: [MY_SHARES_UUID] };
    expectFailure(await invite([target], { roleUUID: admin, reach: shares }), 'sharesNotSelectable');
    expectFailure(await invite([target], { reach: { siteUUIDs: [newId()] } }), 'notFound');
    expectFailure(await invite([target], { roleUUID: newId() }), 'notFound');
    expect((await invitations()).total).toBe(0);
  });

  test('needs no selection for a super administrator, and only a super administrator may invite one', async () => {
    const roleUUID = await roleOf(fixture, 'superAdministrator');
    expectSuccess(await invite([newTarget()], { roleUUID, reach: { all: true } }));
    const admin = await buildMember(server, fixture.owner, 'organizationAdministrator', {
      enterpriseIds: [fixture.north],
    });
    expectFailure(
      await invite([newTarget()], { roleUUID, reach: { all: true } }, admin),
      'grantsMoreThanHeld',
    );
  });

  test('is refused beyond the permissions and the reach of the inviting person', async () => {
    const admin = await buildMember(server, fixture.owner, 'siteAdministrator', {
      siteIds: [fixture.harbour],
    });
    const roleUUID = await buildRole(fixture, 'Keeper', ['role_manage']);
    expectFailure(await invite([newTarget()], { roleUUID }, admin), 'grantsMoreThanHeld');
    expectFailure(await invite([newTarget()], { reach: { siteUUIDs: [fixture.quay] } }, admin), 'notFound');
    expectSuccess(await invite([newTarget()], {}, admin));
  });

  test('returns nothing of another account', async () => {
    const stranger = await buildAccountFixture(server);
    expectFailure(
      await invite([newTarget()], { roleUUID: await roleOf(stranger, 'siteObserver') }),
      'notFound',
    );
    expectFailure(await invite([newTarget()], { reach: { siteUUIDs: [stranger.harbour] } }), 'notFound');
    const id = await inviteOne(newTarget());
    expectFailure(await resend(id, stranger.owner), 'notFound');
    expectFailure(await revoke(id, stranger.owner), 'notFound');
  });
});

describe('inviting again', () => {
  test('renews an open invitation: new link, new offer, the old link is invalid', async () => {
    const target = newTarget();
    const id = await inviteOne(target);
    const old = await invitationToken(server, target);
    server.advance(CODE_LIMITS.resendMs);
    const again = await invite([target], { reach: { siteUUIDs: [fixture.mill] } });
    expect(again.data.invitationUUIDs).toEqual([id]);
    expect((await invitations()).rows).toMatchObject([{ invitationUUID: id, reachNames: ['Mill'] }]);
    expectFailure(await server.call('viewInvitation', { token: old }), 'notFound');
    const view = await server.call('viewInvitation', { token: await invitationToken(server, target) });
    expect(view.data.status).toBe('sent');
  });

  test('by two requests at once leaves one open invitation', async () => {
    const target = newTarget();
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite([target])));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect((await invitations()).total).toBe(1);
  });

  test('is limited to one message a minute, also after revoking', async () => {
    const target = newTarget();
    const id = await inviteOne(target);
    server.advance(CODE_LIMITS.resendMs - 10_000);
    const early = await resend(id);
    expectFailure(early, 'invitationSentTooOften');
    expect(early.failure.retryAfter).toBeGreaterThan(0);
    expect(early.failure.retryAfter).toBeLessThanOrEqual(10);
    expectFailure(await invite([newTarget(), target]), 'invitationSentTooOften');
    expectSuccess(await revoke(id));
    expectFailure(await invite([target]), 'invitationSentTooOften');
    server.advance(10_000);
    expectSuccess(await invite([target]));
    expectSuccess(await invite([newTarget()]));
    expect((await invitations({ status: 'sent' })).total).toBe(2);
  });

  test('resending invalidates the old link and keeps the offer', async () => {
    const target = newTarget();
    const id = await inviteOne(target);
    const old = await invitationToken(server, target);
    server.advance(CODE_LIMITS.resendMs);
    expectSuccess(await resend(id));
    expectFailure(await server.call('viewInvitation', { token: old }), 'notFound');
    const view = await server.call('viewInvitation', { token: await invitationToken(server, target) });
    expect(view.data).toMatchObject({ target, roleKey: 'ROLE_SITE_OBSERVER', status: 'sent' });
  });
});

describe('the end of an invitation', () => {
  test('revoked: the link returns that reason and cannot be restored', async () => {
    const target = newTarget();
    const id = await inviteOne(target);
    const token = await invitationToken(server, target);
    expectSuccess(await revoke(id));
    expect((await server.call('viewInvitation', { token })).data.status).toBe('revoked');
    expectFailure(await revoke(id), 'invitationEnded');
    expectFailure(await resend(id), 'invitationEnded');
    const [operation] = await operationsOf(fixture, 'revokeInvitation');
    expect(firstChanges(operation)).toEqual({ invitationStatus: ['sent', 'revoked'] });
  });

  test('returns 404 for an unknown link', async () => {
    expectFailure(await server.call('viewInvitation', { token: newToken() }), 'notFound');
  });
});

describe('the limit of open invitations', () => {
  test('holds for concurrent requests; a renewal does not count', async () => {
    const now = server.platform.now().getTime();
    await fill(5, new Date(now - 1));
    await fill(QUOTAS.invitations.usual - 3, new Date(now + 3_600_000));
    const known = newTarget();
    await inviteOne(known);
    const answers = await Promise.all(Array.from({ length: 6 }, () => invite([newTarget()])));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(2);
    for (const answer of answers.filter((each) => each.code !== 0)) {
      expectFailure(answer, 'quotaReached');
      expect(answer.msg).toContain(String(QUOTAS.invitations.usual));
    }
    server.advance(CODE_LIMITS.resendMs);
    expectSuccess(await invite([known]));
  });
});

test('setDelivery stores whether the message was delivered', async () => {
  const target = newTarget();
  const id = await inviteOne(target);
  await expect.poll(async () => (await invitations()).rows[0]?.delivery, WITHIN).toBe('sent');
  await setDelivery(server.platform, id, 'failed');
  expect((await invitations()).rows[0]?.delivery).toBe('failed');
  await setDelivery(server.platform, newId(), 'failed');
});

// Last, because the server's clock does not go back: everyone signs in again.
describe('expiry', () => {
  test('an invitation is expired before the job runs, and can be resent or revoked', async () => {
    const target = newTarget();
    const id = await inviteOne(target);
    const other = await inviteOne(newTarget());
    const token = await invitationToken(server, target);
    server.advance(ACCOUNT_LIMITS.invitationValidMs);
    fixture = { ...fixture, owner: { ...fixture.owner, token: await signInAgain(fixture.owner) } };
    expect((await server.call('viewInvitation', { token })).data.status).toBe('expired');
    expect((await invitations({ status: 'expired' })).total).toBe(2);
    expect((await invitations({ status: 'sent' })).total).toBe(0);
    expectSuccess(await revoke(other));
    await expireInvitationsDaily(server.platform).run();
    await expireInvitationsDaily(server.platform).run();
    expect((await invitations()).rows.map((row) => row.status).sort()).toEqual(['expired', 'revoked']);
    expectSuccess(await resend(id));
    expect((await invitations({ status: 'sent' })).rows).toMatchObject([{ invitationUUID: id }]);
    const fresh = await server.call('viewInvitation', { token: await invitationToken(server, target) });
    expect(fresh.data.status).toBe('sent');
  });

  test('an expired invitation cannot be resent while a newer one is open', async () => {
    const target = newTarget();
    const old = await inviteOne(target);
    server.advance(ACCOUNT_LIMITS.invitationValidMs);
    fixture = { ...fixture, owner: { ...fixture.owner, token: await signInAgain(fixture.owner) } };
    await expireInvitationsDaily(server.platform).run();
    const newer = await inviteOne(target);
    expect(newer).not.toBe(old);
    server.advance(CODE_LIMITS.resendMs);
    expectFailure(await resend(old), 'invitationEnded');
  });
});
