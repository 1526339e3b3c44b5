import { ERRORS } from '@airloom/contract/errors';
import { BUILT_IN_ROLES } from '@airloom/contract/roles';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  buildStage,
  notifyBy,
  raise,
  type Stage,
} from '../domains/monitoring/notices/testing/notice-stage.ts';
import { SMTP_USER, type SmtpStandIn, startSmtp } from '../platform/senders/testing/smtp-stand-in.ts';
import { buildAccount, type Person } from '../testing/builders.ts';
import { makeOperator } from '../testing/role-builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { WITHIN } from '../testing/within.ts';

/** A console without senders, as after an installation. One account belongs to whoever runs it. */
let server: TestServer;
let administrator: Person;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer({ OUTBOX_COUNTS_AS_SENT: 'off' });
  administrator = await buildAccount(server);
  await makeOperator(server, administrator);
  stage = await buildStage(server);
});
afterAll(() => server.stop());

let others: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const other of others) await other.stop();
  others = [];
});

test('a notification is not sent, and the delivery log has the reason', async () => {
  await notifyBy(server, stage, { modes: ['mail', 'sms'], phones: ['+48 600100200'] });
  await raise(server, stage);
  const log = async () => (await server.call('listDeliveries', {}, stage.as)).data.rows;
  await expect
    .poll(async () => (await log()).map(({ state }) => state), WITHIN)
    .toEqual(['failed', 'failed']);
  expect((await log()).map(({ mode, error, attempts }) => ({ mode, error, attempts }))).toEqual(
    expect.arrayContaining([
      { mode: 'mail', error: 'no mail sender configured', attempts: 1 },
      { mode: 'sms', error: 'no sms sender configured', attempts: 1 },
    ]),
  );
});

test('an invitation is not sent: the inviting person gets its link, which works', async () => {
  const roles = await server.call('listRoles', {}, stage.as);
  const observer = roles.data.find(({ key }) => key === BUILT_IN_ROLES.siteObserver.key)?.roleUUID ?? '';
  const target = 'invited@example.org';
  const input = { targets: [target], roleUUID: observer, reach: { siteUUIDs: [stage.harbour.siteId] } };
  const invited = await server.call('invite', input, stage.as);
  expect(invited.data.links).toEqual([{ target, link: expect.stringContaining('/register?invitation=') }]);
  const row = async () => (await server.call('listInvitations', {}, stage.as)).data.rows[0];
  await expect.poll(async () => (await row())?.delivery, WITHIN).toBe('noSender');

  server.advance(61_000);
  const invitationUUID = invited.data.invitationUUIDs[0] ?? '';
  const again = await server.call('resendInvitation', { invitationUUID }, stage.as);
  const tokens = [invited.data.links[0], again.data.link].map(
    (one) => /invitation=([\w-]+)/.exec(one?.link ?? '')?.[1] ?? '',
  );
  expect((await server.call('viewInvitation', { token: tokens[0] ?? '' })).code).toBe(ERRORS.notFound.code);
  expect((await server.call('viewInvitation', { token: tokens[1] ?? '' })).code).toBe(0);
});

test('a code is not sent, and whoever asked for it learns that', async () => {
  const target = 'newcomer@example.org';
  const asked = await server.call('sendCode', { purpose: 'register', target });
  expect(asked.data.isSent).toBe(false);
  expect((await server.lastMessage(target)).body).toMatch(/\d{6}/);
});

test('those who administer the console learn what is missing, others do not', async () => {
  const missing = async (as: string) => (await server.call('initPage', {}, { as })).data.missingSenders;
  expect(await missing(administrator.token)).toEqual(['sms', 'mail']);
  expect(await missing(stage.owner.token)).toEqual([]);
  const senders = await server.call('getSenders', {}, { as: administrator.token });
  expect(senders.data).toEqual([
    { channel: 'mail', isConfigured: false, details: null },
    { channel: 'sms', isConfigured: false, details: null },
  ]);
});

test('a test without a sender says so; without a contact it is refused', async () => {
  const as = { as: administrator.token };
  const tested = await server.call('testSender', { channel: 'mail' }, as);
  expect(tested.data).toEqual({ to: administrator.email, error: 'no mail sender configured' });
  const refused = await server.call('testSender', { channel: 'sms' }, as);
  expect(refused.failure.fields).toMatchObject({ channel: { key: 'validation.noOwnContact' } });
});

async function consoleWithMail(env: (smtp: SmtpStandIn) => Record<string, string>) {
  const smtp = await startSmtp();
  const own = await startTestServer({ OUTBOX_COUNTS_AS_SENT: 'off', ...env(smtp) });
  others.push(own, smtp);
  return { smtp, own };
}

const login = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;

test('a test mail arrives, and the settings are shown without their password', async () => {
  const { smtp, own } = await consoleWithMail(({ port }) => ({
    SMTP_URL: `smtp://${login}@127.0.0.1:${port}`,
  }));
  const person = await buildAccount(own);
  await makeOperator(own, person);
  const tested = await own.call('testSender', { channel: 'mail' }, { as: person.token });
  expect(tested.data).toEqual({ to: person.email, error: '' });
  expect(smtp.mails.map(({ to }) => to)).toEqual([[person.email]]);
  const senders = await own.call('getSenders', {}, { as: person.token });
  expect(senders.data[0]).toEqual({
    channel: 'mail',
    isConfigured: true,
    details: { via: 'smtp', server: `127.0.0.1:${smtp.port}`, from: 'Airloom <airloom@localhost>' },
  });
  const other = await buildAccount(own);
  expect((await own.call('getSenders', {}, { as: other.token })).data[0]?.details).toBeNull();
});

test('a refused test mail shows the words of the mail server to those who administer the console only', async () => {
  const { own } = await consoleWithMail(({ port }) => ({ SMTP_URL: `smtp://anna:wrong@127.0.0.1:${port}` }));
  const [person, other] = [await buildAccount(own), await buildAccount(own)];
  await makeOperator(own, person);
  const answerTo = async ({ token }: Person) =>
    (await own.call('testSender', { channel: 'mail' }, { as: token })).data.error;
  expect(await answerTo(person)).toMatch(/^535 /);
  expect(await answerTo(other)).toBe('The mail server did not take the mail: EAUTH (535)');
});
