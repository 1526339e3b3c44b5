import { ERRORS } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo, invitationToken, roleByKey } from '../../../../testing/world.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

const PASSWORD = 'Brighter-Lantern-77';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => forgetThrottles(server));

let people = 0;
function newcomer(): { username: string; target: string } {
  people += 1;
  return { username: `newcomer_${people}`, target: `newcomer-${people}@example.org` };
}

async function codeFor(target: string): Promise<string> {
  expectSuccess(await server.call('sendCode', { purpose: 'register', target }));
  return codeSentTo(server, target);
}

async function register(input: {
  username: string;
  target: string;
  code?: string;
  password?: string;
  enterpriseName?: string;
  invitation?: string;
}) {
  const password = input.password ?? PASSWORD;
  const withCode = input.code === undefined && input.invitation === undefined;
  const proof = withCode ? { code: await codeFor(input.target) } : {};
  return server.call('registerAccount', { ...input, ...proof, password, confirmPassword: password });
}

async function invite(owner: Person, target: string, siteUUID: string): Promise<string> {
  const as = { as: owner.token };
  const roles = await server.call('listRoles', {}, as);
  const roleUUID = roleByKey(roles.data, 'ROLE_SITE_OPER');
  expectSuccess(
    await server.call('invite', { targets: [target], roleUUID, reach: { siteUUIDs: [siteUUID] } }, as),
  );
  return invitationToken(server, target);
}

describe('opening an account', () => {
  test('signs in as super administrator of a new, empty account', async () => {
    const { username, target } = newcomer();
    const answer = await register({ username, target, enterpriseName: 'North Sea Ltd' });
    expectSuccess(answer);
    expect(answer.data).toMatchObject({ username, secondFactor: null });
    const page = await server.call('initPage', {}, { as: answer.data.access_token });
    expect(page.data.profile).toMatchObject({
      userName: username,
      email: target,
      phone: '',
      passwordSet: true,
    });
    expect(page.data.currentRole).toMatchObject({
      key: 'ROLE_SUPER_ADMIN',
      accountName: 'North Sea Ltd',
      enterpriseName: 'North Sea Ltd',
    });
    const tree = await server.call('getEnterprise', {}, { as: answer.data.access_token });
    expect(JSON.stringify(tree.data.trees)).not.toContain('Harbour');
    expectSuccess(await server.call('login', { username: target, password: PASSWORD }));
  });

  test('works by phone too, and the phone can then sign in by code', async () => {
    const phone = '+86 13800138000';
    expectSuccess(await register({ ...newcomer(), target: phone }));
    await forgetThrottles(server);
    expectSuccess(await server.call('sendCode', { purpose: 'smsLogin', target: phone }));
    const code = await codeSentTo(server, phone);
    const login = await server.call('smsLogin', { phone, code });
    expectSuccess(login);
    expect(login.data.access_token).not.toBe('');
    expectFailure(await server.call('smsLogin', { phone, code }), 'codeWrong');
  });

  test('stores the language the browser asked for', async () => {
    const { username, target } = newcomer();
    const code = await codeFor(target);
    const input = { username, target, code, password: PASSWORD, confirmPassword: PASSWORD };
    const answer = await server.call('registerAccount', input, { language: 'pl' });
    const page = await server.call('initPage', {}, { as: answer.data.access_token });
    expect(page.data.profile.language).toBe('pl');
  });

  test('needs the code', async () => {
    const { username, target } = newcomer();
    const code = await codeFor(target);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expectFailure(await register({ username, target, code: wrong }), 'codeWrong');
    expectFailure(await register({ username, target: 'someone-else@example.org', code }), 'codeWrong');
    expectSuccess(await register({ username, target, code }));
  });

  test.each([
    ['short', 'Ab-1', 'validation.password.length'],
    ['without a digit', 'Brighter-Lantern', 'validation.password.classes'],
    ['holding the user name', 'Newcomer_name-1', 'validation.password.accountName'],
    ['in full-width characters', 'Ｂrighter-Lantern-7', 'validation.password.characters'],
  ])('refuses a password %s', async (_, password, key) => {
    const { target } = newcomer();
    const answer = await register({ username: 'newcomer_name', target, password, code: '000000' });
    expectFailure(answer, 'invalidInput');
    expect(answer.failure.fields?.password?.key).toBe(key);
  });

  test('refuses two passwords that differ', async () => {
    const { username, target } = newcomer();
    const input = { username, target, code: '000000', password: PASSWORD, confirmPassword: `${PASSWORD}8` };
    const answer = await server.call('registerAccount', input);
    expect(answer.failure.fields?.confirmPassword?.key).toBe('validation.password.mismatch');
  });

  test('a user name in use is reported, in any case, and the code can be used with another', async () => {
    const taken = newcomer();
    expectSuccess(await register(taken));
    const spelled = taken.username.toUpperCase();
    expect((await server.call('checkAccount', { username: spelled })).data).toEqual({ available: false });
    expect((await server.call('checkAccount', { username: 'free_name' })).data).toEqual({ available: true });
    const { target } = newcomer();
    const code = await codeFor(target);
    expectFailure(await register({ username: spelled, target, code }), 'userNameTaken');
    expectSuccess(await register({ username: 'free_name', target, code }));
  });

  test('of many concurrent requests for one name one succeeds, and none partially', async () => {
    const targets = Array.from({ length: 6 }, (_, index) => `rush-${index}@example.org`);
    const codes: string[] = [];
    for (const target of targets) codes.push(await codeFor(target));
    const answers = await Promise.all(
      targets.map((target, index) => register({ username: 'rush_name', target, code: codes[index] ?? '' })),
    );
    const outcomes = answers.map((answer) => answer.code).sort((a, b) => a - b);
    expect(outcomes).toEqual([0, ...Array.from({ length: 5 }, () => ERRORS.userNameTaken.code)]);
    // The refused requests keep their code and can choose another name.
    const late = answers.findIndex((answer) => answer.code !== 0);
    expectSuccess(
      await register({ username: 'rush_other', target: targets[late] ?? '', code: codes[late] ?? '' }),
    );
  });

  test('two codes for one contact create one account', async () => {
    const { username, target } = newcomer();
    const code = await codeFor(target);
    const answers = await Promise.all(
      [username, `${username}b`].map((name) => register({ username: name, target, code })),
    );
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([0, ERRORS.codeWrong.code]);
  });
});

describe('with an invitation', () => {
  let owner: Person;
  let site: string;
  beforeAll(async () => {
    owner = await buildAccount(server);
    const organization = await buildOrganization(server, owner, 'North');
    site = await buildSite(server, owner, organization, 'Harbour');
    await buildSite(server, owner, organization, 'Mill');
  });

  test('joins only the inviting account and sees only what was offered', async () => {
    const { username, target } = newcomer();
    const invitation = await invite(owner, target, site);
    const answer = await register({ username, target, invitation });
    expectSuccess(answer);
    const as = { as: answer.data.access_token };
    const roles = (await server.call('listMyRoles', {}, as)).data;
    expect(roles.map(({ accountUUID, key }) => ({ accountUUID, key }))).toEqual([
      { accountUUID: owner.tenant, key: 'ROLE_SITE_OPER' },
    ]);
    const sites = (await server.call('getAllSiteName', {}, as)).data;
    expect(sites.map((item) => item.siteName)).toEqual(['Harbour']);
    expectFailure(await server.call('createEnterprise', { name: 'Mine' }, as), 'permissionDenied');
  });

  test('an invitation to another person creates nothing', async () => {
    const invited = newcomer();
    const invitation = await invite(owner, invited.target, site);
    const thief = newcomer();
    expectFailure(await register({ ...thief, invitation }), 'invitationForSomeoneElse');
    expect((await server.call('checkAccount', { username: thief.username })).data.available).toBe(true);
    expectSuccess(await register({ ...invited, invitation }));
  });

  test('an invalid or used invitation creates nothing', async () => {
    const { username, target } = newcomer();
    expectFailure(await register({ username, target, invitation: 'made-up' }), 'notFound');
    const invited = newcomer();
    const invitation = await invite(owner, invited.target, site);
    expectSuccess(await register({ ...invited, invitation }));
    expectFailure(
      await server.call('acceptInvitation', { token: invitation }, { as: owner.token }),
      'invitationEnded',
    );
  });

  test('is the only way to register where registration is closed', async () => {
    const closed = await startTestServer({ AIRLOOM_REGISTRATION: 'off' });
    try {
      expect((await closed.call('initDomain', {})).data.registration).toBe(false);
      const { username, target } = newcomer();
      const input = { username, target, code: '000000', password: PASSWORD, confirmPassword: PASSWORD };
      expectFailure(await closed.call('registerAccount', input), 'registrationClosed');
      expectFailure(await closed.call('registerAccount', { ...input, invitation: 'made-up' }), 'notFound');
    } finally {
      await closed.stop();
    }
  });
});

test('needs a code without an invitation', async () => {
  const input = { ...newcomer(), password: PASSWORD, confirmPassword: PASSWORD };
  const answer = await server.call('registerAccount', input);
  expect(answer.failure.fields?.code?.key).toBe('validation.required');
});

test('registrations from one address are throttled', async () => {
  for (let round = 0; round <= 20; round += 1) {
    expectFailure(await register({ ...newcomer(), code: '000000' }), 'codeWrong');
  }
  expectFailure(await register({ ...newcomer(), code: '000000' }), 'tooManyAttempts');
});
