import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../../platform/log.ts';
import { readSettings } from '../../../../platform/settings.ts';
import { composeConsole } from '../../../../processes/compose.ts';
import { buildAccount, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { openBrowser } from '../testing/browser.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

const WRONG = 'Wrong-Harbour-1';
const FREE = 4;

/** Waits end when a test advances the clock, however long the requests take. */
const began = Date.now();
let server: TestServer;
let person: Person;
beforeAll(async () => {
  // Lets a test choose the client address, as a proxy would forward it.
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' }, { clock: () => began });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  person = await buildAccount(server);
});

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
}

function login(username: string, password: string, address = newAddress()) {
  return server.call('login', { username, password }, { headers: { 'x-forwarded-for': address } });
}

async function useUpFreeTries(username: string): Promise<void> {
  for (let round = 0; round <= FREE; round += 1) {
    expectFailure(await login(username, WRONG), 'wrongCredentials');
  }
}

describe('by account', () => {
  test('the wait grows with each attempt up to a lock, for any address and the right password too', async () => {
    await useUpFreeTries(person.userName);
    const waits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const refused = await login(person.userName, PASSWORD);
      expectFailure(refused, 'tooManyAttempts');
      expect(refused.status).toBe(429);
      const seconds = refused.failure.retryAfter ?? 0;
      expect(refused.headers.get('retry-after')).toBe(String(seconds));
      expect(refused.msg).toContain(String(seconds));
      waits.push(seconds);
      server.advance(seconds * 1000);
      expectFailure(await login(person.userName, WRONG), 'wrongCredentials');
    }
    expect(waits.slice(0, 9)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512]);
    expect(waits.slice(9)).toEqual([900, 900, 900]);
  });

  test('after the wait the right password signs in and resets the count', async () => {
    await useUpFreeTries(person.userName);
    server.advance(2_000);
    expectSuccess(await login(person.userName, PASSWORD));
    for (let round = 0; round < FREE; round += 1) await login(person.userName, WRONG);
    expectSuccess(await login(person.userName, PASSWORD));
  });

  test('an account that does not exist is locked the same way', async () => {
    await useUpFreeTries('nobody_at_all');
    const refused = await login('nobody_at_all', WRONG);
    expectFailure(refused, 'tooManyAttempts');
    expect(refused.failure.retryAfter).toBe(2);
  });

  test('another spelling of the same name gives no new tries', async () => {
    const phone = '+48 600100777';
    await useUpFreeTries(phone);
    for (const spelling of ['+48600100777', '+4 8600100777', '+48 600 100 777', ' +48 600100777 ']) {
      expectFailure(await login(spelling, WRONG), 'tooManyAttempts');
    }
    await useUpFreeTries('Some_Body');
    for (const spelling of ['some_body', 'SOME_BODY', ' Some_Body ']) {
      expectFailure(await login(spelling, WRONG), 'tooManyAttempts');
    }
  });

  test('concurrent guesses are allowed no more often than sequential ones', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(person.userName, WRONG)));
    const checked = answers.filter((answer) => answer.code === ERRORS.wrongCredentials.code);
    const refused = answers.filter((answer) => answer.code === ERRORS.tooManyAttempts.code);
    expect(checked.length).toBe(FREE + 1);
    expect(refused.length).toBe(30 - checked.length);
  });

  test('an attempt counted after a later one counts once', async () => {
    await login(person.userName, WRONG);
    // Of two concurrent attempts, the earlier one may be counted second.
    server.advance(-60_000);
    try {
      for (let round = 0; round < FREE; round += 1)
        expectFailure(await login(person.userName, WRONG), 'wrongCredentials');
      expectFailure(await login(person.userName, WRONG), 'tooManyAttempts');
    } finally {
      server.advance(60_000);
    }
  });

  test('a restarted server keeps the count', async () => {
    await useUpFreeTries(person.userName);
    const restarted = await composeConsole({
      settings: readSettings({
        HOST: '127.0.0.1',
        DATA_DIR: server.platform.settings.dataDir,
        LOG_LEVEL: 'silent',
      }),
      log: createLog('silent'),
      connectionString: server.databaseUrl,
      version: 'test',
      now: () => server.platform.now(),
    });
    try {
      const url = await restarted.listen(0);
      const response = await fetch(`${url}${API_BASE}/user/login`, {
        method: 'POST',
        headers: { [CLIENT_HEADER]: 'test', 'content-type': 'application/json' },
        body: JSON.stringify({ username: person.userName, password: PASSWORD }),
      });
      expect(response.status).toBe(429);
    } finally {
      await restarted.stop();
    }
  });

  test('guesses from elsewhere do not lock out a browser that was signed in before', async () => {
    const browser = openBrowser(server, { 'x-forwarded-for': newAddress() });
    const credentials = { username: person.userName, password: PASSWORD };
    expectSuccess(await browser.call('login', credentials));
    await useUpFreeTries(person.userName);
    expectFailure(await login(person.userName, PASSWORD), 'tooManyAttempts');
    expectSuccess(await browser.call('login', credentials));
  });

  test('that browser has its own count, and its cookie is valid for no other account', async () => {
    const browser = openBrowser(server, { 'x-forwarded-for': newAddress() });
    expectSuccess(await browser.call('login', { username: person.userName, password: PASSWORD }));
    const other = await buildAccount(server);
    await useUpFreeTries(other.userName);
    expectFailure(
      await browser.call('login', { username: other.userName, password: PASSWORD }),
      'tooManyAttempts',
    );
    const guess = { username: person.userName, password: WRONG };
    for (let round = 0; round <= FREE; round += 1) {
      expectFailure(await browser.call('login', guess), 'wrongCredentials');
    }
    expectFailure(await browser.call('login', guess), 'tooManyAttempts');
  });

  test('a forged cookie is ignored', async () => {
    await useUpFreeTries(person.userName);
    const headers = { cookie: `airloom_known=abc.${'A'.repeat(43)}`, 'x-forwarded-for': newAddress() };
    const answer = await server.call('login', { username: person.userName, password: PASSWORD }, { headers });
    expectFailure(answer, 'tooManyAttempts');
  });

  test('a password reset by code lifts the lock', async () => {
    await useUpFreeTries(person.userName);
    await useUpFreeTries(person.email);
    await server.call('sendCode', { purpose: 'resetPassword', target: person.email });
    const code = await codeSentTo(server, person.email);
    const password = 'Brighter-Lantern-77';
    const reset = { target: person.email, code, password, confirmPassword: password };
    expectSuccess(await server.call('resetPwdByCode', reset));
    expectSuccess(await login(person.userName, password));
    expectSuccess(await login(person.email, password));
  });
});

async function guessFrom(address: string, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1) await login(`nobody_${round}`, WRONG, address);
}

describe('by address', () => {
  const FREE_BY_ADDRESS = 30;

  test('guessing many names from one address is throttled, and no other address with it', async () => {
    await guessFrom('203.0.113.5', FREE_BY_ADDRESS + 1);
    expectFailure(await login(person.userName, PASSWORD, '203.0.113.5'), 'tooManyAttempts');
    expectSuccess(await login(person.userName, PASSWORD, '203.0.113.6'));
  });

  test('an office that signs in from one address is not throttled', async () => {
    for (let round = 0; round < FREE_BY_ADDRESS + 10; round += 1) {
      expectSuccess(await login(person.userName, PASSWORD, '203.0.113.7'));
    }
  });

  test('signing in successfully does not reset the count of guesses', async () => {
    for (let round = 0; round <= FREE_BY_ADDRESS; round += 1) {
      await login(`nobody_${round}`, WRONG, '203.0.113.8');
      await login(person.userName, PASSWORD, '203.0.113.8');
      if (round === FREE_BY_ADDRESS) server.advance(2_000);
    }
    await login('nobody_last', WRONG, '203.0.113.8');
    expectFailure(await login('nobody_more', WRONG, '203.0.113.8'), 'tooManyAttempts');
  });

  test('an IPv6 /64 counts as one address', async () => {
    for (let round = 0; round <= FREE_BY_ADDRESS; round += 1) {
      await login(`nobody_${round}`, WRONG, `2001:db8:7:7::${(round + 1).toString(16)}`);
    }
    expectFailure(await login(person.userName, PASSWORD, '2001:db8:7:7:aaaa::1'), 'tooManyAttempts');
    expectSuccess(await login(person.userName, PASSWORD, '2001:db8:7:8::1'));
  });

  test('the count decreases over time', async () => {
    await guessFrom('203.0.113.9', FREE_BY_ADDRESS + 1);
    server.advance(10 * 60_000);
    // Five of the 31 are dropped by now, and no more.
    await guessFrom('203.0.113.9', 5);
    expectFailure(await login(person.userName, PASSWORD, '203.0.113.9'), 'tooManyAttempts');
  });

  test('a forwarded address is used from a trusted proxy only', async () => {
    const direct = await startTestServer();
    try {
      const from = (address: string, name: string) =>
        direct.call(
          'login',
          { username: name, password: WRONG },
          { headers: { 'x-forwarded-for': address } },
        );
      for (let round = 0; round <= FREE_BY_ADDRESS; round += 1) {
        await from(`203.0.114.${round}`, `nobody_${round}`);
      }
      expectFailure(await from('203.0.114.200', 'nobody_else'), 'tooManyAttempts');
    } finally {
      await direct.stop();
    }
  });
});

const proof = (password: string) => ({ twoFactor: 'off' as const, password });

describe('of a signed-in person', () => {
  test('verifying the password again is counted, separately from sign-in attempts', async () => {
    const as = { as: person.token };
    await useUpFreeTries(person.userName);
    expectSuccess(await server.call('setAccountSwitch', proof(PASSWORD), as));
    for (let round = 0; round <= FREE; round += 1) {
      expectFailure(await server.call('setAccountSwitch', proof(WRONG), as), 'invalidInput');
    }
    expectFailure(await server.call('setAccountSwitch', proof(PASSWORD), as), 'tooManyAttempts');
  });
});
