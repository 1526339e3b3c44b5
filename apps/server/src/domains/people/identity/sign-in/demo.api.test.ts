import { randomUUID } from 'node:crypto';
import { type CallName, callTable } from '@airloom/contract/all-calls';
import { LANGUAGES } from '@airloom/contract/languages';
import { QUOTAS } from '@airloom/contract/quotas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_EXPORTS_MAX } from '../../../../platform/files/export-quota.ts';
import { lockTable } from '../../../../platform/http/testing/locked-table.ts';
import { examples } from '../../../../testing/generated/examples.ts';
import { forgetThrottles } from '../../../../testing/generated/throttles.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { buildWorld } from '../../../../testing/world.ts';
import { createFirstAdministrator } from '../account/first-start.ts';
import { openBrowser } from '../testing/browser.ts';
import { expectFailure, expectSuccess } from '../testing/expectations.ts';

let server: TestServer;
let administrator: { username: string; password: string };
beforeAll(async () => {
  server = await startTestServer();
  const made = await createFirstAdministrator(server.platform);
  if (!made) throw new Error('There was somebody already');
  administrator = { username: made.userName, password: made.password };
});
afterAll(() => server.stop());

async function visit(): Promise<string> {
  const answer = await server.call('demoLogin', {});
  expectSuccess(answer);
  return answer.data.access_token;
}

const ALLOWED: readonly CallName[] = ['logout', 'updateToken', 'setLang'];

test('a visitor of the demo cannot write with any call', async () => {
  const world = await buildWorld(server);
  const as = { as: await visit() };
  for (const [callName, call] of Object.entries(callTable)) {
    const name = callName as CallName;
    if (call.effect !== 'write' || call.access === 'public' || ALLOWED.includes(name)) continue;
    await forgetThrottles(server);
    const answer = await server.send(name, await examples[name](world), as);
    expect([name, answer.code]).toEqual([name, answer.status === 403 ? 40300 : 40303]);
  }
});

test('a visitor has the permissions of an observer, and sees only their own session', async () => {
  const [one, other] = [await visit(), await visit()];
  const page = await server.call('initPage', { timeZone: 'Asia/Shanghai' }, { as: one });
  expect(page.data.currentRole).toMatchObject({ key: 'ROLE_SITE_OBSERVER', demo: true });
  expect(page.data.roles).toHaveLength(1);
  expect(page.data.profile.timeZone).toBe('Asia/Shanghai');
  expect((await server.call('initPage', {}, { as: other })).data.profile.timeZone).toBe('');
  const sessions = await server.call('listSessions', {}, { as: one });
  expect(sessions.data).toMatchObject([{ current: true }]);
  expect((await server.call('getAllSiteName', {}, { as: one })).data.length).toBeGreaterThan(0);
});

test('returns 404 for the export of another visitor, and lists none of them', async () => {
  const [one, other] = [await visit(), await visit()];
  const exported = await server.call('exportDevices', { format: 'csv' }, { as: one });
  expectSuccess(exported);
  await server.settled();
  const read = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const file = await fetch(new URL(exported.data.url, server.url), { headers });
    const tasks = await server.call('listTasks', {}, { as: token });
    const messages = await server.call('listMessages', { tab: 'system' }, { as: token });
    return [file.status, tasks.data.filter(({ kind }) => kind === 'export').length, messages.data.total];
  };
  expect(await read(one)).toEqual([200, 1, 0]);
  expect(await read(other)).toEqual([404, 0, 0]);
});

function exportAs(token: string) {
  return server.call('exportDevices', { format: 'csv' }, { as: token });
}

test('a visitor at the export limit does not limit other visitors', async () => {
  const [one, other] = [await visit(), await visit()];
  for (let nth = 0; nth < DEMO_EXPORTS_MAX; nth += 1) expectSuccess(await exportAs(one));
  const refused = await exportAs(one);
  expectFailure(refused, 'quotaReached');
  expect(refused.msg).toContain(`${DEMO_EXPORTS_MAX}`);
  expectSuccess(await exportAs(other));
});

test('at the export limit of the demo, the oldest export is deleted', async () => {
  const [one, other] = [await visit(), await visit()];
  const first = await server.call('exportDevices', { format: 'csv' }, { as: one });
  expectSuccess(first);
  // As many as the account may keep, each of another visitor.
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      insert into stored_file (tenant_id, id, kind, content_type, size, sha256, shown_publicly, created_by, session_id,
        expires_at)
      select tenant_id, gen_random_uuid(), kind, content_type, size, sha256, shown_publicly, created_by,
        gen_random_uuid(), expires_at + interval '1 minute'
      from stored_file, generate_series(1, ${QUOTAS.exports.usual}::int)
      where id = ${first.data.url.split('/').at(-1)}::uuid`),
  );
  expectSuccess(await server.call('exportDevices', { format: 'csv' }, { as: other }));
  const gone = await fetch(new URL(first.data.url, server.url), {
    headers: { authorization: `Bearer ${one}` },
  });
  expect(gone.status).toBe(404);
});

test('an export of one visitor does not block another visitor', async () => {
  const [one, other] = [await visit(), await visit()];
  const locked = await lockTable(server.databaseUrl, 'device');
  const running = server.call('exportDevices', { format: 'csv' }, { as: one });
  await locked.blocks(1);
  expectFailure(await server.call('exportDevices', { format: 'csv' }, { as: one }), 'quotaReached');
  const others = server.call('exportDevices', { format: 'csv' }, { as: other });
  await locked.blocks(2);
  await locked.unlock();
  expectSuccess(await running);
  expectSuccess(await others);
});

test('a visitor who signs out ends no session of another visitor', async () => {
  const [one, other] = [await visit(), await visit()];
  expectSuccess(await server.call('logout', {}, { as: one }));
  expectFailure(await server.call('initPage', {}, { as: one }), 'tokenTimeout');
  expectSuccess(await server.call('initPage', {}, { as: other }));
});

test.each(LANGUAGES)(
  'visitors share a person but are each answered in their language: %s',
  async (language) => {
    const as = { as: await visit(), language };
    expect((await server.call('setLang', { yuyan: 'es' }, as)).code).toBe(2);
    const nowhere = { accountUUID: randomUUID(), managerUUID: randomUUID(), key: 'ROLE_SUPER_ADMIN' };
    const refused = await server.call('getDefaultEnterpriseTree', nowhere, as);
    const texts = { en: 'does not exist', zh: '不存在', pl: 'nie istnieje', es: 'no existe' };
    expectFailure(refused, 'notFound');
    expect(refused.msg).toContain(texts[language]);
    const readOnly = await server.call('updateProfile', { nickname: 'A' }, as);
    expectFailure(readOnly, 'demoReadOnly');
    expect(readOnly.msg.toLowerCase()).toContain(language === 'zh' ? '演示' : 'demo');
  },
);

test('nobody signs in as the visitor by a password', async () => {
  const visitor = await server.call('demoLogin', {});
  for (const password of ['', 'null', 'demo']) {
    const answer = await server.send('login', { username: visitor.data.username, password });
    expect(answer.code).not.toBe(0);
  }
});

test('the demo is removed with the person who owns it', async () => {
  const browser = openBrowser(server);
  expectSuccess(await browser.call('login', administrator));
  const visitor = await visit();
  expect((await server.call('initDomain', {})).data.demo).toBe(true);
  const input = { password: administrator.password, accountName: administrator.username };
  expectSuccess(await browser.call('releaseAccount', input));
  expectFailure(await server.call('initPage', {}, { as: visitor }), 'tokenTimeout');
  expectFailure(await server.call('demoLogin', {}), 'demoOff');
  expect((await server.call('initDomain', {})).data.demo).toBe(false);
});
