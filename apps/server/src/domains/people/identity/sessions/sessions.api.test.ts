import { SESSION_LIMITS } from '@airloom/contract/identity/identity.limits';
import { LIVE_CLOSE } from '@airloom/contract/live';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../../../platform/http/context.ts';
import type { CronJobName } from '../../../../platform/jobs/job-names.ts';
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
import { codeSentTo } from '../../../../testing/world.ts';
import { openBrowser, setCookieLine } from '../testing/browser.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';
import { listen } from '../testing/live.ts';

const NEW_PASSWORD = 'Brighter-Lantern-77';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  person = await buildAccount(server);
});

async function signIn(): Promise<string> {
  const login = await server.call('login', { username: person.userName, password: PASSWORD });
  expectSuccess(login);
  return login.data.access_token;
}

function whoAmI(token: string) {
  return server.call('initPage', {}, { as: token });
}

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

describe('the token', () => {
  test('of a browser is an HttpOnly cookie, and nowhere in the answer', async () => {
    const browser = openBrowser(server);
    const login = await browser.call('login', { username: person.userName, password: PASSWORD });
    expectSuccess(login);
    expect(login.data.access_token).toBe('');
    const line = setCookieLine(login.headers, SESSION_COOKIE);
    expect(line).toContain('HttpOnly');
    expect(line).toContain('SameSite=Lax');
    expect(line).toContain('Path=/');
    expect(line).not.toContain('Secure');
    expect(line).not.toMatch(/Expires|Max-Age/);
    const token = browser.cookies.get(SESSION_COOKIE) ?? '';
    expect(Buffer.from(token, 'base64url').length).toBe(32);
    expect(JSON.stringify(login.data)).not.toContain(token);
    expectSuccess(await browser.call('initPage', {}));
  });

  test('of an app is in the answer', async () => {
    const token = await signIn();
    expect(Buffer.from(token, 'base64url').length).toBe(32);
    expectSuccess(await whoAmI(token));
  });

  test('is stored only as a hash', async () => {
    const token = await signIn();
    const rows = await server.platform.database.asSystem((tx) => tx.all(sql`select * from session`));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('is refused when it is wrong, empty or of another kind', async () => {
    for (const token of ['nonsense', '', `${await signIn()}x`, 'alk_nonsense']) {
      const answer = await whoAmI(token);
      expectFailure(answer, 'tokenTimeout');
      expect(answer.status).toBe(401);
    }
  });
});

const credentials = () => ({ username: person.userName, password: PASSWORD });

describe('behind a proxy', () => {
  test.each([
    ['a trusted one that says https', '127.0.0.1', 'https', true],
    ['a trusted one that says http', '127.0.0.1', 'http', false],
    ['one nobody trusts', '192.0.2.1', 'https', false],
  ])('%s decides whether the cookie is Secure', async (_, trusted, proto, secure) => {
    const proxied = await startTestServer({ TRUSTED_PROXIES: ` 192.0.2.9 , ${trusted}` });
    try {
      person = await buildAccount(proxied);
      const browser = openBrowser(proxied, { 'x-forwarded-proto': proto });
      const login = await browser.call('login', credentials());
      expect(setCookieLine(login.headers, SESSION_COOKIE).includes('Secure')).toBe(secure);
    } finally {
      await proxied.stop();
    }
  });
});

describe('a request forged by another site', () => {
  test('lacks the console’s header and changes nothing', async () => {
    const browser = openBrowser(server);
    await browser.call('login', { username: person.userName, password: PASSWORD });
    const forged = (body: string, type: string) =>
      fetch(`${server.url}/api/v1/user/updateProfile`, {
        method: 'POST',
        headers: {
          cookie: `${SESSION_COOKIE}=${browser.cookies.get(SESSION_COOKIE)}`,
          origin: 'https://evil.example',
          'content-type': type,
        },
        body,
      });
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      expect((await forged('{"nickname":"Hacked"}', type)).status).toBeGreaterThanOrEqual(400);
    }
    const json = await forged('{"nickname":"Hacked"}', 'application/json');
    expect(json.status).toBe(403);
    expect((await browser.call('initPage', {})).data.profile.nickname).toBe(person.userName);
  });
});

describe('inactivity', () => {
  test('of 30 minutes ends a session, and any request before that keeps it', async () => {
    const token = await signIn();
    for (let round = 0; round < 4; round += 1) {
      server.advance(29 * MINUTE);
      expectSuccess(await whoAmI(token));
    }
    server.advance(SESSION_LIMITS.inactivityMs + MINUTE);
    expectFailure(await whoAmI(token), 'tokenTimeout');
    expectFailure(await whoAmI(token), 'tokenTimeout');
  });

  test('is counted from the last request, even one right after another', async () => {
    const token = await signIn();
    expectSuccess(await whoAmI(token));
    server.advance(29_000);
    expectSuccess(await whoAmI(token));
    server.advance(SESSION_LIMITS.inactivityMs - 1_000);
    expectSuccess(await whoAmI(token));
  });

  test('of one session does not affect the person’s others', async () => {
    const [idle, busy] = [await signIn(), await signIn()];
    server.advance(20 * MINUTE);
    expectSuccess(await whoAmI(busy));
    server.advance(20 * MINUTE);
    expectSuccess(await whoAmI(busy));
    expectFailure(await whoAmI(idle), 'tokenTimeout');
  });
});

describe('signing out', () => {
  test('ends the token everywhere, in other tabs and on the live socket too', async () => {
    const browser = openBrowser(server);
    await browser.call('login', { username: person.userName, password: PASSWORD });
    const cookie = `${SESSION_COOKIE}=${browser.cookies.get(SESSION_COOKIE)}`;
    const tab = () => server.call('initPage', {}, { headers: { cookie } });
    const answers = await Promise.all([tab(), tab(), tab()]);
    for (const answer of answers) expectSuccess(answer);
    const sockets = await Promise.all([listen(server, { cookie }), listen(server, { cookie })]);
    expectSuccess(await browser.call('logout', {}));
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
    expectFailure(await tab(), 'tokenTimeout');
    expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([
      LIVE_CLOSE.sessionEnded,
      LIVE_CLOSE.sessionEnded,
    ]);
  });

  test('keeps other sessions', async () => {
    const [first, second] = [await signIn(), await signIn()];
    expectSuccess(await server.call('logout', {}, { as: first }));
    expectFailure(await whoAmI(first), 'tokenTimeout');
    expectSuccess(await whoAmI(second));
  });

  test('during other requests leaves no valid token', async () => {
    for (let round = 0; round < 10; round += 1) {
      const token = await signIn();
      const reads = Array.from({ length: 5 }, () => whoAmI(token));
      await Promise.all([server.call('logout', {}, { as: token }), ...reads]);
      expectFailure(await whoAmI(token), 'tokenTimeout');
    }
  });
});

describe('the list of sessions', () => {
  test('shows where the person is signed in and which session asks; others can be signed out', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const list = (await server.call('listSessions', {}, { as: here })).data;
    expect(list.length).toBe(3);
    expect(list.filter((item) => item.current).length).toBe(1);
    expect(list.every((item) => item.address === '127.0.0.1')).toBe(true);
    const theirs = (await server.call('listSessions', {}, { as: there })).data.find((item) => item.current);
    const ended = await server.call('endSession', { sessionUUID: theirs?.sessionUUID ?? '' }, { as: here });
    expect(ended.data).toEqual({ ended: 1 });
    expectFailure(await whoAmI(there), 'tokenTimeout');
    const socket = await listen(server, bearer(person.token));
    expect((await server.call('endSession', {}, { as: here })).data).toEqual({ ended: 1 });
    expect(await socket.closed).toBe(LIVE_CLOSE.sessionEnded);
    expectSuccess(await whoAmI(here));
    const nothing = await server.call('endSession', {}, { as: here });
    expect({ code: nothing.code, data: nothing.data }).toEqual({ code: 2, data: { ended: 0 } });
  });

  test('cannot end sessions of another person', async () => {
    const stranger = await buildAccount(server);
    const theirs = (await server.call('listSessions', {}, { as: stranger.token })).data;
    const answer = await server.call(
      'endSession',
      { sessionUUID: theirs[0]?.sessionUUID ?? '' },
      { as: person.token },
    );
    expect(answer.data).toEqual({ ended: 0 });
    expectSuccess(await whoAmI(stranger.token));
  });
});

async function buildOperator(): Promise<Person> {
  const organization = await buildOrganization(server, person, 'North');
  const site = await buildSite(server, person, organization, 'Harbour');
  return buildMember(server, person, 'siteOperator', { siteIds: [site] });
}

describe('what ends sessions', () => {
  test('changing the password ends all others', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const socket = await listen(server, bearer(there));
    const change = { oldPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expectSuccess(await server.call('changePassword', change, { as: here }));
    expectSuccess(await whoAmI(here));
    expectFailure(await whoAmI(there), 'tokenTimeout');
    expectFailure(await whoAmI(person.token), 'tokenTimeout');
    expect(await socket.closed).toBe(LIVE_CLOSE.sessionEnded);
    expectFailure(
      await server.call('login', { username: person.userName, password: PASSWORD }),
      'wrongCredentials',
    );
  });

  test('a password reset by code ends all', async () => {
    const here = await signIn();
    expectSuccess(await whoAmI(here));
    await server.call('sendCode', { purpose: 'resetPassword', target: person.email });
    const code = await codeSentTo(server, person.email);
    const reset = { target: person.email, code, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expectSuccess(await server.call('resetPwdByCode', reset));
    expectFailure(await whoAmI(here), 'tokenTimeout');
    expectFailure(await whoAmI(person.token), 'tokenTimeout');
  });

  test('disabling ends them at once and returns the reason; enabling restores none', async () => {
    const operator = await buildOperator();
    expectSuccess(await whoAmI(operator.token));
    const socket = await listen(server, bearer(operator.token));
    const disable = { subAccountUUID: operator.membershipId, disabled: true };
    expectSuccess(await server.call('setSubAccountDisabled', disable, { as: person.token }));
    const refused = await whoAmI(operator.token);
    expectFailure(refused, 'accountError');
    expect(refused.code).toBe(909);
    expect(await socket.closed).toBe(LIVE_CLOSE.sessionEnded);
    const enable = { ...disable, disabled: false };
    expectSuccess(await server.call('setSubAccountDisabled', enable, { as: person.token }));
    expectFailure(await whoAmI(operator.token), 'tokenTimeout');
  });

  test('removing ends them at once and returns the reason', async () => {
    const operator = await buildOperator();
    expectSuccess(await whoAmI(operator.token));
    const removal = { subAccountUUID: operator.membershipId };
    expectSuccess(await server.call('removeSubAccount', removal, { as: person.token }));
    expectFailure(await whoAmI(operator.token), 'accessDataDeleted');
    expectFailure(
      await server.call('login', { username: operator.userName, password: PASSWORD }),
      'accountError',
    );
  });
});

test('the live socket is closed once its session has expired', async () => {
  const socket = await listen(server, bearer(await signIn()));
  server.advance(SESSION_LIMITS.inactivityMs + 60_000);
  await runJob('forgetStaleSessions');
  expect(await socket.closed).toBe(LIVE_CLOSE.sessionEnded);
});

/** Runs the jobs that are due every minute. */
async function runJob(name: CronJobName): Promise<void> {
  await server.platform.addJob(name, {}, name);
}
