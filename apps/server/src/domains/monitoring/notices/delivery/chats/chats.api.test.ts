import { createHmac } from 'node:crypto';
import { ERRORS } from '@airloom/contract/errors';
import type { WebhookKind } from '@airloom/contract/notices/notices.model';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../../testing/test-server.ts';
import { WITHIN } from '../../../../../testing/within.ts';
import { GATHER_MS } from '../../planning/notice-candidates.ts';
import { buildStage, change, notifyBy, raise, type Stage } from '../../testing/notice-stage.ts';
import { startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

const SECRET = 'SEC-of-the-bot';
const CONSOLE = 'https://console.example.org';

let server: TestServer;
let stage: Stage;
let chat: WebhookReceiver;
beforeAll(async () => {
  server = await startTestServer({ WEBHOOK_ALLOW: '127.0.0.0/8', PUBLIC_URL: CONSOLE });
});
beforeEach(async () => {
  stage = await buildStage(server);
  chat = await startReceiver();
});
afterEach(() => chat.stop());
afterAll(() => server.stop());

async function openChat(kind: WebhookKind, secret?: string, path = '/robot/send?access_token=t-1') {
  const url = `http://127.0.0.1:${chat.port}${path}`;
  const made = await server.call('createWebhook', { kind, name: kind, url, secret }, stage.as);
  expect(made.code).toBe(0);
  const { webhookUUID } = made.data;
  await notifyBy(server, stage, { modes: ['webhook'], emails: [], webhookUUIDs: [webhookUUID] });
  return made.data;
}

/** The request that an alarm causes, parsed. */
async function received(answer: string) {
  chat.answers.push(answer);
  const [alarmUUID = ''] = await raise(server, stage, { part: '<!channel> [x](http://e.org) *b*' });
  server.advance(GATHER_MS);
  await expect.poll(() => chat.posts.length, WITHIN).toBe(1);
  const { path = '', headers, body = '' } = chat.posts[0] ?? {};
  const deviceUUID = stage.harbour.deviceId;
  const links = {
    alarm: `${CONSOLE}/topalarm/list?alarm=${alarmUUID}`,
    device: `${CONSOLE}/device/capDetail?deviceUUID=${deviceUUID}`,
  };
  expect(headers?.['content-type']).toBe('application/json');
  expect(Object.keys(headers ?? {}).filter((name) => name.startsWith('airloom-'))).toEqual([]);
  return { query: new URL(path, 'http://chat').searchParams, body: JSON.parse(body), links };
}

async function states(): Promise<[string, string][]> {
  const { rows } = (await server.call('listDeliveries', {}, stage.as)).data;
  return rows.map(({ state, error }) => [state, error]);
}

const SENT = [['sent', '']];
const TITLE = 'Alarm: High CPU load (Important), Harbour, Harbour ap';

const run = (text: unknown) => ({
  type: 'RichTextBlock',
  inlines: [expect.objectContaining({ type: 'TextRun', text })],
});

describe('formats', () => {
  test('Slack: text and blocks, with markup of names escaped', async () => {
    await openChat('slack');
    const { body, links } = await received('ok');
    expect(body).toEqual({
      text: expect.stringMatching(/^Alarm: High CPU load, Harbour/),
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: expect.stringContaining(`*${TITLE}*\n`) } },
        { type: 'section', text: { type: 'mrkdwn', text: `<${CONSOLE}/topalarm/list|All alarms>` } },
        { type: 'context', elements: [{ type: 'mrkdwn', text: expect.stringContaining('Night shift') }] },
      ],
    });
    const { text } = body.blocks[0].text;
    expect(text).toContain(`<${links.alarm}|Open alarm>  <${links.device}|Open device>`);
    expect(text).not.toContain('<!channel>');
    await expect.poll(states, WITHIN).toEqual(SENT);
  });

  test('Teams: a message with one adaptive card of plain text', async () => {
    await openChat('teams');
    chat.statuses.push(202);
    const { body, links } = await received('');
    expect(body).toEqual({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            msteams: { width: 'Full' },
            body: expect.arrayContaining([run(TITLE), run(expect.stringContaining('Night shift'))]),
            actions: [
              { type: 'Action.OpenUrl', title: 'Open alarm', url: links.alarm },
              { type: 'Action.OpenUrl', title: 'Open device', url: links.device },
              { type: 'Action.OpenUrl', title: 'All alarms', url: `${CONSOLE}/topalarm/list` },
            ],
          },
        },
      ],
    });
    await expect.poll(states, WITHIN).toEqual(SENT);
  });

  test('DingTalk: Markdown, signed in the address', async () => {
    await openChat('dingtalk', SECRET);
    const { body, query, links } = await received('{"errcode":0,"errmsg":"ok"}');
    expect(body).toEqual({
      msgtype: 'markdown',
      markdown: { title: expect.stringMatching(/^Alarm: High CPU load/), text: expect.any(String) },
    });
    expect(body.markdown.text).toContain(`**${TITLE}**\n\n`);
    expect(body.markdown.text).toContain(`[Open alarm](${links.alarm}) [Open device](${links.device})`);
    expect(body.markdown.text).not.toContain('[x](');
    const timestamp = query.get('timestamp') ?? '';
    expect(Math.abs(Number(timestamp) - server.platform.now().getTime())).toBeLessThan(60_000);
    const sign = createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest('base64');
    expect(Object.fromEntries(query)).toEqual({ access_token: 't-1', timestamp, sign });
    await expect.poll(states, WITHIN).toEqual(SENT);
  });

  test('DingTalk without a secret is not signed', async () => {
    await openChat('dingtalk');
    const { query } = await received('{"errcode":0}');
    expect([...query.keys()]).toEqual(['access_token']);
  });

  test('WeCom: Markdown', async () => {
    await openChat('wecom');
    const { body, links } = await received('{"errcode":0,"errmsg":"ok"}');
    expect(body).toEqual({
      msgtype: 'markdown',
      markdown: { content: expect.stringContaining(`**${TITLE}**\n`) },
    });
    expect(body.markdown.content).toContain(`[Open alarm](${links.alarm})`);
    expect(body.markdown.content).not.toContain('<!channel>');
    await expect.poll(states, WITHIN).toEqual(SENT);
  });

  test('Feishu: a post, signed in its body', async () => {
    await openChat('feishu', SECRET, '/open-apis/bot/v2/hook/h-1');
    const { body, links } = await received('{"code":0,"msg":"success","data":{}}');
    const { timestamp, sign, ...message } = body;
    expect(timestamp).toMatch(/^\d{10}$/);
    expect(sign).toBe(createHmac('sha256', `${timestamp}\n${SECRET}`).update('').digest('base64'));
    expect(message).toEqual({
      msg_type: 'post',
      content: { post: { zh_cn: { title: expect.stringMatching(/^Alarm: /), content: expect.any(Array) } } },
    });
    const { content } = message.content.post.zh_cn;
    expect(content[0]).toEqual([{ tag: 'text', text: TITLE }]);
    expect(content.flat()).toContainEqual({ tag: 'a', text: 'Open alarm', href: links.alarm });
    await expect.poll(states, WITHIN).toEqual(SENT);
  });
});

describe('delivery', () => {
  test('a chat that answers with an error code is tried again', async () => {
    await openChat('dingtalk', SECRET);
    await received('{"errcode":310000,"errmsg":"sign not match"}');
    await expect.poll(states, WITHIN).toEqual([['waiting', 'chat refused 310000']]);
    chat.answers.push('{"errcode":0}');
    server.advance(60_000);
    await expect.poll(states, WITHIN).toEqual(SENT);
    expect(chat.posts).toHaveLength(2);
  });

  test('alarms of a short time arrive as one message, and so do their ends', async () => {
    await openChat('wecom');
    chat.answers.push('{"errcode":0}', '{"errcode":0}');
    const ids = await raise(server, stage, { part: 'one' }, { part: 'two' }, { part: 'three' });
    server.advance(GATHER_MS);
    await expect.poll(states, WITHIN).toEqual([...SENT, ...SENT, ...SENT]);
    expect(chat.posts).toHaveLength(1);
    for (const id of ids) expect(chat.posts[0]?.body).toContain(id);
    for (const id of ids) await change(server, stage, id, { clearedAt: server.platform.now() });
    server.advance(GATHER_MS);
    await expect.poll(async () => (await states()).length, WITHIN).toBe(6);
    await expect.poll(() => chat.posts.length, WITHIN).toBe(2);
  });

  test('an address without encryption is refused, and one that is stored can still be renamed', async () => {
    const input = { kind: 'slack', name: 'Slack', url: 'http://hooks.example.org/services/1' } as const;
    const refused = await server.call('createWebhook', input, stage.as);
    expect(refused.failure.fields).toMatchObject({ url: { key: 'validation.urlHttps' } });
    const { webhookUUID } = await openChat('slack');
    const { url } = input;
    const sealed = server.platform.vault.seal(url);
    await server.platform.database.asSystem((tx) =>
      tx.run(sql`update webhook set url = ${sealed} where id = ${webhookUUID}`),
    );
    const update = (given: string) =>
      server.call('updateWebhook', { ...input, name: 'Renamed', url: given, webhookUUID }, stage.as);
    expect((await update(url)).failure.fields).toMatchObject({ url: { key: 'validation.urlHttps' } });
    expect((await update('http://hooks.example.org/…9999')).failure.fields).toMatchObject({
      url: { key: 'validation.urlHttps' },
    });
    expect((await update('http://hooks.example.org/…es/1')).code).toBe(0);
  });

  test('the secret of a chat can be removed', async () => {
    const { webhookUUID } = await openChat('dingtalk', SECRET);
    const url = `http://127.0.0.1:${chat.port}/`;
    await server.call(
      'updateWebhook',
      { webhookUUID, kind: 'dingtalk', name: 'd', url, secret: '' },
      stage.as,
    );
    expect((await server.call('listWebhooks', {}, stage.as)).data).toMatchObject([{ isSigned: false }]);
  });

  test('a test message arrives', async () => {
    const { webhookUUID } = await openChat('wecom');
    chat.answers.push('{"errcode":0}');
    await server.call('testWebhook', { webhookUUID }, stage.as);
    await expect.poll(() => chat.posts.length, WITHIN).toBe(1);
    expect(chat.posts[0]?.body).toContain('Airloom test notification');
  });

  test('the address is stored sealed, shown in part, and kept when the part that is shown is saved', async () => {
    const path = '/open-apis/bot/v2/hook/only-for-the-chat-1234';
    const { webhookUUID } = await openChat('feishu', SECRET, path);
    const stored = () =>
      server.platform.database.asSystem((tx) =>
        tx.first(sql<{ url: string }>`select url from webhook where id = ${webhookUUID}`),
      );
    expect((await stored())?.url).not.toContain('hook');
    const listed = (await server.call('listWebhooks', {}, stage.as)).data;
    const shown = listed.find((one) => one.webhookUUID === webhookUUID)?.url ?? '';
    expect(shown).toMatch(/^http:\/\/[^/]+\/…1234$/);
    const renaming = { webhookUUID, kind: 'feishu', name: 'Renamed', url: shown } as const;
    expect((await server.call('updateWebhook', renaming, stage.as)).code).toBe(0);
    const { url } = (await stored()) ?? { url: '' };
    expect(server.platform.vault.unseal(url)).toContain(path);
  });

  test('the secret of a chat is never shown or logged, can be replaced, and its kind stays', async () => {
    const { webhookUUID, secret } = await openChat('feishu', SECRET);
    expect(secret).toBe('');
    const listed = await server.call('listWebhooks', {}, stage.as);
    expect(listed.data).toMatchObject([{ kind: 'feishu', isSigned: true }]);
    const operations = await server.call('listOperations', {}, stage.as);
    expect(JSON.stringify([listed.data, operations.data])).not.toContain(SECRET);

    const url = `http://127.0.0.1:${chat.port}/`;
    const input = { webhookUUID, name: 'feishu', url };
    const other = await server.call('updateWebhook', { ...input, kind: 'slack' }, stage.as);
    expect(other.code).toBe(ERRORS.webhookKindFixed.code);
    const renewed = await server.call('renewWebhookSecret', { webhookUUID }, stage.as);
    expect(renewed.code).toBe(ERRORS.chatHasNoSecret.code);
    await server.call('updateWebhook', { ...input, kind: 'feishu', secret: 'another' }, stage.as);
    chat.answers.push('{"code":0}');
    await server.call('testWebhook', { webhookUUID }, stage.as);
    await expect.poll(() => chat.posts.length, WITHIN).toBe(1);
    const { timestamp, sign } = JSON.parse(chat.posts[0]?.body ?? '');
    expect(sign).toBe(createHmac('sha256', `${timestamp}\nanother`).update('').digest('base64'));
  });

  test('a secret is refused for a chat without signatures', async () => {
    const input = { kind: 'slack', name: 'Slack', url: 'https://example.org/', secret: SECRET } as const;
    const refused = await server.call('createWebhook', input, stage.as);
    expect(refused.failure.fields).toMatchObject({ secret: { key: 'validation.chatUnsigned' } });
  });
});
