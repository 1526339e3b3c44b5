import { DAY, HOUR, MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { Sessions } from '../sessions/sessions.service.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';
import { Codes } from './codes.service.ts';
import { matchingStep, newTotpSecret } from './two-factor.ts';

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

/** Jobs that run every minute. */
const forgetStale = () => new Sessions(server.platform).deleteStale();
const signIn = (password: string) => server.call('login', { username: person.userName, password });

describe.each([
  ['an hour back', -HOUR],
  ['a day back', -DAY],
  ['an hour forward', HOUR],
  ['a day forward', DAY],
])('the clock is set %s', (_, jump) => {
  test('a person who mistyped the password can sign in', async () => {
    for (let round = 0; round < 5; round += 1) {
      expectFailure(await signIn('Wrong-Harbour-1'), 'wrongCredentials');
    }
    server.setClock(jump);
    server.advance(3 * SECOND);
    expectSuccess(await signIn(PASSWORD));
  });

  test('failed attempts are still counted', async () => {
    for (let round = 0; round < 4; round += 1) {
      expectFailure(await signIn('Wrong-Harbour-1'), 'wrongCredentials');
    }
    server.setClock(jump);
    for (let round = 0; round < 5; round += 1) await signIn('Wrong-Harbour-1');
    const refused = await signIn(PASSWORD);
    expectFailure(refused, 'tooManyAttempts');
    expect(refused.failure.retryAfter).toBeLessThan(60);
  });

  test('a session in use is kept', async () => {
    expectSuccess(await server.call('listSessions', {}, { as: person.token }));
    server.setClock(jump);
    server.advance(6 * SECOND);
    expectSuccess(await server.call('listSessions', {}, { as: person.token }));
  });

  test('another code can be requested after a minute', async () => {
    const target = `${person.userName}@example.com`.toLowerCase();
    const request = () => server.call('sendCode', { purpose: 'register', target });
    expectSuccess(await request());
    expectFailure(await request(), 'codeSentTooOften');
    server.setClock(jump);
    server.advance(61 * SECOND);
    expectSuccess(await request());
  });
});

describe.each([
  ['an hour back', -HOUR],
  ['a day back', -DAY],
])('the clock is set %s', (_, jump) => {
  test('an unused session ends after half an hour', async () => {
    expectSuccess(await server.call('listSessions', {}, { as: person.token }));
    server.setClock(jump);
    await forgetStale();
    server.advance(20 * MINUTE);
    await forgetStale();
    const stillThere = await server.platform.database.withPerson(person.managerId, (tx) =>
      tx.all(sql`select from session where manager_id = ${person.managerId}`),
    );
    expect(stillThere).toHaveLength(1);
    server.advance(11 * MINUTE);
    await forgetStale();
    expectFailure(await server.call('listSessions', {}, { as: person.token }), 'tokenTimeout');
  });

  test('a code is valid for half an hour from then on', async () => {
    const codes = new Codes(server.platform);
    const target = `${person.userName}@example.com`.toLowerCase();
    const code = await server.platform.database.asSystem((tx) => codes.issue(tx, 'register', target));
    server.setClock(jump);
    await forgetStale();
    server.advance(29 * MINUTE);
    await codes.check('register', target, code);
    server.advance(2 * MINUTE);
    await expect(codes.check('register', target, code)).rejects.toMatchObject({ key: 'codeWrong' });
  });
});

test.each([
  ['an hour back', -HOUR],
  ['a day back', -DAY],
])('a one-time password is accepted after the clock is set %s', (_, jump) => {
  const secret = newTotpSecret();
  const at = new Date();
  const code = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const used = matchingStep(secret, code(at.getTime()), at, null);
  expect(used).not.toBeNull();
  expect(matchingStep(secret, code(at.getTime()), at, used)).toBeNull();
  const later = new Date(at.getTime() + jump);
  expect(matchingStep(secret, code(later.getTime()), later, used)).not.toBeNull();
});
