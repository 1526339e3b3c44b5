import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildMember, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { invitationToken } from '../../../../testing/world.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  expectFailure,
  expectSuccess,
  newTarget,
  operationsOf,
  roleOf,
} from '../testing/account-fixture.ts';

let server: TestServer;
let fixture: AccountFixture;
let inviter: Person;
let guest: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAccountFixture(server);
  inviter = await buildMember(server, fixture.owner, 'siteAdministrator', { siteIds: [fixture.harbour] });
  guest = await buildAccount(server);
});

async function invited(target: string, by: Person): Promise<string> {
  const roleUUID = await roleOf(fixture, 'siteObserver');
  const input = { targets: [target], roleUUID, reach: { siteUUIDs: [fixture.harbour] } };
  expectSuccess(await server.call('invite', input, { as: by.token }));
  return invitationToken(server, target);
}

async function statusOf(token: string) {
  return (await server.call('viewInvitation', { token })).data.status;
}

const as = () => ({ as: fixture.owner.token });
const disable = ({ membershipId }: Person) =>
  server.call('setSubAccountDisabled', { subAccountUUID: membershipId, disabled: true }, as());
const remove = ({ membershipId }: Person) =>
  server.call('removeSubAccount', { subAccountUUID: membershipId }, as());

test.each([
  ['disabled', disable, 'setSubAccountDisabled'],
  ['removed', remove, 'removeSubAccount'],
] as const)('what a person sent who was %s opens nothing any more', async (_, end, call) => {
  const token = await invited(guest.email, inviter);
  const others = await invited(newTarget(), fixture.owner);
  expectSuccess(await end(inviter));
  expect(await statusOf(token)).toBe('revoked');
  expectFailure(await server.call('acceptInvitation', { token }, { as: guest.token }), 'invitationEnded');
  expect(await statusOf(others)).toBe('sent');
  const [operation] = await operationsOf(fixture, call);
  expect(operation?.objects).toContainEqual(
    expect.objectContaining({ kind: 'invitation', name: guest.email }),
  );
});

test.each([
  ['disabled', disable],
  ['removed', remove],
] as const)('what was sent to a person who was %s does not let them in again', async (_, end) => {
  const token = await invited(inviter.email, fixture.owner);
  expectSuccess(await end(inviter));
  expect(await statusOf(token)).toBe('revoked');
});

test('keeps the invitations of a person who has another role in the account', async () => {
  const second = await invited(inviter.email, fixture.owner);
  expectSuccess(await server.call('acceptInvitation', { token: second }, { as: inviter.token }));
  const token = await invited(guest.email, inviter);
  expectSuccess(await remove(inviter));
  expect(await statusOf(token)).toBe('sent');
});

test('revokes invitations that a person sends while they are removed', async () => {
  const roleUUID = await roleOf(fixture, 'siteObserver');
  const reach = { siteUUIDs: [fixture.harbour] };
  for (let round = 0; round < 6; round += 1) {
    const person = await buildMember(server, fixture.owner, 'siteAdministrator', {
      siteIds: [fixture.harbour],
    });
    const invite = { targets: [newTarget()], roleUUID, reach };
    const [, ended] = await Promise.all([
      server.call('invite', invite, { as: person.token }),
      round % 2 === 0 ? disable(person) : remove(person),
    ]);
    expectSuccess(ended);
    const open = await server.call('listInvitations', { status: 'sent' }, as());
    expect(open.data.total).toBe(0);
  }
});

test('leaves invitations of another account alone', async () => {
  const elsewhere = await buildAccountFixture(server);
  const roleUUID = await roleOf(elsewhere, 'siteObserver');
  const input = { targets: [inviter.email], roleUUID, reach: { siteUUIDs: [elsewhere.harbour] } };
  expectSuccess(await server.call('invite', input, { as: elsewhere.owner.token }));
  const token = await invitationToken(server, inviter.email);
  expectSuccess(await remove(inviter));
  expect(await statusOf(token)).toBe('sent');
});

test('closing an account revokes the invitations its person sent', async () => {
  const token = await invited(guest.email, inviter);
  expectSuccess(await server.call('releaseAccount', { password: PASSWORD }, { as: inviter.token }));
  expect(await statusOf(token)).toBe('revoked');
});
