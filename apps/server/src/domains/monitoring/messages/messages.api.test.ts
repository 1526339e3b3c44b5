import { OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { MESSAGE_LIMITS } from '@airloom/contract/messages/messages.limits';
import type { Message, MessageTab } from '@airloom/contract/messages/messages.model';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import { invitationToken, roleByKey } from '../../../testing/world.ts';
import { expectFailure, expectSuccess } from '../../people/identity/testing/expectations.ts';
import { listen } from '../../people/identity/testing/live.ts';
import { Inbox, type NewMessage } from './index.ts';
import { forgetMessages } from './messages.jobs.ts';

let server: TestServer;
let owner: Person;
let colleague: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
  colleague = await buildMember(server, owner, 'superAdministrator');
});

function newMessage(to: Person, once: string, more: Partial<NewMessage> = {}): NewMessage {
  return {
    managerId: to.managerId,
    once,
    tab: 'system',
    key: 'messages.sentence.joined',
    params: { name: once },
    link: '',
    at: server.platform.now(),
    ...more,
  };
}

function write(tenant: string, ...messages: NewMessage[]): Promise<void> {
  return server.platform.database.withTenant({ tenant }, (tx) => Inbox.write(tx, tenant, messages));
}

async function messagesOf(person: Person, tab: MessageTab = 'system', more: object = {}): Promise<Message[]> {
  const answer = await server.call('listMessages', { tab, size: 200, ...more }, { as: person.token });
  expectSuccess(answer);
  return answer.data.rows;
}

async function namesOf(person: Person): Promise<unknown[]> {
  return (await messagesOf(person)).map(({ params }) => params['name']);
}

async function unreadOf(person: Person) {
  return (await server.call('getMessageCount', {}, { as: person.token })).data;
}

test('a message is stored once, listed newest first, and not for people outside the account', async () => {
  const stranger = await buildAccount(server);
  await write(
    owner.tenant,
    newMessage(owner, 'one'),
    newMessage(colleague, 'one'),
    newMessage(stranger, 'one'),
  );
  server.advance(1_000);
  await write(
    owner.tenant,
    newMessage(owner, 'one', { params: { name: 'again' } }),
    newMessage(owner, 'two'),
  );
  expect(await namesOf(owner)).toEqual(['two', 'one']);
  expect(await namesOf(colleague)).toEqual(['one']);
  expect(await unreadOf(owner)).toEqual({ system: 2, notice: 0, message: 0 });
  const abroad = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select from message where manager_id = ${stranger.managerId}`),
  );
  expect(abroad).toEqual([]);
});

test('a rolled back transaction stores no message', async () => {
  const { database } = server.platform;
  const tried = database.withTenant(owner, async (tx) => {
    await Inbox.write(tx, owner.tenant, [newMessage(owner, 'never')]);
    throw new Error('changed my mind');
  });
  await expect(tried).rejects.toThrow('changed my mind');
  expect(await namesOf(owner)).toEqual([]);
});

test('reads and removes some or all own messages of a tab', async () => {
  await write(
    owner.tenant,
    ...['one', 'two', 'three'].map((once) => newMessage(owner, once)),
    newMessage(owner, 'alarm', { tab: 'notice' }),
    newMessage(colleague, 'one'),
  );
  const [first] = await messagesOf(owner);
  const messageUUIDs = [first?.messageUUID ?? ''];
  const as = { as: owner.token };
  expect((await server.call('readMessages', { messageUUIDs }, { as: colleague.token })).code).toBe(
    OK_NOTHING_CHANGED,
  );
  expect((await server.call('readMessages', { messageUUIDs }, as)).code).toBe(OK);
  expect((await server.call('readMessages', { messageUUIDs }, as)).code).toBe(OK_NOTHING_CHANGED);
  const lines = await server.platform.database.withTenant(owner, (tx) =>
    tx.all(sql`select from operation_log where call = 'readMessages'`),
  );
  expect(lines).toEqual([]);
  expect(await unreadOf(owner)).toEqual({ system: 2, notice: 1, message: 0 });
  expect((await messagesOf(owner, 'system', { unread: true })).length).toBe(2);
  expect((await messagesOf(owner, 'system', { unread: false })).length).toBe(3);
  for (const unread of ['', '0', 'no']) {
    expect((await server.send('listMessages', { tab: 'system', unread }, as)).failure.fields).toHaveProperty(
      'unread',
    );
  }

  expect((await server.call('readMessages', { tab: 'system' }, as)).code).toBe(OK);
  expect(await unreadOf(owner)).toEqual({ system: 0, notice: 1, message: 0 });
  expect(await unreadOf(colleague)).toMatchObject({ system: 1 });

  expectSuccess(await server.call('deleteMessages', { messageUUIDs }, as));
  expect((await messagesOf(owner)).length).toBe(2);
  expectSuccess(await server.call('deleteMessages', { tab: 'system' }, as));
  expect(await messagesOf(owner)).toEqual([]);
  expect((await messagesOf(owner, 'notice')).length).toBe(1);
  expect((await messagesOf(colleague)).length).toBe(1);
  expect((await server.call('readMessages', {}, as)).failure.fields).toHaveProperty('messageUUIDs');
});

test('a removed message is not stored again', async () => {
  await write(owner.tenant, newMessage(owner, 'one'));
  await server.call('deleteMessages', { tab: 'system' }, { as: owner.token });
  await write(owner.tenant, newMessage(owner, 'one'));
  expect(await messagesOf(owner)).toEqual([]);
});

test('keeps the newest messages of a person and deletes old ones', async () => {
  const maximum = MESSAGE_LIMITS.perTabMax;
  const at = (order: number) => new Date(server.platform.now().getTime() + order);
  const many = Array.from({ length: maximum }, (_, order) =>
    newMessage(owner, `${order}`, { at: at(order) }),
  );
  const said = newMessage(owner, 'said', { tab: 'message', at: new Date(at(0).getTime() - 60_000) });
  await write(owner.tenant, said);
  await write(owner.tenant, ...many, newMessage(colleague, 'other'));
  await write(owner.tenant, newMessage(owner, 'newest', { at: at(maximum) }));
  const kept = await server.call('listMessages', { tab: 'system', size: 1 }, { as: owner.token });
  expect([kept.data.total, kept.data.rows[0]?.params]).toEqual([maximum, { name: 'newest' }]);
  const oldest = await server.call(
    'listMessages',
    { tab: 'system', size: 1, sort: 'createdAt' },
    { as: owner.token },
  );
  expect(oldest.data.rows[0]?.params).toEqual({ name: '1' });
  expect(await namesOf(colleague)).toEqual(['other']);
  expect(await messagesOf(owner, 'message')).toMatchObject([{ params: { name: 'said' } }]);
  const later = new Date(server.platform.now().getTime() + MESSAGE_LIMITS.keptMs + maximum + 1_000);
  await forgetMessages({ ...server.platform, now: () => later }).run();
  const left = await server.platform.database.asSystem((tx) => tx.all(sql`select from message`));
  expect(left).toEqual([]);
});

test('people send messages to people they see', async () => {
  const enterprise = await buildOrganization(server, owner, 'North');
  const siteIds = [await buildSite(server, owner, enterprise, 'Harbour')];
  const stranger = await buildAccount(server);
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds });
  const text = 'Closed on Monday <b>{{name}}</b> $t(ui.save)';
  const send = (to: readonly Person[], by = owner) =>
    server.call('sendMessage', { peopleUUIDs: to.map((one) => one.managerId), text }, { as: by.token });
  expectSuccess(await send([colleague, operator]));
  for (const person of [colleague, operator]) {
    expect(await messagesOf(person, 'message')).toMatchObject([
      { key: 'messages.sentence.said', params: { from: owner.userName, text }, read: false },
    ]);
  }
  expect(await messagesOf(owner, 'message')).toEqual([]);
  expectFailure(await send([colleague, stranger]), 'notFound');
  expect(await messagesOf(colleague, 'message')).toHaveLength(1);
  expectFailure(await send([owner], operator), 'permissionDenied');
});

test('announces a message only to its recipient, and reading it to their other browsers', async () => {
  const stranger = await buildAccount(server);
  const [heard, other, outside] = await Promise.all(
    [owner, colleague, stranger].map(({ token }) => listen(server, { authorization: `Bearer ${token}` })),
  );
  await write(owner.tenant, newMessage(owner, 'one'));
  server.platform.wakeOutbox();
  await expect.poll(() => heard?.heard, WITHIN).toEqual(['messagesChanged']);
  await server.call('readMessages', { tab: 'system' }, { as: owner.token });
  await expect.poll(() => heard?.heard, WITHIN).toEqual(['messagesChanged', 'messagesChanged']);
  await write(owner.tenant, newMessage(colleague, 'two'));
  server.platform.wakeOutbox();
  await expect.poll(() => other?.heard, WITHIN).toEqual(['messagesChanged']);
  expect(outside?.heard).toEqual([]);
});

test('a person in two accounts sees the messages of the current one', async () => {
  const guest = await buildAccount(server);
  await write(guest.tenant, newMessage(guest, 'at home'));
  const roles = await server.call('listRoles', {}, { as: owner.token });
  const roleUUID = roleByKey(roles.data, 'ROLE_SUPER_ADMIN');
  const inviting = { as: colleague.token };
  expectSuccess(await server.call('invite', { targets: [guest.email], roleUUID, reach: {} }, inviting));
  const token = await invitationToken(server, guest.email);
  const joined = await server.call('acceptInvitation', { token }, { as: guest.token });
  expectSuccess(joined);
  await server.settled();
  expect(await messagesOf(colleague)).toMatchObject([
    {
      key: 'messages.sentence.invitationAccepted',
      params: { name: guest.userName },
      link: '/topnav/subaccount',
    },
  ]);
  expect(await messagesOf(owner)).toMatchObject([
    { key: 'messages.sentence.joined', params: { name: guest.userName } },
  ]);

  await write(owner.tenant, newMessage(guest, 'abroad'));
  expect(await namesOf(guest)).toEqual(['at home']);
  const switched = await server.call('updateToken', joined.data, { as: guest.token });
  expectSuccess(switched);
  expect(await namesOf({ ...guest, token: switched.data.access_token })).toEqual(['abroad']);
});
