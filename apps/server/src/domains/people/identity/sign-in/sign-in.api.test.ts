import { ERRORS } from '@airloom/contract/errors';
import { LANGUAGES } from '@airloom/contract/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  PASSWORD,
} from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { createFirstAdministrator } from '../account/first-start.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => forgetThrottles(server));

const PHONE = '+48 600100201';

async function bindPhone(token: string): Promise<void> {
  await server.call('sendCode', { purpose: 'bind', target: PHONE });
  const code = await codeSentTo(server, PHONE);
  expectSuccess(
    await server.call('saveBindMailPhone', { target: PHONE, code, password: PASSWORD }, { as: token }),
  );
}

describe('names to sign in with', () => {
  test('user name in any case and with spaces around, e-mail in any case, phone with and without its space', async () => {
    const person = await buildAccount(server, 'Harbour_Master');
    await bindPhone(person.token);
    const names = [
      'Harbour_Master',
      '  harbour_master  ',
      person.email,
      person.email.toUpperCase(),
      PHONE,
      PHONE.replace(' ', ''),
    ];
    for (const username of names) {
      const answer = await server.call('login', { username, password: PASSWORD });
      expectSuccess(answer);
      expect(answer.data).toMatchObject({ username: 'Harbour_Master', secondFactor: null, remindMsg: '' });
      const page = await server.call('initPage', {}, { as: answer.data.access_token });
      expect(page.data.profile.managerUUID).toBe(person.managerId);
    }
  });

  test('a password with spaces around it is a different password', async () => {
    const person = await buildAccount(server);
    expectFailure(
      await server.call('login', { username: person.userName, password: ` ${PASSWORD}` }),
      'wrongCredentials',
    );
  });
});

async function medianMs(username: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    await forgetThrottles(server);
    const from = performance.now();
    expectFailure(await server.call('login', { username, password: 'Wrong-Harbour-1' }), 'wrongCredentials');
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[7] ?? 0;
}

describe('unauthenticated requests', () => {
  test('an unknown account and a wrong password return the same answer, in the same time', async () => {
    const person = await buildAccount(server);
    // A hash that the console computed itself.
    const password = 'Brighter-Lantern-77';
    const chosen = { oldPassword: PASSWORD, password, confirmPassword: password };
    expectSuccess(await server.call('changePassword', chosen, { as: person.token }));
    const wrong = await server.call('login', { username: person.userName, password: 'Wrong-Harbour-1' });
    const unknown = await server.call('login', { username: 'nobody_here', password: 'Wrong-Harbour-1' });
    expect({ status: unknown.status, code: unknown.code, msg: unknown.msg }).toEqual({
      status: wrong.status,
      code: wrong.code,
      msg: wrong.msg,
    });
    expect(Object.keys(unknown.failure)).toEqual(Object.keys(wrong.failure));
    const [known, nobody] = [await medianMs(person.userName), await medianMs('nobody_here')];
    // Hashing takes most of the time: without it an unknown name would be answered many times faster.
    expect(Math.max(known, nobody) / Math.min(known, nobody)).toBeLessThan(2.5);
  });

  test.each(LANGUAGES)('get errors in their language: %s', async (language) => {
    const answer = await server.call('login', { username: 'nobody', password: 'Wrong-1' }, { language });
    const texts = {
      en: 'Incorrect user name or password.',
      zh: '用户名',
      pl: 'hasło',
      es: 'contraseña',
    };
    expect(answer.msg.toLowerCase()).toContain(texts[language].toLowerCase());
  });
});

test('shows a reminder of a generated password until it is changed', async () => {
  const administrator = await freshAdministrator();
  const { username, password } = administrator;
  const login = await server.call('login', { username, password }, { language: 'es' });
  expect(login.data.remindMsg).not.toBe('');
  const as = { as: login.data.access_token };
  expect((await server.call('initPage', {}, as)).data.remindMsg).not.toBe('');
  const chosen = {
    oldPassword: password,
    password: 'Brighter-Lantern-77',
    confirmPassword: 'Brighter-Lantern-77',
  };
  expectSuccess(await server.call('changePassword', chosen, as));
  expect((await server.call('initPage', {}, as)).data.remindMsg).toBe('');
});

/** The first administrator of a separate installation, which has no people yet. */
async function freshAdministrator(): Promise<{ username: string; password: string }> {
  await server.stop();
  server = await startTestServer();
  const made = await createFirstAdministrator(server.platform);
  if (!made) throw new Error('There was somebody already');
  expect(await createFirstAdministrator(server.platform)).toBeNull();
  return { username: made.userName, password: made.password };
}

test('a person with only disabled roles cannot sign in', async () => {
  const owner = await buildAccount(server);
  const site = await buildSite(server, owner, await buildOrganization(server, owner, 'North'), 'Harbour');
  const member = await buildMember(server, owner, 'siteObserver', { siteIds: [site] });
  const disable = { subAccountUUID: member.membershipId, disabled: true };
  expectSuccess(await server.call('setSubAccountDisabled', disable, { as: owner.token }));
  const answer = await server.call('login', { username: member.userName, password: PASSWORD });
  expect(answer.code).toBe(ERRORS.accountError.code);
});
