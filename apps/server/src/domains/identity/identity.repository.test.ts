import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { updateSecret, useRecoveryCode, useTotpStep } from './identity.repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a step of the authenticator is used once and never backwards, counted as a number', async () => {
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

test('a recovery code is used once, and only one’s own', async () => {
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
