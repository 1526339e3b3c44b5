import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLIENT_HEADER } from '@airloom/contract/call';
import type { Envelope, FailureData } from '@airloom/contract/envelope';
import { ERRORS } from '@airloom/contract/errors';
import { LIMITS } from '@airloom/contract/limits';
import { QUOTAS } from '@airloom/contract/quotas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlBuilder } from '../../platform/database/database.ts';
import { FILE_KINDS } from '../../platform/files/file-kinds.ts';
import { SESSION_COOKIE } from '../../platform/http/context.ts';
import { newId } from '../../platform/ids.ts';
import { buildAccount, buildMember, PASSWORD, type Person } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(100, 7)]);
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');
const PDF = Buffer.from('%PDF-1.7\nhello');

let server: TestServer;
let ada: Person;
let eve: Person;

beforeAll(async () => {
  server = await startTestServer();
  [ada, eve] = [await buildAccount(server), await buildAccount(server)];
});
afterAll(async () => {
  await server.stop();
});

interface Uploaded {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: {
    readonly id: string;
    readonly url: string;
    readonly contentType: string;
    readonly size: number;
  };
}

async function upload(
  headers: Readonly<Record<string, string>>,
  bytes: Buffer<ArrayBuffer> | ReadableStream,
  at = server,
): Promise<Uploaded> {
  const response = await fetch(`${at.url}/api/v1/storage`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: bytes,
    duplex: 'half',
  });
  const body: Omit<Uploaded, 'status'> = JSON.parse(await response.text());
  return { ...body, status: response.status };
}

function as(person: Person, kind: string): Record<string, string> {
  return { cookie: `${SESSION_COOKIE}=${person.token}`, [CLIENT_HEADER]: 'test', 'x-file-kind': kind };
}

/** An upload that is partly sent and still pending. */
function openUpload(person = ada, at = server) {
  const finished = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async pull(controller) {
      controller.enqueue(PNG);
      begun.resolve();
      await finished.promise;
      controller.close();
    },
  });
  return {
    begun: begun.promise,
    finish: finished.resolve,
    breakOff: () => finished.reject(new Error('broken off')),
    answer: upload(as(person, 'firmware'), body, at),
  };
}

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers });
}

async function apiKeyOf(person: Person): Promise<string> {
  const input = { name: 'key', grants: ['site_manage' as const], expiresAt: null, password: PASSWORD };
  return (await server.call('createApiKey', input, { as: person.token })).data.secret;
}

function storedFiles(): Promise<{ id: string }[]> {
  return server.platform.database.asSystem((tx) => tx.all(sqlBuilder.selectFrom('stored_file').select('id')));
}

describe('uploads', () => {
  it('accept an image, which is then public and cannot run scripts', async () => {
    const { code, data } = await upload(as(ada, 'image'), PNG);
    expect({ code, ...data }).toEqual({
      code: 0,
      id: data.id,
      url: `/files/${data.id}`,
      contentType: 'image/png',
      size: PNG.length,
    });
    const shown = await get(data.url);
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${createHash('sha256').update(PNG).digest('hex')}"`,
    });
    expect(shown.headers.has('content-disposition')).toBe(false);
  });

  it('are hidden when their account is closed', async () => {
    const closing = await buildAccount(server);
    const { data } = await upload(as(closing, 'image'), PNG);
    expect((await get(data.url)).status).toBe(200);
    await server.platform.database.asSystem((tx) =>
      tx.run(
        sqlBuilder.updateTable('account').set({ closed_at: new Date() }).where('id', '=', closing.tenant),
      ),
    );
    expect((await get(data.url)).status).toBe(404);
  });

  it('return 304 to a client that has them', async () => {
    const { data } = await upload(as(ada, 'image'), PNG);
    const etag = (await get(data.url)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(data.url, { 'if-none-match': known });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect((await get(data.url, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('detect the type from the bytes, whatever the name', async () => {
    const answer = await upload({ ...as(ada, 'attachment'), 'x-file-name': '../../a.html' }, HTML);
    expect(answer.data.contentType).toBe('application/octet-stream');
    const { headers } = await get(answer.data.url, { cookie: `${SESSION_COOKIE}=${ada.token}` });
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe('attachment');
  });

  it('refuse an image kind without image bytes, and empty bodies', async () => {
    for (const bytes of [HTML, PDF, Buffer.alloc(0)]) {
      expect(await upload(as(ada, 'image'), bytes)).toMatchObject({ code: ERRORS.fileTypeRefused.code });
    }
    const nothing = await upload(as(ada, 'attachment'), Buffer.alloc(0));
    expect(nothing).toMatchObject({ code: ERRORS.fileTypeRefused.code });
  });

  it('are limited by kind, with and without a declared length', async () => {
    const before = await storedFiles();
    const tooLarge = Buffer.concat([PNG, Buffer.alloc(FILE_KINDS.image.maxBytes - PNG.length + 1)]);
    const refused = { status: 413, code: ERRORS.payloadTooLarge.code };
    expect(await upload(as(ada, 'image'), tooLarge)).toMatchObject(refused);
    const undeclared = new Blob([tooLarge, tooLarge, tooLarge]).stream();
    expect(await upload(as(ada, 'image'), undeclared)).toMatchObject(refused);
    expect(await storedFiles()).toEqual(before);
    expect(await upload(as(ada, 'image'), tooLarge.subarray(0, -1))).toMatchObject({ code: 0 });
    expect(await upload(as(ada, 'attachment'), tooLarge)).toMatchObject({ code: 0 });
  });

  it('need a session, the client header and a known kind', async () => {
    const session = as(ada, 'image');
    const { [CLIENT_HEADER]: _header, ...unmarked } = session;
    const { cookie: _cookie, ...anonymous } = session;
    const json = { ...session, 'content-type': 'application/json' };
    const wrong = [
      [unmarked, ERRORS.clientHeaderMissing],
      [anonymous, ERRORS.tokenTimeout],
      [{ ...anonymous, cookie: `${SESSION_COOKIE}=worn-out` }, ERRORS.tokenTimeout],
      [{ ...session, 'x-file-kind': 'music' }, ERRORS.invalidInput],
      [{ ...session, 'x-file-kind': '__proto__' }, ERRORS.invalidInput],
      [json, ERRORS.unsupportedMediaType],
    ] as const;
    const before = await storedFiles();
    for (const [headers, error] of wrong) {
      expect(await upload(headers, PNG)).toMatchObject({ status: error.http, code: error.code });
    }
    expect(await storedFiles()).toEqual(before);
    expect(await upload({ ...anonymous, authorization: `Bearer ${ada.token}` }, PNG)).toMatchObject({
      code: 0,
    });
  });

  it('are refused for API keys and visitors of the demo', async () => {
    const key = { authorization: `Bearer ${await apiKeyOf(ada)}`, 'x-file-kind': 'image' };
    expect(await upload(key, PNG)).toMatchObject({ code: ERRORS.permissionDenied.code });

    const demo = await buildAccount(server);
    await server.platform.database.asSystem((tx) =>
      tx.run(sqlBuilder.updateTable('account').set({ demo: true }).where('id', '=', demo.tenant)),
    );
    const visitor = await buildMember(server, demo, 'siteObserver');
    expect(await upload(as(visitor, 'image'), PNG)).toMatchObject({ code: ERRORS.demoReadOnly.code });
  });

  it.each([
    ['siteObserver', 'image', false],
    ['siteObserver', 'attachment', false],
    ['siteObserver', 'firmware', false],
    ['finance', 'image', false],
    ['finance', 'firmware', false],
    ['siteOperator', 'image', false],
    ['siteOperator', 'attachment', false],
    ['siteOperator', 'firmware', true],
    ['siteAdministrator', 'image', true],
    ['siteAdministrator', 'attachment', true],
    ['siteAdministrator', 'firmware', true],
  ] as const)('from a %s: %s? %s', async (role, kind, allowed) => {
    const member = await buildMember(server, ada, role);
    const before = await storedFiles();
    const answer = await upload(as(member, kind), PNG);
    expect(answer.code).toBe(allowed ? 0 : ERRORS.permissionDenied.code);
    expect((await storedFiles()).length - before.length).toBe(allowed ? 1 : 0);
  });

  it('of firmware are stored as private bytes, whatever they look like', async () => {
    const { data } = await upload(as(ada, 'firmware'), PNG);
    expect(data.contentType).toBe('application/octet-stream');
    const own = await get(data.url, { cookie: `${SESSION_COOKIE}=${ada.token}` });
    expect(own.headers.get('content-disposition')).toBe('attachment');
    for (const headers of [{}, { cookie: `${SESSION_COOKIE}=${eve.token}` }]) {
      expect((await get(data.url, headers)).status).toBe(404);
    }
  });

  it('of one account are limited to four at a time, and do not block other accounts', async () => {
    const opened = Array.from({ length: LIMITS.upload.atOnceMax }, () => openUpload());
    await Promise.all(opened.map(({ begun }) => begun));
    const refused = { status: 429, code: ERRORS.tooManyRequests.code };
    await expect.poll(() => upload(as(ada, 'firmware'), PNG)).toMatchObject(refused);
    expect(await upload(as(eve, 'firmware'), PNG)).toMatchObject({ code: 0 });
    for (const { finish } of opened) finish();
    for (const { answer } of opened) expect(await answer).toMatchObject({ code: 0 });
    expect(await upload(as(ada, 'firmware'), PNG)).toMatchObject({ code: 0 });
  });

  it('that break off leave nothing and free their slot', async () => {
    const before = await storedFiles();
    for (let round = 0; round <= LIMITS.upload.atOnceMax; round += 1) {
      const { begun, breakOff, answer } = openUpload();
      await begun;
      breakOff();
      await expect(answer).rejects.toThrow();
    }
    await expect.poll(() => upload(as(ada, 'image'), PNG)).toMatchObject({ code: 0 });
    expect(await storedFiles()).toHaveLength(before.length + 1);
    await expect.poll(() => readdir(join(server.platform.settings.dataDir, 'files/incoming'))).toEqual([]);
  });

  it('of one account stay within its quota, also when concurrent', async () => {
    const full = await buildAccount(server);
    const room = PNG.length + 1;
    await server.platform.database.asSystem((tx) =>
      tx.run(
        sqlBuilder.insertInto('stored_file').values({
          tenant_id: full.tenant,
          id: newId(),
          kind: 'firmware',
          content_type: 'application/octet-stream',
          size: QUOTAS.storageMegabytes.usual * 1024 * 1024 - room,
          sha256: '',
          shown_publicly: false,
          created_by: full.managerId,
        }),
      ),
    );
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(as(full, 'image'), PNG)));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const refused = answers.filter(({ code }) => code !== 0);
    for (const { code, msg } of refused) {
      expect([code, msg]).toEqual([ERRORS.quotaReached.code, expect.stringContaining('1024')]);
    }
    expect(await upload(as(eve, 'image'), PNG)).toMatchObject({ code: 0 });
  });

  it('write the operation log', async () => {
    const { data } = await upload(as(ada, 'attachment'), PDF);
    const row = await server.platform.database.withTenant(ada, (tx) =>
      tx.first(
        sqlBuilder
          .selectFrom('operation_log')
          .select(['manager_id', 'call', 'objects'])
          .where('tenant_id', '=', ada.tenant)
          .where(sql<boolean>`objects -> 0 ->> 'id' = ${data.id}`),
      ),
    );
    expect(row).toMatchObject({
      manager_id: ada.managerId,
      call: 'storage',
      objects: [
        {
          kind: 'file',
          changes: [
            { field: 'fileKind', to: 'attachment' },
            { field: 'contentType', to: 'application/pdf' },
            { field: 'size', to: PDF.length },
          ],
        },
      ],
    });
  });
});

describe('private files', () => {
  it('can be downloaded only by sessions of their own account', async () => {
    const { data } = await upload(as(ada, 'attachment'), PDF);
    const own = await get(data.url, { cookie: `${SESSION_COOKIE}=${ada.token}` });
    expect([own.status, await own.text()]).toEqual([200, PDF.toString()]);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'cache-control': 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it('return the same as a missing file to everyone else', async () => {
    const { data } = await upload(as(ada, 'attachment'), PDF);
    const etag = `"${createHash('sha256').update(PDF).digest('hex')}"`;
    const asked = [
      [`/files/${newId()}`, {}],
      [data.url, {}],
      [data.url, { 'if-none-match': etag }],
      [data.url, { cookie: `${SESSION_COOKIE}=${eve.token}` }],
      [data.url, { authorization: `Bearer ${eve.token}` }],
      [data.url, { authorization: `Bearer ${await apiKeyOf(ada)}` }],
      [data.url, { cookie: `${SESSION_COOKIE}=worn-out` }],
      [`/files/${'a'.repeat(100)}`, {}],
      ['/files/..%2f..%2fsecret.key', {}],
      ['/files/%00', {}],
      [`/files/${data.id}%2e`, {}],
    ] as const;
    const answers = await Promise.all(asked.map(([path, headers]) => get(path, headers).then(seen)));
    expect(answers[0]).toMatchObject({ status: 404, body: { code: ERRORS.notFound.code } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

/** Everything observable from outside, without what differs for every request. */
async function seen(response: Response) {
  const { 'x-request-id': _id, date: _date, ...headers } = Object.fromEntries(response.headers);
  const { code, msg, data }: Envelope<FailureData> = JSON.parse(await response.text());
  return { status: response.status, headers, body: { code, msg, data: Object.keys(data) } };
}

it('an upload may take longer to arrive than any other request', async () => {
  const hasty = await startTestServer({}, { requestTimeMs: 200 });
  const { begun, finish, answer } = openUpload(await buildAccount(hasty), hasty);
  await begun;
  const slow = connect(Number(new URL(hasty.url).port), '127.0.0.1');
  slow.write('POST /api/v1/user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n');
  slow.write(`${CLIENT_HEADER}: test\r\nContent-Length: 100\r\n\r\n{`);
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 .*"code":42201/s);
  finish();
  expect(await answer).toMatchObject({ code: 0 });
  await hasty.stop();
});

describe('import templates', () => {
  it('are listed', async () => {
    const response = await get('/templates');
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { code: 0, data: ['devices.xlsx', 'devices.csv'] },
    ]);
  });

  it.each(['sites.csv', 'users.csv', '..%2fsites.csv', 'constructor'])('do not include %s', async (name) => {
    expect((await get(`/templates/${name}`)).status).toBe(404);
  });
});
