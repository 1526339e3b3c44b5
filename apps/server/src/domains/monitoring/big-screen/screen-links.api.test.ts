import { SCREEN_HEADER } from '@airloom/contract/call';
import { type ErrorKey, errorKeyOf } from '@airloom/contract/errors';
import { LIVE_CLOSE } from '@airloom/contract/live';
import { DAY, HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '../../../platform/failure.ts';
import { buildMember, type Person } from '../../../testing/builders.ts';
import { buildDevice } from '../../../testing/device-builders.ts';
import { firstChanges } from '../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  buildHolder,
  buildRole,
  expectFailure,
  expectSuccess,
} from '../../people/access/testing/account-fixture.ts';
import { listen } from '../../people/identity/testing/live.ts';
import { ScreenAuthentication } from './screen-authentication.ts';
import { linkIn, openDisplay, screenCookieOf, type TestLink, watchScreen } from './testing/display.ts';

let server: TestServer;
let fixture: AccountFixture;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAccountFixture(server);
});

type LinkInput = Parameters<typeof server.call<'createScreenLink'>>[1];

async function create(input: Partial<LinkInput> = {}, person: Person = fixture.owner): Promise<TestLink> {
  const answer = await server.call(
    'createScreenLink',
    { name: 'Lobby', validDays: 30, ...input },
    { as: person.token },
  );
  expectSuccess(answer);
  return linkIn(answer.data);
}

/** Names of the sites that a display shows, or why it shows nothing. */
async function shownBy(link: TestLink, headers: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const answer = await server.call(
    'siteHealth',
    {},
    { headers: { cookie: screenCookieOf(link), [SCREEN_HEADER]: link.linkUUID, ...headers } },
  );
  const failed = errorKeyOf(answer.code);
  return failed === undefined ? answer.data.sites.map(({ siteName }) => siteName).sort() : [failed];
}

const list = (person: Person = fixture.owner) => server.call('listScreenLinks', {}, { as: person.token });

describe('what a display shows', () => {
  test.each([
    ['everything', () => ({}), ['Harbour', 'Mill', 'Quay']],
    ['an organization', () => ({ enterpriseUUID: fixture.north }), ['Harbour', 'Mill']],
    ['a site', () => ({ siteUUID: fixture.quay }), ['Quay']],
  ] as const)('%s', async (_, place, sites) => {
    expect(await shownBy(await create(place()))).toEqual(sites);
  });

  test('nothing of other sites, whatever it asks for', async () => {
    const link = await create({ siteUUID: fixture.quay });
    await buildDevice(server, fixture.owner, { siteId: fixture.harbour, name: 'Elsewhere' });
    const { call } = await openDisplay(server, link);
    for (const place of [{ siteUUID: fixture.harbour }, { enterpriseUUID: fixture.north }, {}]) {
      const health = await call('siteHealth', place);
      expect(JSON.stringify(health.data)).not.toMatch(/Harbour|Mill|North/);
      const counts = await call('deviceCounts', place);
      expect(counts.data.kinds.filter(({ total }) => total > 0)).toEqual([]);
    }
  });

  test('the name of the place and the account, and only permissions to view', async () => {
    const { opened } = await openDisplay(server, await create({ siteUUID: fixture.quay }));
    expectSuccess(opened);
    expect(opened.data).toMatchObject({
      name: 'Lobby',
      placeName: 'Quay',
      accountName: fixture.owner.userName,
    });
    expect(opened.data.permissions.filter((grant) => grant.endsWith(':operate'))).toEqual([]);
  });

  test('no more than its creator sees', async () => {
    const operator = await buildMember(server, fixture.owner, 'siteOperator', { siteIds: [fixture.mill] });
    const link = await create({}, operator);
    expect(await shownBy(link)).toEqual(['Mill']);
    const answers = [{ siteUUID: fixture.quay }, { enterpriseUUID: fixture.north }].map((place) =>
      server.call('createScreenLink', { name: 'Other', validDays: 1, ...place }, { as: operator.token }),
    );
    for (const answer of await Promise.all(answers)) expectFailure(answer, 'notFound');
  });

  test('less when the permissions of its creator are reduced', async () => {
    const roleUUID = await buildRole(fixture, 'Screens', [
      'statistics',
      'statistics:operate',
      'current_alarm',
    ]);
    const holder = await buildHolder(fixture, roleUUID, { siteUUIDs: [fixture.mill, fixture.quay] });
    const link = await create({}, holder);
    const display = await openDisplay(server, link);
    expect(await shownBy(link)).toEqual(['Mill', 'Quay']);
    expect((await display.call('queryAlarm', {})).code).toBe(0);
    expect(errorKeyOf((await display.call('deviceCounts', {})).code)).toBe('permissionDenied');
    const change = {
      subAccountUUID: holder.membershipId,
      roleUUID: await buildRole(fixture, 'Fewer', ['statistics', 'statistics:operate']),
      reach: { siteUUIDs: [fixture.quay] },
    };
    expectSuccess(await server.call('updateSubAccount', change, { as: fixture.owner.token }));
    await server.settled();
    expect(await shownBy(link)).toEqual(['Quay']);
    expect(errorKeyOf((await display.call('queryAlarm', {})).code)).toBe('permissionDenied');
  });
});

/** The code that a socket was closed with, within the time that tests wait. */
async function within(closed: Promise<number>): Promise<number> {
  let code = 0;
  const reading = closed.then((given) => {
    code = given;
    return given;
  });
  await expect.poll(() => code, WITHIN).not.toBe(0);
  return reading;
}

describe('the end of a link', () => {
  test.each<[string, (link: TestLink, creator: Person) => Promise<unknown>, ErrorKey?]>([
    [
      'revoked',
      (link) => server.call('revokeScreenLink', { linkUUID: link.linkUUID }, { as: fixture.owner.token }),
    ],
    [
      'its creator is removed',
      (_, { membershipId }) =>
        server.call('removeSubAccount', { subAccountUUID: membershipId }, { as: fixture.owner.token }),
    ],
    [
      'its creator is disabled',
      (_, { membershipId }) =>
        server.call(
          'setSubAccountDisabled',
          { subAccountUUID: membershipId, disabled: true },
          { as: fixture.owner.token },
        ),
    ],
    [
      'its creator may not share any more',
      async (_, { membershipId }) =>
        server.call(
          'updateSubAccount',
          {
            subAccountUUID: membershipId,
            roleUUID: await buildRole(fixture, 'Viewer', ['statistics']),
            reach: { siteUUIDs: [fixture.mill] },
          },
          { as: fixture.owner.token },
        ),
    ],
    [
      'its creator does not see the site any more',
      async (_, { membershipId }) =>
        server.call(
          'updateSubAccount',
          {
            subAccountUUID: membershipId,
            roleUUID: await buildRole(fixture, 'Elsewhere', ['statistics', 'statistics:operate']),
            reach: { siteUUIDs: [fixture.quay] },
          },
          { as: fixture.owner.token },
        ),
    ],
    [
      'its site is deleted',
      () => server.call('deleteSite', { siteUUID: fixture.mill }, { as: fixture.owner.token }),
    ],
  ])('%s: calls are refused and open screens close', async (_, end) => {
    const creator = await buildMember(server, fixture.owner, 'siteOperator', { siteIds: [fixture.mill] });
    const link = await create({ siteUUID: fixture.mill }, creator);
    const { closed } = await watchScreen(server, link);
    expect(await shownBy(link)).toEqual(['Mill']);
    await end(link, creator);
    await server.settled();
    expect([LIVE_CLOSE.sessionEnded, LIVE_CLOSE.permissionsChanged]).toContain(await within(closed));
    await expect.poll(() => shownBy(link), WITHIN).toEqual(['screenLinkEnded']);
    const again = await watchScreen(server, link);
    expect(await again.closed).toBe(LIVE_CLOSE.sessionEnded);
    const { opened } = await openDisplay(server, link);
    expectFailure(opened, 'screenLinkEnded');
  });

  test('expired: it stays in the list for 30 days', async () => {
    await using later = await startLater();
    const answer = await later.server.call(
      'createScreenLink',
      { name: 'Day', validDays: 1 },
      { as: later.fixture.owner.token },
    );
    const link = linkIn(answer.data);
    const read = () =>
      later.server.call(
        'siteHealth',
        {},
        {
          headers: { cookie: screenCookieOf(link), [SCREEN_HEADER]: link.linkUUID },
        },
      );
    const { closed } = await watchScreen(later.server, link);
    later.server.setClock(DAY - HOUR);
    expectSuccess(await read());
    later.server.setClock(DAY + HOUR);
    expect(await within(closed)).toBe(LIVE_CLOSE.sessionEnded);
    expectFailure(await read(), 'screenLinkEnded');
    const listed = () =>
      later.server.platform.database.asSystem((tx) =>
        tx.all(sql<{ id: string }>`select id from screen_link where id = ${link.linkUUID}`),
      );
    later.server.setClock(32 * DAY);
    await later.server.platform.addJob('forgetScreenLinks', {}, 'test');
    await expect.poll(listed, WITHIN).toEqual([]);
  });
});

async function startLater() {
  const started = await startTestServer();
  return {
    server: started,
    fixture: await buildAccountFixture(started),
    [Symbol.asyncDispose]: () => started.stop(),
  };
}

const from = (address: string) => ({ 'x-forwarded-for': address });

const opening = ({ linkUUID, token }: TestLink) => ({ linkId: linkUUID, token, address: '198.51.100.9' });

describe('restrictions', () => {
  test('a link for some addresses is refused elsewhere, by calls and by the live socket', async () => {
    const link = await create({ addresses: ['203.0.113.0/24', '2001:db8::7'] });
    for (const address of ['203.0.113.9', '2001:db8::7']) {
      expectSuccess((await openDisplay(server, link, from(address))).opened);
      expect(await shownBy(link, from(address))).toEqual(['Harbour', 'Mill', 'Quay']);
      const { socket } = await watchScreen(server, link, from(address));
      await expect.poll(() => server.platform.live.countOf(link.linkUUID), WITHIN).toBe(1);
      socket.close();
      await expect.poll(() => server.platform.live.countOf(link.linkUUID), WITHIN).toBe(0);
    }
    for (const address of ['203.0.114.9', '2001:db8::8']) {
      expectFailure((await openDisplay(server, link, from(address))).opened, 'screenLinkAddress');
      expect(await shownBy(link, from(address))).toEqual(['screenLinkAddress']);
      expect(await (await watchScreen(server, link, from(address))).closed).toBe(LIVE_CLOSE.sessionEnded);
    }
  });

  test('openings with wrong tokens are throttled by address', async () => {
    const link = await create();
    const guess = () => openDisplay(server, { ...link, token: 'wrong' }, from('198.51.100.1'));
    const answers: (ErrorKey | undefined)[] = [];
    for (let nth = 0; nth < 25; nth += 1) answers.push(errorKeyOf((await guess()).opened.code));
    expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'screenLinkEnded'));
    expect(answers).toContain('tooManyAttempts');
    expectSuccess((await openDisplay(server, link, from('198.51.100.2'))).opened);
  });

  test('calls of one link are limited', async () => {
    let elapsedMs = 0;
    const platform = { ...server.platform, monotonic: () => elapsedMs };
    const authentication = new ScreenAuthentication(platform);
    const [link, other] = [opening(await create()), opening(await create())];
    const call = (which = link) =>
      authentication.authenticate(which).then(
        () => 'accepted',
        (error: unknown) => (error instanceof Failure ? error.key : 'failed'),
      );
    const answers: string[] = [];
    while (answers.at(-1) !== 'tooManyCalls' && answers.length < 1_000) answers.push(await call());
    expect(answers).toHaveLength(401);
    expect(new Set(answers.slice(0, -1))).toEqual(new Set(['accepted']));
    expect(await call(other)).toBe('accepted');
    elapsedMs += 1_000;
    expect(await call()).toBe('accepted');
  });

  test('an observer creates and revokes no link, and nobody sees those of others elsewhere', async () => {
    const { linkUUID } = await create({ siteUUID: fixture.quay });
    const [observer, miller, other] = await Promise.all([
      buildMember(server, fixture.owner, 'siteObserver', { siteIds: [fixture.quay] }),
      buildMember(server, fixture.owner, 'siteOperator', { siteIds: [fixture.mill] }),
      buildAccountFixture(server),
    ]);
    const made = await server.call('createScreenLink', { name: 'X', validDays: 1 }, { as: observer.token });
    expectFailure(made, 'permissionDenied');
    expect((await list(observer)).data).toMatchObject([{ linkUUID, createdBy: fixture.owner.userName }]);
    for (const person of [miller, other.owner]) {
      expect((await list(person)).data).toEqual([]);
      const revoked = await server.call('revokeScreenLink', { linkUUID }, { as: person.token });
      expectFailure(revoked, 'notFound');
    }
    expect((await list()).data).toHaveLength(1);
  });
});

test('the list has the last use and its address, and never the token', async () => {
  const link = await create({ enterpriseUUID: fixture.north, addresses: ['203.0.113.7'] });
  const before = (await list()).data;
  expect(before).toMatchObject([
    { name: 'Lobby', placeName: 'North', state: 'active', lastUsedAt: null, displays: 0 },
  ]);
  await watchScreen(server, link, { 'x-forwarded-for': '203.0.113.7' });
  await expect
    .poll(async () => (await list()).data, WITHIN)
    .toMatchObject([{ lastAddress: '203.0.113.7', displays: 1, lastUsedAt: expect.any(String) }]);
  const stored = await server.platform.database.asSystem((tx) =>
    tx.all(sql`select row_to_json(l) as link from screen_link l where id = ${link.linkUUID}`),
  );
  for (const text of [JSON.stringify(before), JSON.stringify(stored)]) expect(text).not.toContain(link.token);
});

test('the operation log has who created and revoked a link, without its token', async () => {
  const link = await create({ siteUUID: fixture.quay, addresses: ['203.0.113.7'] });
  await server.call('revokeScreenLink', { linkUUID: link.linkUUID }, { as: fixture.owner.token });
  const log = await server.call('listOperations', { size: 2 }, { as: fixture.owner.token });
  expect(log.data.rows).toMatchObject([
    { call: 'revokeScreenLink', objects: [{ kind: 'screenLink', id: link.linkUUID, name: 'Lobby' }] },
    { call: 'createScreenLink', objects: [{ kind: 'screenLink', siteUUIDs: [fixture.quay] }] },
  ]);
  expect(firstChanges(log.data.rows[1])).toMatchObject({ addresses: [null, ['203.0.113.7']] });
  expect(JSON.stringify(log.data)).not.toContain(link.token);
});

test('a display receives changes of what it shows, and no message to its creator', async () => {
  const link = await create();
  const [screen, person] = await Promise.all([
    watchScreen(server, link),
    listen(server, { authorization: `Bearer ${fixture.owner.token}` }),
  ]);
  await server.call(
    'sendMessage',
    { peopleUUIDs: [fixture.owner.managerId], text: 'Hello' },
    { as: fixture.owner.token },
  );
  await server.call('createRole', { name: 'New', permissions: ['statistics'] }, { as: fixture.owner.token });
  await server.call('createEnterprise', { name: 'West' }, { as: fixture.owner.token });
  await server.settled();
  const all = ['messagesChanged', 'rolesChanged', 'siteTreeChanged'];
  await expect.poll(() => all.filter((name) => person.heard.includes(name)), WITHIN).toEqual(all);
  await expect.poll(() => screen.heard, WITHIN).toContain('siteTreeChanged');
  expect(new Set(screen.heard)).toEqual(new Set(['siteTreeChanged']));
});

test('the token is in no cookie that scripts can read, and a reload needs no token', async () => {
  const link = await create();
  const display = await openDisplay(server, link);
  const [cookie = ''] = display.opened.headers.getSetCookie();
  expect(cookie).toMatch(/; HttpOnly(;|$)/);
  expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
  expectSuccess(await display.call('openScreenLink', { linkUUID: link.linkUUID }));
});
