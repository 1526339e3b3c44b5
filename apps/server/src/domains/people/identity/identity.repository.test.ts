import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { buildAccount } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  byLoginName,
  insertManager,
  managerByContact,
  managerByLoginName,
  updateSecret,
  useRecoveryCode,
  useTotpStep,
} from './identity.repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a step of the authenticator is used once and never an earlier one, compared as a number', async () => {
  const { managerId } = await buildAccount(server);
  const use = (step: number) => server.platform.database.asSystem((tx) => useTotpStep(tx, managerId, step));
  expect([await use(9), await use(9), await use(8), await use(10), await use(10), await use(9)]).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
  ]);
  const atOnce = await Promise.all([use(11), use(11), use(11)]);
  expect(atOnce.filter((used) => used)).toEqual([true]);
});

test('a phone is looked up in its index', async () => {
  const plan = await server.platform.database.asSystem(async (tx) => {
    // The planner prefers a sequential scan for so few rows.
    await tx.run(sql`set local enable_seqscan = off`);
    return tx.all<{ 'QUERY PLAN': string }>(sql`explain verbose ${byLoginName('+48 600100200')}`);
  });
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('Index Scan using manager_phone ');
  expect(text).toContain('Index Cond: (replace(');
});

test('a phone is the same with and without its space', async () => {
  const { database } = server.platform;
  const insert = (phone: string) => {
    const id = newId();
    const person = { id, userName: id, phone, email: null, language: 'en', passwordHash: null };
    return database.asSystem((tx) => insertManager(tx, { ...person, remindPassword: false })).then(() => id);
  };
  const id = await insert('+48 600100200');
  for (const typed of ['+48 600100200', '+48600100200']) {
    expect((await database.asSystem((tx) => managerByLoginName(tx, typed)))?.id).toBe(id);
    expect((await database.asSystem((tx) => managerByContact(tx, typed)))?.id).toBe(id);
  }
  await expect(insert('+48600100200')).rejects.toMatchObject({ constraint: 'manager_phone' });
});

test('a recovery code is used once, and only by its owner', async () => {
  const [anna, ben] = [await buildAccount(server), await buildAccount(server)];
  const { database } = server.platform;
  await database.asSystem((tx) => updateSecret(tx, anna.managerId, { recovery_hashes: ['one', 'two'] }));
  const use = (managerId: string, hash: string) =>
    database.asSystem((tx) => useRecoveryCode(tx, managerId, hash));
  expect(await use(ben.managerId, 'one')).toBe(false);
  expect(await use(anna.managerId, 'three')).toBe(false);
  const atOnce = await Promise.all(Array.from({ length: 3 }, () => use(anna.managerId, 'one')));
  expect(atOnce.filter((used) => used)).toEqual([true]);
  expect(await use(anna.managerId, 'two')).toBe(true);
});
