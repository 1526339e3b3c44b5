import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPEAT_HEADER } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import { LIMITS } from '@airloom/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, type Person } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { forgetRepeatedCalls, RepeatedCalls } from './repeated-calls.ts';

let database: TestDatabase;
let dataDir: string;
let server: TestServer;
let person: Person;
let keys = 0;

const newKey = () => `a-key-of-the-test-${++keys}`;
const start = () => startTestServer({}, { on: { databaseUrl: database.url, dataDir }, scheduled: false });

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'airloom-data-'));
  server = await start();
  person = await buildAccount(server);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function create(name: string, key: string, as = person.token) {
  return server.call('createEnterprise', { name }, { as, headers: { [REPEAT_HEADER]: key } });
}

async function named(name: string): Promise<number> {
  const { data } = await server.call('listEnterprises', { search: name }, { as: person.token });
  return data.rows.filter((row) => row.name === name).length;
}

test('a call that is repeated with its key is executed once and gets the first answer', async () => {
  const key = newKey();
  const first = await create('Once', key);
  expect(first.code).toBe(0);
  const again = await create('Once', key);
  expect({ code: again.code, data: again.data }).toEqual({ code: 0, data: first.data });
  expect(await named('Once')).toBe(1);
  const { data } = await server.call('listOperations', { call: 'createEnterprise' }, { as: person.token });
  expect(data.total).toBe(1);
});

test('repeats that arrive while the first is running wait for its answer', async () => {
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('Together', key)));
  expect(new Set(answers.map(({ data }) => data.enterpriseUUID)).size).toBe(1);
  expect(await named('Together')).toBe(1);
});

test('the success code is repeated too', async () => {
  const { data } = await create('Named', newKey());
  const key = newKey();
  const update = () =>
    server.call(
      'updateEnterprise',
      { enterpriseUUID: data.enterpriseUUID, name: 'Named', address: '' },
      { as: person.token, headers: { [REPEAT_HEADER]: key } },
    );
  const first = await update();
  expect([first.code, (await update()).code]).toEqual([2, 2]);
});

test('a refused call is executed when it is repeated', async () => {
  const key = newKey();
  await create('Taken', newKey());
  expect((await create('Taken', key)).code).toBe(ERRORS.organizationNameTaken.code);
  const { rows } = (await server.call('listEnterprises', { search: 'Taken' }, { as: person.token })).data;
  await server.call(
    'updateEnterprise',
    { enterpriseUUID: rows[0]?.enterpriseUUID ?? '', name: 'Renamed', address: '' },
    { as: person.token },
  );
  expect((await create('Taken', key)).code).toBe(0);
});

test('a key belongs to one request of one person', async () => {
  const key = newKey();
  await create('Mine', key);
  expect((await create('Other', key)).code).toBe(ERRORS.repeatKeyReused.code);
  expect(await named('Other')).toBe(0);
  const stranger = await buildAccount(server);
  expect((await create('Mine', key, stranger.token)).code).toBe(0);
});

test.each(['short', 'x'.repeat(LIMITS.request.repeatKeyMax + 1), 'with spaces in between'])(
  'the key "%s" is refused and nothing is changed',
  async (key) => {
    const name = `Refused ${key}`.slice(0, 30);
    expect((await create(name, key)).code).toBe(ERRORS.repeatKeyInvalid.code);
    expect(await named(name)).toBe(0);
  },
);

test('after a restart the answer is known, and a call that was interrupted is not executed again', async () => {
  const [answered, interrupted] = [newKey(), newKey()];
  const first = await create('Restarted', answered);
  await create('Interrupted', interrupted);
  // As if the process had died before it stored the answer.
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update repeated_call set answer = null where key = ${interrupted}`),
  );
  await server.stop();
  server = await start();
  expect((await create('Restarted', answered)).data).toEqual(first.data);
  expect(await named('Restarted')).toBe(1);
  expect((await create('Interrupted', interrupted)).code).toBe(ERRORS.repeatInterrupted.code);
  expect(await named('Interrupted')).toBe(1);
});

test.each([
  [
    'answer is too large to keep',
    () => Promise.resolve({ data: 'x'.repeat(LIMITS.request.repeatedAnswerMaxBytes) }),
  ],
  ['failure came after the change may have been made', () => Promise.reject(new Error('connection lost'))],
])('a call whose %s is not executed again', async (_, answer) => {
  let executed = 0;
  const call = { key: newKey(), name: 'createEnterprise', body: {} };
  const who = { tenant: person.tenant, manager: person.managerId };
  const run = () =>
    new RepeatedCalls(server.platform).run(
      who,
      call,
      () => {
        executed += 1;
        return answer();
      },
      () => true,
    );
  await run().catch(() => undefined);
  await expect(run()).rejects.toMatchObject({ key: 'repeatInterrupted' });
  expect(executed).toBe(1);
});

test('answers are stored sealed, and deleted after their time', async () => {
  const key = newKey();
  const { data } = await server.call(
    'createWebhook',
    { name: 'Sealed', url: 'https://example.org/' },
    { as: person.token, headers: { [REPEAT_HEADER]: key } },
  );
  const stored = () =>
    server.platform.database.asSystem((tx) =>
      tx.first(sql<{ answer: string }>`select answer from repeated_call where key = ${key}`),
    );
  expect((await stored())?.answer).toMatch(/^[A-Za-z\d+/=]+$/);
  expect((await stored())?.answer).not.toContain(data.secret);
  const job = forgetRepeatedCalls(server.platform);
  await job.run();
  expect(await stored()).toBeDefined();
  server.advance(LIMITS.request.repeatKeptMs + 1);
  await job.run();
  expect(await stored()).toBeUndefined();
});
