import type { Language } from '@airloom/contract/languages';
import { DAY } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { buildAccount, PASSWORD, type Person } from '../../../../testing/builders.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { codeSentTo } from '../../../../testing/world.ts';
import { updateManager } from '../identity.repository.ts';
import { SECURITY_LIMITS } from '../sign-in/security-limits.ts';
import { expectSuccess } from '../testing/expectations.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('150.0', '151.0');
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const HOME = '198.51.100.7';
const NEW_PASSWORD = 'Brighter-Lantern-77';
let addresses = 0;

let server: TestServer;
let person: Person;
let as: { as: string; headers: Readonly<Record<string, string>> };
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetThrottles(server);
  person = await buildAccount(server);
  as = { as: person.token, headers: from(HOME) };
});

function from(address: string, agent = FIREFOX) {
  return { 'x-forwarded-for': address, 'user-agent': agent };
}

async function signIn(address: string, agent = FIREFOX): Promise<void> {
  const input = { username: person.userName, password: PASSWORD };
  expectSuccess(await server.call('login', input, { headers: from(address, agent) }));
}

async function events() {
  return (await server.call('listSecurityEvents', {}, as)).data;
}

async function kinds(): Promise<string[]> {
  return (await events()).map(({ kind }) => kind);
}

async function bind(target: string): Promise<void> {
  expectSuccess(await server.call('sendCode', { purpose: 'bind', target }, as));
  const input = { target, code: await codeSentTo(server, target), password: PASSWORD };
  expectSuccess(await server.call('saveBindMailPhone', input, as));
}

async function speak(language: Language, timeZone = ''): Promise<void> {
  await server.platform.database.asSystem((tx) =>
    updateManager(tx, person.managerId, { language, time_zone: timeZone }),
  );
}

async function mailsTo(target: string): Promise<string[]> {
  await server.settled();
  const rows = await server.platform.database.asSystem((tx) =>
    tx.all(sqlBuilder.selectFrom('development_message').select('subject').where('target', '=', target)),
  );
  return rows.map(({ subject }) => subject);
}

describe('a person is mailed and shown', () => {
  test('a password reset, with time and place', async () => {
    const { email } = person;
    expectSuccess(await server.call('sendCode', { purpose: 'resetPassword', target: email }, as));
    const code = await codeSentTo(server, email);
    const input = { target: email, code, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expectSuccess(await server.call('resetPwdByCode', input, { headers: from(HOME) }));
    const mail = await server.takeMessage(email, /reset/);
    expect(mail.subject).toBe('Your Airloom password was reset');
    expect(mail.body).toContain(`IP address: ${HOME}`);
    expect(mail.body).toContain('Firefox · Linux');
    expect(mail.body).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)/);
    expect(mail.body).toContain('If this was not you');
    const login = { username: person.userName, password: NEW_PASSWORD };
    const { data } = await server.call('login', login, { headers: from(HOME) });
    as = { ...as, as: data.access_token };
    expect(await events()).toMatchObject([{ kind: 'passwordReset', address: HOME, client: FIREFOX }]);
  });

  test('a password change', async () => {
    const input = { oldPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expectSuccess(await server.call('changePassword', input, as));
    expect((await server.lastMessage(person.email)).subject).toBe('Your Airloom password was changed');
    expect(await kinds()).toEqual(['passwordChanged']);
  });

  test('that two-factor sign-in was turned off, and not that it was turned on', async () => {
    const on = await server.call('setAccountSwitch', { twoFactor: 'code', password: PASSWORD }, as);
    const [secondFactor] = on.data.recoveryCodes;
    const off = { twoFactor: 'off' as const, password: PASSWORD, secondFactor };
    expectSuccess(await server.call('setAccountSwitch', off, as));
    expect((await server.lastMessage(person.email)).subject).toBe('Two-factor sign-in was turned off');
    expect(await kinds()).toEqual(['twoFactorOff']);
  });

  test('a new address, sent to the old one', async () => {
    const target = `moved${++addresses}@example.org`;
    await bind(target);
    const { subject, body } = await server.lastMessage(person.email);
    expect(subject).toBe('The e-mail address of your Airloom account was changed');
    expect(body).toMatch(/New contact: m\*+@example\.org/);
    expect(body).not.toContain(target);
    expect(await mailsTo(target)).toEqual([]);
    expect(await events()).toMatchObject([{ kind: 'emailChanged', detail: 'm*****@example.org' }]);
  });

  test('a new phone', async () => {
    await bind('+34 600200302');
    expect((await server.lastMessage(person.email)).subject).toBe(
      'The phone number of your Airloom account was changed',
    );
    expect(await events()).toMatchObject([{ kind: 'phoneChanged', detail: '+34 ******302' }]);
  });

  test('a new API key', async () => {
    const key = { name: 'Monitoring', grants: ['org_manage' as const], expiresAt: null, password: PASSWORD };
    expectSuccess(await server.call('createApiKey', key, as));
    const { subject, body } = await server.lastMessage(person.email);
    expect(subject).toBe('A new API key was created in your Airloom account');
    expect(body).toContain('Key name: Monitoring');
    expect(await events()).toMatchObject([{ kind: 'apiKeyCreated', detail: 'Monitoring', address: HOME }]);
  });

  test.each([
    ['pl', 'Hasło do Airloom zostało zmienione', 'Czas: '],
    ['es', 'Se ha cambiado su contraseña de Airloom', 'Hora: '],
    ['zh', '您的 Airloom 密码已更改', '时间：'],
  ] as const)('mails in their language: %s', async (language, subject, time) => {
    await speak(language, 'Europe/Warsaw');
    const input = { oldPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expectSuccess(await server.call('changePassword', input, as));
    const mail = await server.lastMessage(person.email);
    expect(mail.subject).toBe(subject);
    expect(mail.body).toContain(time);
    expect(mail.body).toContain('(Europe/Warsaw)');
  });

  test('by SMS where there is no address', async () => {
    await server.platform.database.asSystem((tx) =>
      tx.run(
        sqlBuilder
          .updateTable('manager')
          .set({ email: null, phone: '+34 600200303' })
          .where('id', '=', person.managerId),
      ),
    );
    const input = { oldPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expectSuccess(await server.call('changePassword', input, as));
    expect((await server.lastMessage('+34 600200303')).body).toContain('Your Airloom password was changed');
  });
});

describe('a sign-in', () => {
  test('is no event the first time, nor again from there with a newer browser', async () => {
    await signIn(HOME);
    await signIn('198.51.100.200', NEWER_FIREFOX);
    expect(await kinds()).toEqual([]);
    expect(await mailsTo(person.email)).toEqual([]);
  });

  test('from another network is an event, once', async () => {
    await signIn(HOME);
    await signIn('203.0.113.9');
    await signIn('203.0.113.10');
    expect(await events()).toMatchObject([{ kind: 'newPlace', address: '203.0.113.9' }]);
    const { subject, body } = await server.lastMessage(person.email);
    expect(subject).toBe('New sign-in to your Airloom account');
    expect(body).toContain('203.0.113.9');
  });

  test('with another kind of browser is an event', async () => {
    await signIn(HOME);
    await signIn(HOME, SAFARI);
    expect(await events()).toMatchObject([{ kind: 'newPlace', client: SAFARI }]);
  });

  test('from the same /48 of IPv6 is no event, and from another is', async () => {
    await signIn('2001:db8:1:2::3');
    await signIn('2001:db8:1:ffff::9');
    expect(await kinds()).toEqual([]);
    await signIn('2001:db8:2:2::3');
    expect(await kinds()).toEqual(['newPlace']);
  });

  test('after 90 days counts as a new place again', async () => {
    await signIn(HOME);
    server.advance(SECURITY_LIMITS.placeKnownMs + DAY);
    await forgetThrottles(server);
    const login = { username: person.userName, password: PASSWORD };
    const { data } = await server.call('login', login, { headers: from(HOME) });
    as = { ...as, as: data.access_token };
    expect(await kinds()).toEqual(['newPlace']);
  });

  test('from one new place many times at once is one event', async () => {
    await signIn(HOME);
    await Promise.all(Array.from({ length: 4 }, () => signIn('203.0.113.9')));
    expect(await kinds()).toEqual(['newPlace']);
  });

  test('of a new person is no event', async () => {
    const target = `joining${++addresses}@example.org`;
    expectSuccess(await server.call('sendCode', { purpose: 'register', target }, { headers: from(HOME) }));
    const code = await codeSentTo(server, target);
    const username = `joining${addresses}`;
    const input = { username, target, code, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const { data } = await server.call('registerAccount', input, { headers: from(HOME) });
    as = { ...as, as: data.access_token };
    expect(await kinds()).toEqual([]);
    person = { ...person, userName: username };
    const again = { username, password: NEW_PASSWORD };
    expectSuccess(await server.call('login', again, { headers: from('203.0.113.9') }));
    expect(await kinds()).toEqual(['newPlace']);
  });

  test('from many new places is listed, the newest of all, and mailed up to a daily limit', async () => {
    await signIn(HOME);
    const { managerId } = person;
    const now = server.platform.now();
    const many = 2 * SECURITY_LIMITS.eventsMax;
    await server.platform.database.asSystem(async (tx) => {
      await tx.run(sql`
        insert into security_event (manager_id, id, kind, at, address, client)
        select ${managerId}, gen_random_uuid(), 'newPlace', ${now}::timestamptz - n * interval '1 minute', '', ''
        from generate_series(1, ${many}::int) n`);
      await tx.run(sql`
        insert into sign_in_place (manager_id, network, browser, seen_at)
        select ${managerId}, 'network ' || n, '', ${now}::timestamptz - n * interval '1 minute'
        from generate_series(1, ${many}::int) n`);
    });
    await signIn('203.0.113.9');
    const listed = await events();
    expect(listed.length).toBe(SECURITY_LIMITS.eventsMax);
    expect(listed[0]?.address).toBe('203.0.113.9');
    expect(await mailsTo(person.email)).toEqual([]);
    const places = await server.platform.database.asSystem((tx) =>
      tx.all(sqlBuilder.selectFrom('sign_in_place').selectAll().where('manager_id', '=', managerId)),
    );
    expect(places.length).toBe(SECURITY_LIMITS.placesMax);
  });
});

test('security events of one person are not shown to another', async () => {
  const input = { oldPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  expectSuccess(await server.call('changePassword', input, as));
  const other = await buildAccount(server);
  as = { ...as, as: other.token };
  expect(await kinds()).toEqual([]);
});
