import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

const STEP_MS = 30_000;
const OFF = { twoFactor: 'off' as const, password: PASSWORD };
let addresses = 0;

let server: TestServer;
let person: Person;
let as: { as: string };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  // Early in a step, so that it does not end between creating a code and using it.
  server.advance(STEP_MS - (server.platform.now().getTime() % STEP_MS) + 1_000);
  person = await buildAccount(server);
  as = { as: person.token };
});

function codeOf(authenticator: TOTP): string {
  return authenticator.generate({ timestamp: server.platform.now().getTime() });
}

async function begin(): Promise<TOTP> {
  const { data } = await server.call('beginTwoFactor', {}, as);
  return new TOTP({ secret: Secret.fromBase32(data.secret) });
}

async function enrol(): Promise<{ authenticator: TOTP; recoveryCodes: string[] }> {
  const authenticator = await begin();
  const input = { twoFactor: 'totp' as const, password: PASSWORD, code: codeOf(authenticator) };
  const set = await server.call('setAccountSwitch', input, as);
  expectSuccess(set);
  server.advance(2 * STEP_MS);
  return { authenticator, recoveryCodes: set.data.recoveryCodes };
}

async function turnOnCodes(): Promise<string[]> {
  const set = await server.call('setAccountSwitch', { twoFactor: 'code', password: PASSWORD }, as);
  expectSuccess(set);
  return set.data.recoveryCodes;
}

async function bindInput(target = `new${++addresses}@example.org`) {
  expectSuccess(await server.call('sendCode', { purpose: 'bind', target }));
  return { target, code: await codeSentTo(server, target), password: PASSWORD };
}

async function method(): Promise<string> {
  return (await server.call('getAccountSwitch', {}, as)).data.twoFactor;
}

describe('turning two-factor sign-in off', () => {
  test('is refused without the second factor, and with a wrong one', async () => {
    await enrol();
    const without = await server.call('setAccountSwitch', OFF, as);
    expect(without.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.required');
    for (const secondFactor of ['000000', 'aaaaa-bbbbb']) {
      const wrong = await server.call('setAccountSwitch', { ...OFF, secondFactor }, as);
      expect(wrong.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.wrong');
    }
    expect(await method()).toBe('totp');
  });

  test('is done with a code from the app, and not with one that was used to sign in', async () => {
    const { authenticator } = await enrol();
    const login = await server.call('login', { username: person.userName, password: PASSWORD });
    const ticket = login.data.secondFactor?.ticket ?? '';
    const used = codeOf(authenticator);
    expectSuccess(await server.call('loginCheck', { ticket, method: 'totp', code: used }));
    const refused = await server.call('setAccountSwitch', { ...OFF, secondFactor: used }, as);
    expect(refused.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.wrong');
    server.advance(STEP_MS);
    const fresh = { ...OFF, secondFactor: codeOf(authenticator) };
    expectSuccess(await server.call('setAccountSwitch', fresh, as));
    expect(await method()).toBe('off');
  });

  test('is done with a recovery code', async () => {
    const { recoveryCodes } = await enrol();
    const secondFactor = recoveryCodes[0]?.toUpperCase();
    expectSuccess(await server.call('setAccountSwitch', { ...OFF, secondFactor }, as));
    expect(await method()).toBe('off');
  });

  test('is done with a code sent to the person, which works once and not for signing in', async () => {
    await turnOnCodes();
    const sent = await server.call('sendOwnCode', { channel: 'mail' }, as);
    expectSuccess(sent);
    expect(sent.data).toEqual({ validMinutes: 30, retryAfter: 60, isSent: true });
    const secondFactor = await codeSentTo(server, person.email);
    const login = await server.call('login', { username: person.userName, password: PASSWORD });
    const ticket = login.data.secondFactor?.ticket ?? '';
    expectFailure(
      await server.call('loginCheck', { ticket, method: 'mail', code: secondFactor }),
      'codeWrong',
    );
    expectSuccess(await server.call('setAccountSwitch', { ...OFF, secondFactor }, as));
    await turnOnCodes();
    const again = await server.call('setAccountSwitch', { ...OFF, secondFactor }, as);
    expect(again.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.wrong');
  });

  test('is throttled after a few wrong attempts', async () => {
    const { authenticator } = await enrol();
    for (let round = 0; round < 5; round += 1) {
      await server.call('setAccountSwitch', { ...OFF, secondFactor: '000000' }, as);
    }
    const blocked = await server.call(
      'setAccountSwitch',
      { ...OFF, secondFactor: codeOf(authenticator) },
      as,
    );
    expectFailure(blocked, 'tooManyAttempts');
    server.advance(2_000);
    const after = { ...OFF, secondFactor: codeOf(authenticator) };
    expectSuccess(await server.call('setAccountSwitch', after, as));
  });
});

describe('another authenticator app', () => {
  test('does not replace the one in use without its code', async () => {
    const { authenticator } = await enrol();
    const other = await begin();
    const input = { twoFactor: 'totp' as const, password: PASSWORD, code: codeOf(other) };
    const without = await server.call('setAccountSwitch', input, as);
    expect(without.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.required');
    const proved = { ...input, secondFactor: codeOf(authenticator) };
    expectSuccess(await server.call('setAccountSwitch', proved, as));
  });
});

describe('a new e-mail address or phone', () => {
  test('is refused without the second factor, and the code to the new contact stays usable', async () => {
    const { authenticator } = await enrol();
    const input = await bindInput();
    const without = await server.call('saveBindMailPhone', input, as);
    expect(without.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.required');
    const proved = { ...input, secondFactor: codeOf(authenticator) };
    expectSuccess(await server.call('saveBindMailPhone', proved, as));
  });

  test('is refused for a phone too', async () => {
    await enrol();
    const without = await server.call('saveBindMailPhone', await bindInput('+34 600200301'), as);
    expect(without.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.required');
  });

  test('that is taken uses up no recovery code', async () => {
    const { recoveryCodes } = await enrol();
    const other = await buildAccount(server);
    const input = { ...(await bindInput(other.email)), secondFactor: recoveryCodes[0] };
    expectFailure(await server.call('saveBindMailPhone', input, as), 'contactTaken');
    const kept = { ...OFF, secondFactor: recoveryCodes[0] };
    expectSuccess(await server.call('setAccountSwitch', kept, as));
  });

  test('with one recovery code in two requests at once is bound once', async () => {
    const { recoveryCodes } = await enrol();
    const inputs = [await bindInput(), await bindInput()];
    const answers = await Promise.all(
      inputs.map((input) =>
        server.call('saveBindMailPhone', { ...input, secondFactor: recoveryCodes[0] }, as),
      ),
    );
    expect(answers.filter((answer) => answer.code === 0).length).toBe(1);
  });

  test('needs the password alone where two-factor sign-in is off', async () => {
    expectSuccess(await server.call('saveBindMailPhone', await bindInput(), as));
  });
});

describe('the code sent to the person', () => {
  test('is refused where two-factor sign-in does not use such codes, and to a phone that is not bound', async () => {
    expectFailure(await server.call('sendOwnCode', { channel: 'mail' }, as), 'invalidInput');
    await turnOnCodes();
    expectFailure(await server.call('sendOwnCode', { channel: 'sms' }, as), 'invalidInput');
  });

  test('is sent once a minute', async () => {
    await turnOnCodes();
    expectSuccess(await server.call('sendOwnCode', { channel: 'mail' }, as));
    expectFailure(await server.call('sendOwnCode', { channel: 'mail' }, as), 'codeSentTooOften');
  });
});

test('closing the account is refused without the second factor, and done with it', async () => {
  const { authenticator } = await enrol();
  const input = { password: PASSWORD, accountName: person.userName };
  const without = await server.call('releaseAccount', input, as);
  expect(without.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.required');
  const wrong = await server.call('releaseAccount', { ...input, secondFactor: '000000' }, as);
  expect(wrong.failure.fields?.secondFactor?.key).toBe('safety.secondFactor.wrong');
  expectSuccess(await server.call('getAccountSwitch', {}, as));
  const secondFactor = codeOf(authenticator);
  expectSuccess(await server.call('releaseAccount', { ...input, secondFactor }, as));
  expectFailure(await server.call('getAccountSwitch', {}, as), 'accountError');
});
