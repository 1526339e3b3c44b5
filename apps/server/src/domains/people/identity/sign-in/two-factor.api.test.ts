import { CODE_LIMITS, SIGN_IN_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { LoginResponse } from '@airloom/contract/identity/sign-in.model';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

const STEP_MS = 30_000;

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

function codeOf(authenticator: TOTP, ahead = 0): string {
  return authenticator.generate({ timestamp: server.platform.now().getTime() + ahead * STEP_MS });
}

async function begin(): Promise<TOTP> {
  const begun = await server.call('beginTwoFactor', {}, as);
  expectSuccess(begun);
  expect(begun.data.uri).toMatch(/^otpauth:\/\/totp\/Airloom:/);
  expect(begun.data.uri).toContain(begun.data.secret);
  return new TOTP({ secret: Secret.fromBase32(begun.data.secret) });
}

async function enrol(): Promise<{ authenticator: TOTP; recoveryCodes: string[] }> {
  const authenticator = await begin();
  const input = { twoFactor: 'totp' as const, password: PASSWORD, code: codeOf(authenticator) };
  const set = await server.call('setAccountSwitch', input, as);
  expectSuccess(set);
  // The code that enrolled is used up; the next one is of the next step.
  server.advance(2 * STEP_MS);
  return { authenticator, recoveryCodes: set.data.recoveryCodes };
}

async function ticket(): Promise<NonNullable<LoginResponse['secondFactor']>> {
  const login = await server.call('login', { username: person.userName, password: PASSWORD });
  expectSuccess(login);
  expect(login.data.access_token).toBe('');
  expect(login.headers.getSetCookie()).toEqual([]);
  if (login.data.secondFactor === null) throw new Error('No second factor was asked for');
  return login.data.secondFactor;
}

/** The number of attempts without a wait. */
async function manyTickets(): Promise<Awaited<ReturnType<typeof ticket>>[]> {
  const held = [];
  for (let round = 0; round < 5; round += 1) held.push(await ticket());
  return held;
}

type Method = 'totp' | 'sms' | 'mail' | 'recovery';
function check(given: string, method: Method, code: string) {
  return server.call('loginCheck', { ticket: given, method, code });
}

describe('an authenticator app', () => {
  test('is not requested before it was confirmed', async () => {
    await begin();
    const login = await server.call('login', { username: person.userName, password: PASSWORD });
    expect(login.data.secondFactor).toBeNull();
    const set = { twoFactor: 'totp' as const, password: PASSWORD, code: '000000' };
    expect((await server.call('setAccountSwitch', set, as)).failure.fields?.code?.key).toBe(
      'validation.code',
    );
    expect((await server.call('getAccountSwitch', {}, as)).data.twoFactor).toBe('off');
  });

  test('cannot be confirmed without having been started, nor switched without the password', async () => {
    const set = { twoFactor: 'totp' as const, password: PASSWORD, code: '123456' };
    expectFailure(await server.call('setAccountSwitch', set, as), 'twoFactorNotBegun');
    const answer = await server.call('setAccountSwitch', { ...set, password: 'Wrong-Harbour-1' }, as);
    expect(answer.failure.fields?.password?.key).toBe('validation.password.wrong');
  });

  test('signs in with its code, a step early or late, and with no other', async () => {
    const { authenticator } = await enrol();
    for (const ahead of [-1, 0, 1]) {
      const { ticket: given, methods } = await ticket();
      expect(methods).toEqual(['totp', 'recovery']);
      const answer = await check(given, 'totp', codeOf(authenticator, ahead));
      expectSuccess(answer);
      expectSuccess(await server.call('initPage', {}, { as: answer.data.access_token }));
    }
    const { ticket: given } = await ticket();
    expectFailure(await check(given, 'totp', codeOf(authenticator, 3)), 'secondFactorWrong');
  });

  test('a used code is invalid, and so is an older one', async () => {
    const { authenticator } = await enrol();
    const code = codeOf(authenticator);
    const older = codeOf(authenticator, -1);
    const first = await ticket();
    expectSuccess(await check(first.ticket, 'totp', code));
    const second = await ticket();
    expectFailure(await check(second.ticket, 'totp', code), 'secondFactorWrong');
    expectFailure(await check(second.ticket, 'totp', older), 'secondFactorWrong');
    server.advance(STEP_MS);
    expectSuccess(await check(second.ticket, 'totp', codeOf(authenticator)));
  });

  test('one code used concurrently signs in once', async () => {
    const { authenticator } = await enrol();
    const tickets = await manyTickets();
    const code = codeOf(authenticator);
    const answers = await Promise.all(tickets.map((held) => check(held.ticket, 'totp', code)));
    expect(answers.filter((answer) => answer.code === 0).length).toBe(1);
  });

  test('the code that enrolled it cannot sign in', async () => {
    const authenticator = await begin();
    const code = codeOf(authenticator);
    const set = { twoFactor: 'totp' as const, password: PASSWORD, code };
    expectSuccess(await server.call('setAccountSwitch', set, as));
    expectFailure(await check((await ticket()).ticket, 'totp', code), 'secondFactorWrong');
  });

  test('is off after it was switched off', async () => {
    const { authenticator } = await enrol();
    const off = { twoFactor: 'off' as const, password: PASSWORD, secondFactor: codeOf(authenticator) };
    expectSuccess(await server.call('setAccountSwitch', off, as));
    const login = await server.call('login', { username: person.userName, password: PASSWORD });
    expect(login.data.secondFactor).toBeNull();
    expect((await server.call('getAccountSwitch', {}, as)).data).toEqual({
      twoFactor: 'off',
      recoveryCodesLeft: 0,
    });
  });
});

describe('recovery codes', () => {
  test('work once each, in any case', async () => {
    const { recoveryCodes } = await enrol();
    expect(new Set(recoveryCodes).size).toBe(SIGN_IN_LIMITS.recoveryCodes);
    const [first = '', second = ''] = recoveryCodes;
    expectSuccess(await check((await ticket()).ticket, 'recovery', first));
    expectFailure(await check((await ticket()).ticket, 'recovery', first), 'secondFactorWrong');
    expectSuccess(await check((await ticket()).ticket, 'recovery', second.toUpperCase()));
    const left = (await server.call('getAccountSwitch', {}, as)).data.recoveryCodesLeft;
    expect(left).toBe(SIGN_IN_LIMITS.recoveryCodes - 2);
  });

  test('one code used concurrently signs in once', async () => {
    const { recoveryCodes } = await enrol();
    const tickets = await manyTickets();
    const [code = ''] = recoveryCodes;
    const answers = await Promise.all(tickets.map((held) => check(held.ticket, 'recovery', code)));
    expect(answers.filter((answer) => answer.code === 0).length).toBe(1);
  });

  test('of another person are invalid', async () => {
    const { recoveryCodes } = await enrol();
    const [code = ''] = recoveryCodes;
    person = await buildAccount(server);
    as = { as: person.token };
    await enrol();
    expectFailure(await check((await ticket()).ticket, 'recovery', code), 'secondFactorWrong');
  });
});

describe('the ticket between password and second factor', () => {
  test('works once, for ten minutes, and is not a session', async () => {
    const { recoveryCodes } = await enrol();
    const [first = '', second = ''] = recoveryCodes;
    const { ticket: given } = await ticket();
    expectFailure(await server.call('initPage', {}, { as: given }), 'tokenTimeout');
    expectSuccess(await check(given, 'recovery', first));
    expectFailure(await check(given, 'recovery', second), 'signInTicketExpired');
    const late = await ticket();
    server.advance(SIGN_IN_LIMITS.ticketValidMs);
    expectFailure(await check(late.ticket, 'recovery', second), 'signInTicketExpired');
    expectFailure(await check('made-up', 'recovery', second), 'signInTicketExpired');
  });

  test('allows few attempts, and new tickets allow no more', async () => {
    const { recoveryCodes } = await enrol();
    const { ticket: given } = await ticket();
    for (let round = 0; round < CODE_LIMITS.attemptsMax; round += 1) {
      expectFailure(await check(given, 'totp', '000000'), 'secondFactorWrong');
    }
    const [code = ''] = recoveryCodes;
    expectFailure(await check(given, 'recovery', code), 'signInTicketExpired');
    expectFailure(await check((await ticket()).ticket, 'recovery', code), 'tooManyAttempts');
    server.advance(2_000);
    expectSuccess(await check((await ticket()).ticket, 'recovery', code));
  });

  test('is invalid once the password was changed', async () => {
    const { recoveryCodes } = await enrol();
    const { ticket: given } = await ticket();
    const password = 'Brighter-Lantern-77';
    const change = { oldPassword: PASSWORD, password, confirmPassword: password };
    expectSuccess(await server.call('changePassword', change, as));
    expectFailure(await check(given, 'recovery', recoveryCodes[0] ?? ''), 'signInTicketExpired');
  });
});

async function switchOn(): Promise<string[]> {
  const set = await server.call('setAccountSwitch', { twoFactor: 'code', password: PASSWORD }, as);
  expectSuccess(set);
  return set.data.recoveryCodes;
}

describe('a code by SMS or mail', () => {
  const PHONE = '+34 600200300';

  test('is sent to the person’s contact, and signs in once', async () => {
    expectSuccess(await server.call('sendCode', { purpose: 'bind', target: PHONE }));
    const bind = { target: PHONE, code: await codeSentTo(server, PHONE), password: PASSWORD };
    expectSuccess(await server.call('saveBindMailPhone', bind, as));
    await switchOn();
    for (const [method, target] of [
      ['sms', PHONE],
      ['mail', person.email],
    ] as const) {
      await forgetThrottles(server);
      const held = await ticket();
      expect(held).toMatchObject({ methods: ['sms', 'mail', 'recovery'], phone: '+34 ******300' });
      expect(held.email).toMatch(/^p\*+@example\.org$/);
      const sent = { purpose: 'twoFactor' as const, ticket: held.ticket, channel: method };
      expectSuccess(await server.call('sendCode', sent));
      const code = await codeSentTo(server, target);
      expectFailure(await check(held.ticket, method === 'sms' ? 'mail' : 'sms', code), 'codeWrong');
      expectSuccess(await check(held.ticket, method, code));
      const again = await ticket();
      expectFailure(await check(again.ticket, method, code), 'codeWrong');
    }
  });

  test('cannot be blocked by others who request codes to the same contact', async () => {
    await switchOn();
    for (let round = 0; round < 8; round += 1) {
      await server.call('sendCode', { purpose: 'resetPassword', target: person.email });
    }
    await server.takeMessage(person.email);
    const { ticket: given } = await ticket();
    expectSuccess(await server.call('sendCode', { purpose: 'twoFactor', ticket: given, channel: 'mail' }));
    expectSuccess(await check(given, 'mail', await codeSentTo(server, person.email)));
  });

  test('is refused where an authenticator app is set', async () => {
    await enrol();
    const { ticket: given } = await ticket();
    const answer = await server.call('sendCode', { purpose: 'twoFactor', ticket: given, channel: 'mail' });
    expectFailure(answer, 'invalidInput');
    expectFailure(await check(given, 'mail', '123456'), 'secondFactorWrong');
  });
});
