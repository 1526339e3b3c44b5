import { ERRORS } from '@airloom/contract/errors';
import { CODE_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { CodePurpose } from '@airloom/contract/identity/sign-in.model';
import { LANGUAGES } from '@airloom/contract/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { buildAccount, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

const NEW_PASSWORD = 'Brighter-Lantern-77';

let server: TestServer;
let person: Person;
let phone: string;
let phones = 0;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  person = await buildAccount(server);
  phone = `+48 6001003${(phones += 1).toString().padStart(2, '0')}`;
});

let later = 0;

function sendCode(purpose: Exclude<CodePurpose, 'twoFactor'>, target: string) {
  return server.call('sendCode', { purpose, target });
}

async function codeFor(purpose: Exclude<CodePurpose, 'twoFactor'>, target: string): Promise<string> {
  expectSuccess(await sendCode(purpose, target));
  return codeSentTo(server, target);
}

function reset(code: string, password = NEW_PASSWORD, target = person.email) {
  return server.call('resetPwdByCode', { target, code, password, confirmPassword: password });
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
}

function bind(code: string) {
  return server.call('saveBindMailPhone', { target: phone, code, password: PASSWORD }, { as: person.token });
}

/** Messages sent to a contact; waits until a later message to another contact has arrived. */
async function messagesTo(target: string): Promise<string[]> {
  await codeFor('register', `later-${++later}@example.org`);
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sqlBuilder.selectFrom('development_message').select('subject').where('target', '=', target)),
  );
  return rows.map((row) => row.subject);
}

describe('a code', () => {
  test('works once', async () => {
    const code = await codeFor('resetPassword', person.email);
    expectSuccess(await reset(code));
    expectFailure(await reset(code, 'Another-Lantern-78'), 'codeWrong');
  });

  test('works once when used twice at the same time', async () => {
    const code = await codeFor('resetPassword', person.email);
    const answers = await Promise.all(
      ['Bright-Lantern-71', 'Bright-Lantern-72'].map((word) => reset(code, word)),
    );
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([0, ERRORS.codeWrong.code]);
  });

  test('is valid for 30 minutes', async () => {
    const code = await codeFor('resetPassword', person.email);
    server.advance(CODE_LIMITS.validMs - 5_000);
    expectSuccess(await reset(code));
    server.advance(CODE_LIMITS.resendMs);
    const late = await codeFor('resetPassword', person.email);
    server.advance(CODE_LIMITS.validMs);
    expectFailure(await reset(late, 'Another-Lantern-78'), 'codeWrong');
  });

  test('is invalid after five wrong attempts, even when the sixth is right', async () => {
    const code = await codeFor('bind', phone);
    for (let round = 0; round < CODE_LIMITS.attemptsMax; round += 1) {
      expectFailure(await bind(otherThan(code)), 'codeWrong');
    }
    expectFailure(await bind(code), 'codeWrong');
    server.advance(CODE_LIMITS.resendMs);
    const second = await codeFor('bind', phone);
    for (let round = 0; round < CODE_LIMITS.attemptsMax - 1; round += 1) {
      expectFailure(await bind(otherThan(second)), 'codeWrong');
    }
    expectSuccess(await bind(second));
  });

  test('is invalid after five concurrent wrong attempts', async () => {
    const code = await codeFor('bind', phone);
    await Promise.all(Array.from({ length: 12 }, () => bind(otherThan(code))));
    expectFailure(await bind(code), 'codeWrong');
  });

  test('works only for the purpose it was requested for', async () => {
    expectSuccess(await bind(await codeFor('bind', phone)));
    const other = { as: (await buildAccount(server)).token };
    const signInCode = await codeFor('smsLogin', phone);
    const taken = { target: phone, code: signInCode, password: PASSWORD };
    expectFailure(await server.call('saveBindMailPhone', taken, other), 'codeWrong');
    const code = await codeFor('resetPassword', phone);
    expectFailure(await server.call('smsLogin', { phone, code: code.slice(0, 6) }), 'codeWrong');
    expectFailure(await reset(code, NEW_PASSWORD, person.email), 'codeWrong');
    expectSuccess(await reset(code, NEW_PASSWORD, phone));
  });

  test('is replaced by the next one', async () => {
    const first = await codeFor('bind', phone);
    server.advance(CODE_LIMITS.resendMs);
    const second = await codeFor('bind', phone);
    if (first !== second) expectFailure(await bind(first), 'codeWrong');
    expectSuccess(await bind(second));
  });

  test.each(LANGUAGES)('is sent in the language of its recipient: %s', async (language) => {
    const yuyan = { en: 'en-US', zh: 'zh-CN', pl: 'pl', es: 'es' } as const;
    expectSuccess(await server.call('setLang', { yuyan: yuyan[language] }, { as: person.token }));
    // The requesting browser may use another language: the mail is not for it.
    const other = language === 'en' ? 'zh' : 'en';
    await server.call('sendCode', { purpose: 'resetPassword', target: person.email }, { language: other });
    const { subject, body } = await server.takeMessage(person.email);
    const marks = { en: 'Your code', zh: '验证码', pl: 'kod', es: 'código' };
    expect(`${subject} ${body}`.toLowerCase()).toContain(marks[language].toLowerCase());
  });
});

describe('requesting codes', () => {
  test('is possible again after a minute, and limited per hour', async () => {
    const target = 'eager@example.org';
    expectSuccess(await sendCode('register', target));
    const refused = await sendCode('register', target);
    expectFailure(refused, 'codeSentTooOften');
    expect(refused.failure.retryAfter).toBe(60);
    server.advance(CODE_LIMITS.resendMs);
    expectSuccess(await sendCode('register', target));
    for (let round = 0; round < 3; round += 1) {
      server.advance(CODE_LIMITS.resendMs);
      await sendCode('register', target);
    }
    expectFailure(await sendCode('register', target), 'tooManyAttempts');
    expect((await messagesTo(target)).length).toBeLessThanOrEqual(5);
  });

  test.each(['register', 'resetPassword', 'smsLogin', 'bind'] as const)(
    'for %s returns the same whether the contact is registered or not, the first time and the second',
    async (purpose) => {
      const unknown = `unknown-${purpose.toLowerCase()}@example.org`;
      const answerFor = async (target: string) => {
        await forgetThrottles(server);
        const answers = [await sendCode(purpose, target), await sendCode(purpose, target)];
        return answers.map(({ status, code, msg, data }) => ({
          status,
          code,
          msg,
          data: { ...Object(data), requestId: '' },
        }));
      };
      expect(await answerFor(unknown)).toEqual(await answerFor(person.email));
    },
  );

  test('to register a known contact informs its owner, not the requesting browser', async () => {
    expectSuccess(await sendCode('register', person.email));
    const { subject, body } = await server.takeMessage(person.email);
    expect(subject).toBe('You already have an Airloom account');
    expect(body).not.toMatch(/\b\d{6}\b/);
  });

  test('for an account that does not exist sends nothing', async () => {
    expectSuccess(await sendCode('resetPassword', 'unknown-at-all@example.org'));
    expectSuccess(await sendCode('smsLogin', '+48 600999888'));
    expect(await messagesTo('unknown-at-all@example.org')).toEqual([]);
    expect(await messagesTo('+48 600999888')).toEqual([]);
  });

  test('without a contact, or for a second factor without its ticket, is refused', async () => {
    const answer = await server.call('sendCode', { purpose: 'resetPassword' });
    expect(answer.failure.fields).toEqual({ target: { key: 'validation.required', values: {} } });
    expectFailure(
      await server.call('sendCode', { purpose: 'twoFactor', target: person.email, channel: 'mail' }),
      'signInTicketExpired',
    );
  });
});

test.each(['600100200', '+48600100200', '+48 600', '+48 6001002003004005006'])(
  'returns the accepted length of a phone number for "%s"',
  async (malformed) => {
    const answer = await server.call('smsLogin', { phone: malformed, code: '123456' });
    expect(answer.failure.fields).toEqual({
      phone: { key: 'validation.phone', values: { minimum: 7, maximum: 18 } },
    });
    const asked = await server.call('sendCode', { purpose: 'register', target: malformed });
    expect(asked.failure.fields).toEqual({
      target: { key: 'validation.contact', values: { minimum: 7, maximum: 18 } },
    });
  },
);

function guess(code: string) {
  return { target: person.email, code, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
}

describe('a code to reset a password', () => {
  let networks = 0;
  const newNetwork = () => {
    networks += 1;
    return { headers: { 'x-forwarded-for': `198.51.${networks >> 8}.${networks & 255}` } };
  };
  const askFrom = (where: ReturnType<typeof newNetwork>) =>
    server.call('sendCode', { purpose: 'resetPassword', target: person.email }, where);

  test('is accepted from another network and browser than it was requested from', async () => {
    expectSuccess(await askFrom(newNetwork()));
    const code = await codeSentTo(server, person.email);
    expectSuccess(await server.call('resetPwdByCode', guess(code), newNetwork()));
  });

  test('is not used up by wrong attempts of others', async () => {
    const code = await codeFor('resetPassword', person.email);
    for (let round = 0; round < 40; round += 1) {
      expectFailure(await server.call('resetPwdByCode', guess(otherThan(code)), newNetwork()), 'codeWrong');
    }
    expectSuccess(await reset(code));
  });

  test('is sent to the person while many networks request codes', async () => {
    const first = await codeFor('resetPassword', person.email);
    // Two hours of requests, each from another network.
    for (let round = 0; round < 120; round += 1) {
      server.advance(CODE_LIMITS.resendMs);
      expectSuccess(await askFrom(newNetwork()));
    }
    const mails = (await messagesTo(person.email)).length;
    expect(mails).toBeLessThanOrEqual(24);
    expectSuccess(await askFrom(newNetwork()));
    const newest = await codeSentTo(server, person.email);
    expect(newest).not.toBe(first);
    // The least time a person takes to find the mail.
    server.advance(10 * CODE_LIMITS.resendMs);
    expectSuccess(await reset(newest));
  });

  test('stays valid when others are sent, until one of them is used', async () => {
    const first = await codeFor('resetPassword', person.email);
    server.advance(CODE_LIMITS.resendMs);
    const second = await codeFor('resetPassword', person.email);
    expect(second).not.toBe(first);
    expectSuccess(await reset(first));
    expectFailure(await reset(second, 'Another-Lantern-78'), 'codeWrong');
  });

  test('is sent once for many concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => askFrom(newNetwork())));
    for (const answer of answers) expectSuccess(answer);
    expect(await messagesTo(person.email)).toHaveLength(1);
  });

  test('returns 429 for guesses from one address beyond the free ones', async () => {
    const where = newNetwork();
    const answers: number[] = [];
    for (let round = 0; round < 32; round += 1) {
      answers.push((await server.call('resetPwdByCode', guess('000000000000'), where)).status);
    }
    expect(answers.at(-1)).toBe(429);
  });
});
