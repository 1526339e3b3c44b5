import { ERRORS, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../../../platform/http/context.ts';
import { buildAccount, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { type Browser, openBrowser, setCookieLine } from '../testing/browser.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';
import { startWechat, WECHAT_APP, type WechatStandIn } from '../testing/wechat-stand-in.ts';

let wechat: WechatStandIn;
let server: TestServer;
let person: Person;
beforeEach(async () => {
  wechat = await startWechat();
  server = await startTestServer({
    WECHAT_APP_ID: WECHAT_APP.id,
    WECHAT_APP_SECRET: WECHAT_APP.secret,
    WECHAT_API_URL: wechat.url,
    WECHAT_OPEN_URL: 'https://open.example.org',
  });
  person = await buildAccount(server);
});
afterEach(async () => {
  await server.stop();
  await wechat.stop();
});

/** Opens WeChat and returns with its state, as the page does. */
async function start(browser: Browser, purpose: 'login' | 'bind' = 'login'): Promise<URL> {
  const started = await browser.call('wechatStart', { purpose });
  expectSuccess(started);
  expect(setCookieLine(started.headers, 'airloom_wechat')).toContain('HttpOnly');
  return new URL(started.data.url);
}

async function bind(openid: string, by: Person): Promise<Browser> {
  const browser = openBrowser(server);
  const state = (await start(browser, 'bind')).searchParams.get('state') ?? '';
  const input = { code: wechat.codeFor(openid), state, password: PASSWORD };
  expectSuccess(await browser.call('wechatBind', input, { as: by.token }));
  return browser;
}

async function signIn(browser: Browser, code: string) {
  const state = (await start(browser)).searchParams.get('state') ?? '';
  return browser.call('wechatLogin', { code, state });
}

describe('with WeChat', () => {
  test('redirects there with its parameters, and back to this console', async () => {
    const url = await start(openBrowser(server));
    expect(url.origin + url.pathname).toBe('https://open.example.org/connect/qrconnect');
    expect([...url.searchParams.keys()]).toEqual([
      'appid',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    expect(url.searchParams.get('redirect_uri')).toBe(`${server.url}/login`);
    expect(url.hash).toBe('#wechat_redirect');
    expect(url.href).not.toContain(WECHAT_APP.secret);
    const toBind = await start(openBrowser(server), 'bind');
    expect(toBind.searchParams.get('redirect_uri')).toBe(`${server.url}/usercenter/accountset`);
  });

  test('a bound person signs in', async () => {
    await bind('openid-1', person);
    const browser = openBrowser(server);
    const login = await signIn(browser, wechat.codeFor('openid-1'));
    expectSuccess(login);
    expect(login.data).toMatchObject({ openid: 'openid-1', username: person.userName, access_token: '' });
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(true);
    const page = await browser.call('initPage', {});
    expect(page.data.profile).toMatchObject({ managerUUID: person.managerId, wechatBound: true });
    const log = await server.call('listOperations', {}, { as: person.token });
    expect(log.data.rows.map((row) => row.call)).toEqual(['wechatLogin', 'wechatBind']);
  });

  test('an unbound person is refused, and another person’s WeChat cannot be bound', async () => {
    expectFailure(await signIn(openBrowser(server), wechat.codeFor('openid-2')), 'wechatNotBound');
    await bind('openid-2', person);
    const other = await buildAccount(server);
    const browser = openBrowser(server);
    const state = (await start(browser, 'bind')).searchParams.get('state') ?? '';
    const input = { code: wechat.codeFor('openid-2'), state, password: PASSWORD };
    expectFailure(await browser.call('wechatBind', input, { as: other.token }), 'contactTaken');
    await bind('openid-2', person);
  });

  test('of two concurrent requests that bind one WeChat one succeeds', async () => {
    const people = [person, await buildAccount(server)];
    const answers = await Promise.all(
      people.map(async (by) => {
        const browser = openBrowser(server);
        const state = (await start(browser, 'bind')).searchParams.get('state') ?? '';
        const input = { code: wechat.codeFor('openid-3'), state, password: PASSWORD };
        return browser.call('wechatBind', input, { as: by.token });
      }),
    );
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([0, ERRORS.contactTaken.code]);
  });

  test('binding and unbinding need the password', async () => {
    const browser = openBrowser(server);
    const state = (await start(browser, 'bind')).searchParams.get('state') ?? '';
    const code = wechat.codeFor('openid-7');
    const wrong = { code, state, password: 'Wrong-Harbour-42' };
    const refused = await browser.call('wechatBind', wrong, { as: person.token });
    expectFailure(refused, 'invalidInput');
    // The wrong password did not use up the code.
    const right = { code, state, password: PASSWORD };
    expectSuccess(await browser.call('wechatBind', right, { as: person.token }));
    const kept = await server.call('wechatUnbind', { password: wrong.password }, { as: person.token });
    expectFailure(kept, 'invalidInput');
    expectSuccess(await signIn(openBrowser(server), wechat.codeFor('openid-7')));
  });

  test('binding and unbinding need the second factor where it is on', async () => {
    const as = { as: person.token };
    const on = await server.call('setAccountSwitch', { twoFactor: 'code', password: PASSWORD }, as);
    const [first, second] = on.data.recoveryCodes;
    const browser = openBrowser(server);
    const state = (await start(browser, 'bind')).searchParams.get('state') ?? '';
    const input = { code: wechat.codeFor('openid-9'), state, password: PASSWORD };
    const refused = await browser.call('wechatBind', input, as);
    expect(refused.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.required');
    expectSuccess(await browser.call('wechatBind', { ...input, secondFactor: first }, as));
    const kept = await server.call('wechatUnbind', { password: PASSWORD, secondFactor: first }, as);
    expect(kept.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.wrong');
    expectSuccess(await server.call('wechatUnbind', { password: PASSWORD, secondFactor: second }, as));
  });

  test('an unbound WeChat cannot sign in, and can be bound by another person', async () => {
    await bind('openid-8', person);
    const unbind = () => server.call('wechatUnbind', { password: PASSWORD }, { as: person.token });
    expect((await unbind()).code).toBe(OK);
    expectFailure(await signIn(openBrowser(server), wechat.codeFor('openid-8')), 'wechatNotBound');
    expect((await unbind()).code).toBe(OK_NOTHING_CHANGED);
    const log = await server.call('listOperations', {}, { as: person.token });
    expect(log.data.rows.map((row) => row.call)).toEqual(['wechatUnbind', 'wechatBind']);
    await bind('openid-8', await buildAccount(server));
  });

  test('a code works once, and only in the browser that requested it', async () => {
    await bind('openid-4', person);
    const code = wechat.codeFor('openid-4');
    expectSuccess(await signIn(openBrowser(server), code));
    expectFailure(await signIn(openBrowser(server), code), 'wechatFailed');
    const stolen = (await start(openBrowser(server))).searchParams.get('state') ?? '';
    const victim = openBrowser(server);
    const fresh = wechat.codeFor('openid-4');
    expectFailure(await victim.call('wechatLogin', { code: fresh, state: stolen }), 'wechatFailed');
    await start(victim);
    expectFailure(await victim.call('wechatLogin', { code: fresh, state: stolen }), 'wechatFailed');
    expect(victim.cookies.has(SESSION_COOKIE)).toBe(false);
  });

  test.each([
    ['an error with HTTP 200', 200, '{"errcode":40029,"errmsg":"invalid code"}'],
    ['something that is not JSON', 200, '<html>busy</html>'],
    ['an empty openid', 200, '{"openid":""}'],
    ['an answer that does not end', 200, `{"openid":"openid-5"}${' '.repeat(17_000)}`],
    ['nothing', 502, ''],
    ['a redirect elsewhere', 302, ''],
  ])('%s from WeChat signs nobody in', async (_, status, body) => {
    await bind('openid-5', person);
    const code = wechat.codeFor('openid-5');
    wechat.answerWith(status, body);
    const login = await signIn(openBrowser(server), code);
    expectFailure(login, 'wechatFailed');
    expect(JSON.stringify(login)).not.toContain(WECHAT_APP.secret);
  });

  test('a second factor is still required', async () => {
    await bind('openid-6', person);
    const set = { twoFactor: 'code' as const, password: PASSWORD };
    expectSuccess(await server.call('setAccountSwitch', set, { as: person.token }));
    const browser = openBrowser(server);
    const login = await signIn(browser, wechat.codeFor('openid-6'));
    expect(login.data.secondFactor?.methods).toEqual(['mail', 'recovery']);
    expect(browser.cookies.has(SESSION_COOKIE)).toBe(false);
  });
});

test('is neither offered nor possible where it is not configured', async () => {
  const without = await startTestServer();
  try {
    expect((await without.call('initDomain', {})).data.wechat).toBe(false);
    expectFailure(await without.call('wechatStart', {}), 'wechatNotConfigured');
    expectFailure(await without.call('wechatLogin', { code: 'a', state: 'b' }), 'wechatNotConfigured');
  } finally {
    await without.stop();
  }
  expect((await server.call('initDomain', {})).data.wechat).toBe(true);
});
