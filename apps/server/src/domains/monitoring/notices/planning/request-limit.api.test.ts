import { ERRORS, OK } from '@airloom/contract/errors';
import { NOTICE_LIMITS } from '@airloom/contract/notices/notices.limits';
import { QUOTAS } from '@airloom/contract/quotas';
import { MINUTE } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../../platform/ids.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { buildStage, log, notifyBy, raise, type Stage, shortLog } from '../testing/notice-stage.ts';
import { startReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

const { askedPerHourMax } = NOTICE_LIMITS;
const settingsMax = QUOTAS.noticeSettings.usual;
const webhooksMax = QUOTAS.webhooks.usual;

let server: TestServer;
let receiver: WebhookReceiver;
let stage: Stage;
beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_ALLOW: '127.0.0.0/8' });
  receiver = await startReceiver();
});
beforeEach(async () => {
  stage = await buildStage(server);
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const urlOf = () => `http://127.0.0.1:${receiver.port}/`;

async function hook(name = 'Tickets'): Promise<string> {
  return (await server.call('createWebhook', { name, url: urlOf() }, stage.as)).data.webhookUUID;
}

async function leadTo(url: string): Promise<void> {
  await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.run(sql`update webhook set url = ${url} where tenant_id = ${stage.owner.tenant}`),
  );
}

async function asked(notices: number): Promise<void> {
  const { tenant } = stage.owner;
  await server.platform.database.withTenant(stage.owner, (tx) =>
    tx.run(sql`insert into notice_asked (tenant_id, id, at, notices)
               values (${tenant}, ${newId()}, ${server.platform.now()}, ${notices})`),
  );
}

describe('requested notices', () => {
  test('are limited per hour for the whole account, by whichever call', async () => {
    const settingUUID = await notifyBy(server, stage, { emails: ['a@example.org', 'b@example.org'] });
    const webhookUUID = await hook();
    await asked(askedPerHourMax - 3);
    server.advance(20 * MINUTE);
    expect((await server.call('testNoticeSetting', { settingUUID }, stage.as)).data).toEqual({ notices: 2 });
    const refused = await server.call('testNoticeSetting', { settingUUID }, stage.as);
    expect(refused).toMatchObject({ status: 429, code: ERRORS.noticesAskedTooOften.code });
    expect(refused.msg).toContain(`${askedPerHourMax}`);
    expect(refused.msg).toContain('40 min');
    expect(refused.failure.retryAfter).toBe(40 * 60);
    const { noticeUUID } = (await server.call('testWebhook', { webhookUUID }, stage.as)).data;
    await expect
      .poll(
        async () => (await log(server, stage)).find((row) => row.noticeUUID === noticeUUID)?.state,
        WITHIN,
      )
      .toBe('sent');
    const tooOften = { code: ERRORS.noticesAskedTooOften.code };
    expect(await server.call('testWebhook', { webhookUUID }, stage.as)).toMatchObject(tooOften);
    expect(await server.call('retryDelivery', { noticeUUID }, stage.as)).toMatchObject(tooOften);
    expect((await log(server, stage)).length).toBe(3);

    // Sessions end before that.
    await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.run(sql`update notice_asked set at = at - interval '40 minutes'`),
    );
    expect((await server.call('retryDelivery', { noticeUUID }, stage.as)).code).toBe(OK);
  });

  test('are counted per account', async () => {
    await asked(askedPerHourMax);
    stage = await buildStage(server);
    expect((await server.call('testWebhook', { webhookUUID: await hook() }, stage.as)).code).toBe(OK);
  });
});

describe('limits hold for concurrent calls', () => {
  test('for notice settings', async () => {
    const emails = ['a@example.org'];
    const make = (name: string) =>
      server.call('createNoticeSetting', { name, levels: ['urgent'], modes: ['mail'], emails }, stage.as);
    const names = Array.from({ length: settingsMax + 10 }, (_, index) => `Setting ${index}`);
    const codes = (await Promise.all(names.map(make))).map(({ code }) => code);
    expect(codes.filter((code) => code === OK).length).toBe(settingsMax);
    expect(codes.filter((code) => code === ERRORS.quotaReached.code).length).toBe(10);
  });

  test('for webhooks', async () => {
    const url = urlOf();
    const make = (name: string) => server.call('createWebhook', { name, url }, stage.as);
    const names = Array.from({ length: webhooksMax + 10 }, (_, index) => `Webhook ${index}`);
    const codes = (await Promise.all(names.map(make))).map(({ code }) => code);
    expect(codes.filter((code) => code === OK).length).toBe(webhooksMax);
    expect(codes.filter((code) => code === ERRORS.quotaReached.code).length).toBe(10);
  });
});

function posts(state: string): () => Promise<number> {
  return async () =>
    (await shortLog(server, stage, 'webhook')).filter((line) => line.endsWith(` ${state}`)).length;
}

describe('failed notices', () => {
  test('are retried together under their ids when the receiver is back', async () => {
    const webhookUUID = await hook();
    await notifyBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs: [webhookUUID] });
    await leadTo('http://10.0.0.1/');
    await raise(server, stage, {}, {}, {});
    await expect.poll(posts('failed'), WITHIN).toBe(3);
    await leadTo(urlOf());
    const before = receiver.posts.length;
    const ids = await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.all(sql<{ id: string }>`select message_id as id from notice where mode = 'webhook'`),
    );

    const mails = await server.call('retryFailedDeliveries', { mode: 'mail' }, stage.as);
    expect(mails.data).toEqual({ notices: 0 });
    expect((await server.call('retryFailedDeliveries', { webhookUUID }, stage.as)).data).toEqual({
      notices: 3,
    });
    await expect.poll(posts('sent'), WITHIN).toBe(3);
    const posted = receiver.posts.slice(before).map(({ headers }) => headers['airloom-id']);
    expect(new Set(posted)).toEqual(new Set(ids.map(({ id }) => id)));
    expect((await server.call('retryFailedDeliveries', {}, stage.as)).data).toEqual({ notices: 0 });
  });

  test('count per message when retried, and stay failed above the limit', async () => {
    const { tenant } = stage.owner;
    await notifyBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs: [await hook()] });
    await leadTo('http://10.0.0.1/');
    await raise(server, stage, { part: 'a' }, { part: 'b' }, { part: 'c' }, { part: 'd' });
    await expect.poll(posts('failed'), WITHIN).toBe(4);
    // Two notices of one message.
    await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.run(sql`
        update notice set message_id = (select min(id::text)::uuid from notice where mode = 'webhook')
        where id in (select id from notice where mode = 'webhook' order by id limit 2)`),
    );
    await leadTo(urlOf());
    const counted = async () =>
      (
        await server.platform.database.withTenant(stage.owner, (tx) =>
          tx.all(sql<{ notices: number }>`
            select coalesce(sum(notices), 0)::int as notices from notice_asked where tenant_id = ${tenant}`),
        )
      )[0]?.notices;
    await asked(askedPerHourMax - 2);
    server.advance(20 * MINUTE);
    const refused = await server.call('retryFailedDeliveries', {}, stage.as);
    expect(refused).toMatchObject({ status: 429, code: ERRORS.noticesAskedTooOften.code });
    expect(refused.failure.retryAfter).toBe(40 * 60);
    expect([await posts('failed')(), await counted()]).toEqual([4, askedPerHourMax - 2]);

    await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.run(sql`update notice_asked set notices = notices - 1`),
    );
    expect((await server.call('retryFailedDeliveries', {}, stage.as)).data).toEqual({ notices: 4 });
    expect(await counted()).toBe(askedPerHourMax);
    await expect.poll(posts('sent'), WITHIN).toBe(4);
  });

  test('are retried up to the hourly limit, oldest first', async () => {
    const { tenant } = stage.owner;
    const webhookUUID = await hook();
    const more = askedPerHourMax + 3;
    // Each but the first two is a message of its own.
    await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.run(sql`
        insert into notice (tenant_id, id, about_id, step, detail, mode, address, webhook_id, level, because,
          time_zone, tells_clears, state, due_at, message_id, created_at, ended_at)
        select ${tenant}::uuid, gen_random_uuid(), ${webhookUUID}::uuid, 'test', nth::text, 'webhook',
          ${webhookUUID}, ${webhookUUID}::uuid, 'notice', 'Tickets', 'UTC', false, 'failed', ${server.platform.now()},
          lpad(greatest(nth, 2)::text, 32, '0')::uuid,
          ${server.platform.now()}::timestamptz - interval '1 hour' + nth * interval '1 second',
          ${server.platform.now()}
        from generate_series(1, ${more}::int) as nth`),
    );
    const failed = async () =>
      (
        await server.platform.database.withTenant(stage.owner, (tx) =>
          tx.all(sql<{ nth: number }>`
            select detail::int as nth from notice where tenant_id = ${tenant} and state = 'failed' order by nth`),
        )
      ).map(({ nth }) => nth);
    const again = await server.call('retryFailedDeliveries', {}, stage.as);
    expect(again.data).toEqual({ notices: askedPerHourMax + 1 });
    expect(await failed()).toEqual([more - 1, more]);
    const refused = await server.call('retryFailedDeliveries', {}, stage.as);
    expect(refused).toMatchObject({ code: ERRORS.noticesAskedTooOften.code });
    expect(await failed()).toEqual([more - 1, more]);
  });

  test('are not retried by people who do not see them', async () => {
    const { hill, operator } = stage;
    await notifyBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs: [await hook()] });
    await leadTo('http://10.0.0.1/');
    await raise(server, stage);
    await expect.poll(posts('failed'), WITHIN).toBe(1);
    await server.platform.database.withTenant(stage.owner, (tx) =>
      tx.run(sql`update notice set site_id = ${hill.siteId}`),
    );
    const others = await server.call('retryFailedDeliveries', {}, { as: operator.token });
    expect(others.data).toEqual({ notices: 0 });
    expect(await posts('failed')()).toBe(1);
  });
});
