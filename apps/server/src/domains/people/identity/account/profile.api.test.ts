import { ERRORS, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { ACCOUNT_LIMITS, CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import { LANGUAGES, YUYAN } from '@airloom/contract/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, buildMember, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

const NEW_PASSWORD = 'Brighter-Lantern-77';

let server: TestServer;
let person: Person;
let as: { as: string };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  person = await buildAccount(server);
  as = { as: person.token };
});

async function profile() {
  return (await server.call('initPage', {}, as)).data.profile;
}

async function lastOperation(call: string) {
  return (await server.call('listOperations', { call }, as)).data.rows[0];
}

describe('nickname and time zone', () => {
  test('change together, old and new are logged; a nickname that is no alias keeps the alias', async () => {
    expectSuccess(await server.call('updateProfile', { nickname: 'Łucja', timeZone: 'Europe/Warsaw' }, as));
    expect(await profile()).toMatchObject({ nickname: 'Łucja', timeZone: 'Europe/Warsaw' });
    const [role] = (await server.call('listMyRoles', {}, as)).data;
    expect(role?.alias).toBe(person.userName);
    expect(firstChanges(await lastOperation('updateProfile'))).toEqual({
      nickname: [person.userName, 'Łucja'],
      timeZone: [null, 'Europe/Warsaw'],
    });
  });

  test.each(['Mars/Olympus', 'UTC+25', '<script>', '../etc/localtime', ''])(
    'a time zone "%s" is refused, and ignored when a browser sends it',
    async (timeZone) => {
      const answer = await server.call('updateProfile', { nickname: 'A', timeZone }, as);
      expectFailure(answer, 'invalidInput');
      expect(answer.failure.fields).toHaveProperty('timeZone');
      const page = await server.call('initPage', { timeZone }, as);
      expectSuccess(page);
      expect(page.data.profile.timeZone).toBe('');
    },
  );

  test('a browser in another time zone updates the stored one', async () => {
    const page = await server.call('initPage', { timeZone: 'Asia/Shanghai' }, as);
    expect(page.data.profile.timeZone).toBe('Asia/Shanghai');
    expect((await profile()).timeZone).toBe('Asia/Shanghai');
    expectSuccess(await server.call('initPage', { timeZone: 'Europe/Madrid' }, as));
    expect((await profile()).timeZone).toBe('Europe/Madrid');
  });

  test('text that PostgreSQL cannot store is refused with 400', async () => {
    for (const nickname of ['a\u0000b', 'x'.repeat(ACCOUNT_LIMITS.nicknameMax + 1), 'line\nbreak']) {
      expectFailure(await server.call('updateProfile', { nickname }, as), 'invalidInput');
    }
    expectFailure(await server.call('initPage', { timeZone: 'Europe/\u0000' }, as), 'invalidInput');
  });
});

const TEXTS = { en: 'does not exist', zh: '不存在', pl: 'nie istnieje', es: 'no existe' };
const refusal = (acceptLanguage: string) =>
  server.call(
    'updateToken',
    { accountUUID: person.tenant, roleUUID: person.tenant },
    { ...as, headers: { 'accept-language': acceptLanguage } },
  );

describe('language', () => {
  test.each(LANGUAGES)('%s is stored, and used for requests without a language', async (language) => {
    const other = language === 'en' ? 'zh' : 'en';
    const set = await server.call('setLang', { yuyan: YUYAN[language] }, as);
    expect(set.data).toEqual({ language });
    expect((await profile()).language).toBe(language);
    expect((await refusal('*')).msg).toContain(TEXTS[language]);
    expect((await refusal(`${other};q=0.9`)).msg).toContain(TEXTS[other]);
  });

  test('a refusal for missing permissions is in the requested language', async () => {
    const observer = await buildMember(server, person, 'siteObserver');
    const spoken = { en: 'role', zh: '角色', pl: 'rola', es: 'rol' };
    for (const language of LANGUAGES) {
      const denied = await server.call('listSubAccounts', {}, { as: observer.token, language });
      expectFailure(denied, 'permissionDenied');
      expect(denied.msg.toLowerCase()).toContain(spoken[language]);
    }
  });
});

describe('user name', () => {
  test('changes once in 30 days; it signs in, and the account keeps its name', async () => {
    expect((await server.call('canUpdateUserName', {}, as)).data).toEqual({
      allowed: true,
      allowedFrom: null,
    });
    const userName = `renamed_${person.userName.replaceAll(/\D/g, '')}`;
    expectSuccess(await server.call('updateUserName', { userName }, as));
    expectSuccess(await server.call('login', { username: userName, password: PASSWORD }));
    expectFailure(
      await server.call('login', { username: person.userName, password: PASSWORD }),
      'wrongCredentials',
    );
    expect(firstChanges(await lastOperation('updateUserName'))).toEqual({
      userName: [person.userName, userName],
    });
    const asked = (await server.call('canUpdateUserName', {}, as)).data;
    expect(asked.allowed).toBe(false);
    const refused = await server.call('updateUserName', { userName: 'third_name' }, as);
    expectFailure(refused, 'userNameChangeTooSoon');
    expect(refused.msg).toContain(asked.allowedFrom?.slice(0, 10));
    server.advance(ACCOUNT_LIMITS.userNameChangeEveryMs);
    const token = (await server.call('login', { username: userName, password: PASSWORD })).data.access_token;
    expect((await server.call('canUpdateUserName', {}, { as: token })).data.allowed).toBe(true);
    expectSuccess(await server.call('updateUserName', { userName: person.userName }, { as: token }));
  });

  test('changes once for two concurrent requests', async () => {
    const names = ['both_a', 'both_b'];
    const answers = await Promise.all(
      names.map((userName) => server.call('updateUserName', { userName }, as)),
    );
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([
      0,
      ERRORS.userNameChangeTooSoon.code,
    ]);
  });

  test('of another person is refused, in any case', async () => {
    const other = await buildAccount(server, 'Well_Known');
    const answer = await server.call('updateUserName', { userName: 'wELL_kNOWN' }, as);
    expectFailure(answer, 'userNameTaken');
    expect((await server.call('initPage', {}, { as: other.token })).data.profile.userName).toBe('Well_Known');
  });
});

function change(oldPassword: string, password: string, confirmPassword = password) {
  return server.call('changePassword', { oldPassword, password, confirmPassword }, as);
}

describe('password', () => {
  test.each([
    ['that is the old one', PASSWORD, PASSWORD, 'password', 'validation.password.unchanged'],
    ['under a wrong old one', 'Wrong-Harbour-1', NEW_PASSWORD, 'oldPassword', 'validation.password.wrong'],
    ['that is too simple', PASSWORD, 'password1!', 'password', 'validation.password.wellKnown'],
  ])('%s is refused', async (_, old, chosen, field, key) => {
    const answer = await change(old, chosen);
    expectFailure(answer, 'invalidInput');
    expect(answer.failure.fields?.[field]?.key).toBe(key);
  });

  test('must not contain the user name or the mail', async () => {
    for (const name of [person.userName, person.email.split('@')[0]]) {
      const answer = await change(PASSWORD, `${name}-Xy1`);
      expect(answer.failure.fields?.password?.key).toBe('validation.password.accountName');
    }
  });

  test('a change is logged without the password', async () => {
    expectSuccess(await change(PASSWORD, NEW_PASSWORD));
    const row = await lastOperation('changePassword');
    expect(row).toMatchObject({ userName: person.userName, objects: [{ name: person.userName }] });
    expect(firstChanges(row)).toEqual({ password: null });
    expect(JSON.stringify(row)).not.toContain(NEW_PASSWORD);
  });

  test('by code must be a new one', async () => {
    await server.call('sendCode', { purpose: 'resetPassword', target: person.email });
    const code = await codeSentTo(server, person.email);
    const input = { target: person.email, code, password: PASSWORD, confirmPassword: PASSWORD };
    expectFailure(await server.call('resetPwdByCode', input), 'passwordUnchanged');
  });
});

async function bind(target: string, by = as, password = PASSWORD) {
  await forgetThrottles(server);
  await server.call('sendCode', { purpose: 'bind', target });
  const code = await codeSentTo(server, target);
  return server.call('saveBindMailPhone', { target, code, password }, by);
}

describe('phone and mail', () => {
  test('are bound with a code and the password, old and new are logged', async () => {
    expectSuccess(await bind('+48 600100400'));
    expectSuccess(await bind('Moved@Example.org'.toLowerCase()));
    expect(await profile()).toMatchObject({ phone: '+48 600100400', email: 'moved@example.org' });
    expect(firstChanges(await lastOperation('saveBindMailPhone'))).toEqual({
      email: [person.email, 'moved@example.org'],
    });
    expectFailure(
      await server.call('login', { username: person.email, password: PASSWORD }),
      'wrongCredentials',
    );
  });

  test('that are unchanged need no code, whatever their case', async () => {
    const unchanged = { target: person.email.toUpperCase(), password: PASSWORD };
    expect((await server.call('saveBindMailPhone', unchanged, as)).code).toBe(OK_NOTHING_CHANGED);
    expect(await lastOperation('saveBindMailPhone')).toBeUndefined();
    expectSuccess(await bind('+48 600100403'));
    const samePhone = { target: '+48 600100403', password: PASSWORD };
    expect((await server.call('saveBindMailPhone', samePhone, as)).code).toBe(OK_NOTHING_CHANGED);
  });

  test('that changed need a code', async () => {
    const changed = { target: '+48 600100404', password: PASSWORD };
    const answer = await server.call('saveBindMailPhone', changed, as);
    expect(answer.failure.fields).toEqual({ code: { key: 'validation.code', values: {} } });
    expect((await profile()).phone).toBe('');
  });

  test('need the right password', async () => {
    const answer = await bind('+48 600100401', as, 'Wrong-Harbour-1');
    expect(answer.failure.fields?.password?.key).toBe('validation.password.wrong');
    expect((await profile()).phone).toBe('');
  });

  test('of another person cannot be bound, even with a code for them', async () => {
    expectSuccess(await bind('+48 600100402'));
    const other = await buildAccount(server);
    server.advance(CODE_LIMITS.resendMs);
    expectFailure(await bind('+48 600100402', { as: other.token }), 'contactTaken');
  });
});
