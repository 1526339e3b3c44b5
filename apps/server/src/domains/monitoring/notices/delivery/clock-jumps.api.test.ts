import { OK } from '@airloom/contract/errors';
import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import { DAY, HOUR, MINUTE, SECOND } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import {
  SMTP_USER,
  type SmtpStandIn,
  startSmtp,
} from '../../../../platform/senders/testing/smtp-stand-in.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { buildStage, log, notifyBy, raise, type Stage, shortLog } from '../testing/notice-stage.ts';
import { startReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

/** Each look lets time pass on the server. */
const SLOWLY = { ...WITHIN, interval: 200 };

let server: TestServer;
let smtp: SmtpStandIn;
let receiver: WebhookReceiver;
let stage: Stage;
let address: string;
beforeAll(async () => {
  smtp = await startSmtp();
  receiver = await startReceiver();
  const user = `${encodeURIComponent(SMTP_USER.name)}:${encodeURIComponent(SMTP_USER.password)}`;
  server = await startTestServer({
    SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}`,
    WEBHOOK_ALLOW: '127.0.0.0/8',
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
  await receiver.stop();
});
beforeEach(async () => {
  stage = await buildStage(server);
  address = `${newId()}@example.org`;
});

const mails = () => smtp.mails.filter(({ to }) => to.includes(address));
/** The log after some more time. */
const logAfter = (ms: number) => {
  server.advance(ms);
  return shortLog(server, stage);
};
const attempts = async () => (await log(server, stage)).map((notice) => notice.attempts);

const BACK = [
  ['an hour back', -HOUR],
  ['a day back', -DAY],
] as const;
const FORWARD = [
  ['an hour forward', HOUR],
  ['a day forward', DAY],
] as const;

describe.each([...BACK, ...FORWARD])('the clock is set %s', (_, jump) => {
  test('a mail that waits for others of its site is sent once', async () => {
    await notifyBy(server, stage, { emails: [address] });
    await raise(server, stage);
    server.setClock(jump);
    await expect.poll(() => logAfter(11 * SECOND), SLOWLY).toEqual([`raised mail ${address} sent`]);
    expect(mails()).toHaveLength(1);
  });

  test('a failed notice is retried after its pauses', async () => {
    const webhook = { name: 'Tickets', url: `http://127.0.0.1:${receiver.port}/${address}` };
    const { webhookUUID } = (await server.call('createWebhook', webhook, stage.as)).data;
    await notifyBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs: [webhookUUID] });
    receiver.statuses.push(500, 500);
    await raise(server, stage);
    await expect.poll(() => attempts(), SLOWLY).toEqual([1]);
    server.setClock(jump);
    await expect.poll(() => logAfter(61 * SECOND), SLOWLY).toEqual(['raised webhook Tickets sent']);
    expect(receiver.posts.filter(({ path }) => path.endsWith(address))).toHaveLength(3);
  });
});

describe.each(BACK)('the clock is set %s', (_, jump) => {
  // The clock was ahead and is corrected.
  beforeEach(() => server.setClock(-jump));

  test('a leased notice is sent when its lease expires', async () => {
    await notifyBy(server, stage, { emails: [address] });
    await raise(server, stage);
    const now = server.platform.now();
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`
        update notice set message_id = id, attempts = 1, first_tried_at = ${now}, due_at = ${now},
          leased_until = ${new Date(now.getTime() + 5 * MINUTE)}
        where tenant_id = ${stage.owner.tenant} and state = 'waiting'`),
    );
    server.setClock(jump);
    await expect.poll(() => logAfter(MINUTE), SLOWLY).toEqual([`raised mail ${address} sent`]);
  });

  test('earlier requests do not count any more', async () => {
    const settingUUID = await notifyBy(server, stage, { emails: [address] });
    await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.run(sql`
        insert into notice_asked (tenant_id, id, at, notices) values (
          ${stage.owner.tenant}, ${newId()}, ${server.platform.now()}, ${NOTICE_LIMITS.askedPerHourMax})`),
    );
    server.setClock(jump);
    expect((await server.call('testNoticeSetting', { settingUUID }, stage.as)).code).toBe(OK);
  });

  test('settings created before the clock was set back apply to new alarms', async () => {
    await notifyBy(server, stage, { emails: [address] });
    server.setClock(jump);
    await raise(server, stage);
    await expect.poll(() => logAfter(11 * SECOND), SLOWLY).toEqual([`raised mail ${address} sent`]);
  });
});
