import { SIGN_IN_LIMITS } from '@airloom/contract/identity/identity.limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../../../platform/http/context.ts';
import { buildAccount, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { type Browser, openBrowser, setCookieLine } from '../testing/browser.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

let server: TestServer;
let person: Person;
let screen: Browser;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  person = await buildAccount(server);
  screen = openBrowser(server, { 'user-agent': 'The big screen' });
});

async function show(browser = screen): Promise<string> {
  const created = await browser.call('createAppLogin', {});
  expectSuccess(created);
  return created.data.qrUUID;
}

function scan(qrUUID: string, by: Person = person) {
  return server.call('scanAppLogin', { qrUUID }, { as: by.token });
}

function confirm(qrUUID: string, allow = true, by: Person = person) {
  return server.call('confirmAppLogin', { qrUUID, allow }, { as: by.token });
}

async function statusOf(qrUUID: string, browser = screen): Promise<string> {
  return (await browser.call('getAppLoginInfo', { qrUUID })).data.status;
}

describe('signing in by QR code', () => {
  test('signs in the screen that showed it, once the phone allowed it', async () => {
    const created = await screen.call('createAppLogin', {});
    const { qrUUID, url } = created.data;
    expect(url).toBe(`${server.url}/applogin?qr=${qrUUID}`);
    expect(setCookieLine(created.headers, 'airloom_qr')).toContain('HttpOnly');
    expect(await statusOf(qrUUID)).toBe('waiting');
    const scanned = await scan(qrUUID);
    expect(scanned.data).toMatchObject({ address: '127.0.0.1', client: 'The big screen' });
    expect(await statusOf(qrUUID)).toBe('scanned');
    expectSuccess(await confirm(qrUUID));
    const polled = await screen.call('getAppLoginInfo', { qrUUID });
    expect(polled.data).toMatchObject({
      status: 'confirmed',
      login: { access_token: '', username: person.userName, secondFactor: null },
    });
    expect(screen.cookies.has(SESSION_COOKIE)).toBe(true);
    expect(screen.cookies.has('airloom_qr')).toBe(false);
    const page = await screen.call('initPage', {});
    expect(page.data.profile.managerUUID).toBe(person.managerId);
  });

  test('another browser that knows the code gets neither status nor session', async () => {
    const qrUUID = await show();
    await scan(qrUUID);
    await confirm(qrUUID);
    const thief = openBrowser(server);
    expect(await statusOf(qrUUID, thief)).toBe('expired');
    await show(thief);
    const stolen = await thief.call('getAppLoginInfo', { qrUUID });
    expect(stolen.data).toEqual({ status: 'expired', login: null });
    expect(thief.cookies.has(SESSION_COOKIE)).toBe(false);
    expect(await statusOf(qrUUID)).toBe('confirmed');
  });

  test('works once', async () => {
    const qrUUID = await show();
    await scan(qrUUID);
    await confirm(qrUUID);
    const cookie = [...screen.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const poll = () => server.call('getAppLoginInfo', { qrUUID }, { headers: { cookie } });
    const answers = await Promise.all([poll(), poll(), poll()]);
    expect(answers.filter((answer) => answer.data?.login).length).toBe(1);
    expect((await poll()).data).toEqual({ status: 'expired', login: null });
    expectFailure(await confirm(qrUUID), 'qrExpired');
  });

  test('can be refused on the phone', async () => {
    const qrUUID = await show();
    await scan(qrUUID);
    expectSuccess(await confirm(qrUUID, false));
    expect(await statusOf(qrUUID)).toBe('refused');
    expectFailure(await confirm(qrUUID, true), 'qrExpired');
    expect(screen.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test('expires after three minutes', async () => {
    const qrUUID = await show();
    server.advance(SIGN_IN_LIMITS.qrValidMs);
    expect(await statusOf(qrUUID)).toBe('expired');
    expectFailure(await scan(qrUUID), 'qrExpired');
    const second = await show();
    await scan(second);
    server.advance(SIGN_IN_LIMITS.qrValidMs);
    expectFailure(await confirm(second), 'qrExpired');
  });

  test('belongs to the phone that scanned it first, and must be scanned before it is confirmed', async () => {
    const other = await buildAccount(server);
    const qrUUID = await show();
    expectFailure(await confirm(qrUUID), 'qrExpired');
    expectSuccess(await scan(qrUUID));
    expectFailure(await scan(qrUUID, other), 'qrExpired');
    expectFailure(await confirm(qrUUID, true, other), 'qrExpired');
    expectSuccess(await scan(qrUUID));
    expect(await statusOf(qrUUID)).toBe('scanned');
  });

  test('is invalid when the person’s sessions were ended in between', async () => {
    const qrUUID = await show();
    await scan(qrUUID);
    await confirm(qrUUID);
    expectSuccess(
      await server.call(
        'changePassword',
        {
          oldPassword: 'Quiet-Harbour-42',
          password: 'Brighter-Lantern-77',
          confirmPassword: 'Brighter-Lantern-77',
        },
        { as: person.token },
      ),
    );
    expect(await statusOf(qrUUID)).toBe('expired');
  });
});
