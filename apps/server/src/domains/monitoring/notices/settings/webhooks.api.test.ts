import { ERRORS, OK, OK_NOTHING_CHANGED } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { buildStage, change, log, notifyBy, raise, type Stage } from '../testing/notice-stage.ts';
import { isSignedBy } from '../testing/signed-by.ts';
import { type ReceivedPost, startReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let server: TestServer;
let running: TestServer | null = null;
let stage: Stage;

async function begin(allow: string): Promise<void> {
  server = await startTestServer({ WEBHOOK_ALLOW: allow });
  running = server;
  stage = await buildStage(server);
}
/** Allows no private network; shared by tests that send nothing. */
let strict: { readonly server: TestServer; readonly stage: Stage };
beforeAll(async () => {
  const there = await startTestServer();
  strict = { server: there, stage: await buildStage(there) };
});
afterAll(() => strict.server.stop());

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await receiver.stop();
});

async function hook(host = '127.0.0.1'): Promise<{ webhookUUID: string; secret: string }> {
  const webhook = { name: 'Tickets', url: `http://${host}:${receiver.port}/alarms?of=airloom` };
  const made = (await server.call('createWebhook', webhook, stage.as)).data;
  await notifyBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs: [made.webhookUUID] });
  return made;
}

function isGenuine({ headers, body }: ReceivedPost, secret: string): boolean {
  const { 'airloom-id': id, 'airloom-timestamp': timestamp, 'airloom-signature': signature } = headers;
  return isSignedBy(secret, { id: String(id), timestamp: Number(timestamp), body }, String(signature), {
    now: Math.floor(server.platform.now().getTime() / 1000),
    toleranceSeconds: 300,
  });
}

describe('a webhook', () => {
  test('is called at once, signed with the secret that was shown once', async () => {
    await begin('127.0.0.0/8');
    const { webhookUUID, secret } = await hook();
    const [id = ''] = await raise(server, stage);
    await expect.poll(() => receiver.posts.length, WITHIN).toBe(1);
    const [post] = receiver.posts;
    if (post === undefined) throw new Error('No post');
    expect(post.path).toBe('/alarms?of=airloom');
    expect(isGenuine(post, secret)).toBe(true);
    expect(isGenuine(post, `${secret}x`)).toBe(false);
    expect(isGenuine({ ...post, body: post.body.replace('97', '12') }, secret)).toBe(false);
    expect(JSON.parse(post.body)).toMatchObject({
      id: post.headers['airloom-id'],
      event: 'alarm.raised',
      accountUUID: stage.owner.tenant,
      alarm: { alarmUUID: id, type: 'highCpu', level: 'important', value: 97, siteName: 'Harbour' },
    });
    await change(server, stage, id, { clearedAt: server.platform.now() });
    await expect.poll(() => receiver.posts.length, WITHIN).toBe(2);
    expect(JSON.parse(receiver.posts[1]?.body ?? '')).toMatchObject({ event: 'alarm.cleared' });
    const listed = await server.call('listWebhooks', {}, stage.as);
    expect(JSON.stringify(listed.data)).not.toContain(secret);
    await expect
      .poll(async () => (await server.call('listWebhooks', {}, stage.as)).data, WITHIN)
      .toMatchObject([{ webhookUUID, name: 'Tickets', last: { state: 'sent', error: '' } }]);
  });

  test('is retried under the same id after an error and never follows a redirect', async () => {
    await begin('127.0.0.0/8');
    const { secret } = await hook();
    receiver.statuses.push(503, 302);
    await raise(server, stage);
    await expect.poll(async () => (await log(server, stage))[0]?.error, WITHIN).toBe('answered 503');
    server.advance(31_000);
    await expect.poll(async () => (await log(server, stage))[0]?.error, WITHIN).toBe('answered 302');
    server.advance(61_000);
    await expect.poll(async () => (await log(server, stage))[0]?.state, WITHIN).toBe('sent');
    expect(receiver.posts.map(({ path }) => path)).toEqual(Array(3).fill('/alarms?of=airloom'));
    expect(new Set(receiver.posts.map(({ headers }) => headers['airloom-id'])).size).toBe(1);
    const stamps = receiver.posts.map(({ headers }) => Number(headers['airloom-timestamp']));
    expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
    expect(new Set(stamps).size).toBe(3);
    expect(receiver.posts.slice(-1).every((post) => isGenuine(post, secret))).toBe(true);
  });

  test('is sent again by hand under the same id', async () => {
    await begin('127.0.0.0/8');
    await hook();
    const [id = ''] = await raise(server, stage);
    await expect.poll(async () => (await log(server, stage))[0]?.state, WITHIN).toBe('sent');
    await change(server, stage, id, { clearedAt: server.platform.now() });
    await expect.poll(() => receiver.posts.length, WITHIN).toBe(2);
    const [first] = await log(server, stage);
    await server.call('retryDelivery', { noticeUUID: first?.noticeUUID ?? '' }, stage.as);
    await expect.poll(() => receiver.posts.length, WITHIN).toBe(3);
    const [original, , again] = receiver.posts;
    expect(again?.headers['airloom-id']).toBe(original?.headers['airloom-id']);
    await expect
      .poll(async () => (await log(server, stage)).map(({ step, state }) => `${step} ${state}`), WITHIN)
      .toEqual(['raised sent', 'cleared sent', 'raised sent']);
  });

  test.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    '2130706433',
    '0x7f.1',
    '0',
    '169.254.169.254',
    '10.1.2.3',
  ])('is rejected for a private address: %s', async (host) => {
    const url = `http://${host}:${receiver.port}/`;
    const made = await strict.server.call('createWebhook', { name: host, url }, strict.stage.as);
    expect(made.failure.fields).toEqual({ url: { key: 'validation.urlInside', values: {} } });
  });

  test('that resolves to a private address later is not called, which its setting shows', async () => {
    const { server: there, stage: theirs } = strict;
    const webhook = { name: 'Moved', url: 'https://moved.invalid/path?token=1' };
    const { webhookUUID } = (await there.call('createWebhook', webhook, theirs.as)).data;
    await notifyBy(there, theirs, { modes: ['webhook'], emails: [], webhookUUIDs: [webhookUUID] });
    const url = `http://localhost:${receiver.port}/`;
    await there.platform.database.asSystem((tx) => tx.run(sql`update webhook set url = ${url}`));
    await raise(there, theirs);
    await expect.poll(async () => (await log(there, theirs))[0]?.state, WITHIN).toBe('failed');
    const [refused] = await log(there, theirs);
    expect(refused).toMatchObject({ attempts: 1, error: 'refused address localhost' });
    expect(receiver.posts).toEqual([]);
    const [setting] = (await there.call('listNoticeSettings', {}, theirs.as)).data;
    expect(setting?.webhooks).toEqual([
      { uuid: webhookUUID, name: 'Moved', enabled: true, error: 'refused address localhost' },
    ]);
    // It can be disabled, and not changed to another private address.
    const off = { webhookUUID, name: 'Moved', url, enabled: false };
    expect((await there.call('updateWebhook', off, theirs.as)).code).toBe(OK);
    const elsewhere = { ...off, url: 'http://127.0.0.2/' };
    expect((await there.call('updateWebhook', elsewhere, theirs.as)).failure.fields).toHaveProperty('url');
  });

  test('shows its URL to people with a reach of the whole account, its host to others', async () => {
    await begin('127.0.0.0/8');
    await hook();
    const host = `http://127.0.0.1:${receiver.port}`;
    expect((await server.call('listWebhooks', {}, stage.as)).data).toMatchObject([
      { url: `${host}/alarms?of=airloom` },
    ]);
    const others = await server.call('listWebhooks', {}, { as: stage.operator.token });
    expect(others.data.map(({ url }) => url)).toEqual([host]);
    for (const url of ['https://me@example.org/', 'https://me:secret@example.org/', 'ftp://example.org/']) {
      const made = await server.call('createWebhook', { name: 'X', url }, stage.as);
      expect(made.failure.fields).toHaveProperty('url');
    }
  });

  test('can be tested while it is disabled, and gets no alarm', async () => {
    await begin('127.0.0.0/8');
    const { webhookUUID } = await hook();
    const off = { webhookUUID, name: 'Tickets', url: `http://127.0.0.1:${receiver.port}/`, enabled: false };
    expect((await server.call('updateWebhook', off, stage.as)).code).toBe(OK);
    expect((await server.call('updateWebhook', off, stage.as)).code).toBe(OK_NOTHING_CHANGED);
    await raise(server, stage);
    await server.call('testWebhook', { webhookUUID }, stage.as);
    await expect.poll(() => receiver.posts.length, WITHIN).toBe(1);
    expect(JSON.parse(receiver.posts[0]?.body ?? '')).toMatchObject({ event: 'test' });
    expect(await log(server, stage)).toHaveLength(1);
  });

  test('signs with the new secret after renewal; the old one is invalid', async () => {
    await begin('127.0.0.0/8');
    const { webhookUUID, secret } = await hook();
    const renewed = (await server.call('renewWebhookSecret', { webhookUUID }, stage.as)).data.secret;
    await raise(server, stage);
    await expect.poll(() => receiver.posts.length, WITHIN).toBe(1);
    const [post] = receiver.posts;
    expect(post && [isGenuine(post, renewed), isGenuine(post, secret)]).toEqual([true, false]);
    const stored = await server.platform.database.asSystem((tx) =>
      tx.all(sql<{ secret: string }>`select secret from webhook`),
    );
    expect(JSON.stringify(stored)).not.toContain(renewed);
  });

  test('is created and changed only with a reach of the whole account, and needs a unique name', async () => {
    await begin('127.0.0.0/8');
    const { webhookUUID } = await hook();
    const webhook = { name: 'tickets', url: 'https://example.org/' };
    const operator = { as: stage.operator.token };
    expect((await server.call('createWebhook', webhook, operator)).code).toBe(ERRORS.permissionDenied.code);
    expect((await server.call('deleteWebhook', { webhookUUID }, operator)).code).toBe(
      ERRORS.permissionDenied.code,
    );
    expect((await server.call('createWebhook', webhook, stage.as)).code).toBe(ERRORS.webhookNameTaken.code);
  });
});
