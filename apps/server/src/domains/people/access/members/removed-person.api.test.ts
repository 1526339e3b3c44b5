import { ERRORS } from '@airloom/contract/errors';
import { SESSION_LIMITS } from '@airloom/contract/identity/identity.limits';
import { LIVE_CLOSE } from '@airloom/contract/live';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { listen } from '../../identity/testing/live.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  expectFailure,
  expectSuccess,
} from '../testing/account-fixture.ts';

let server: TestServer;
let fixture: AccountFixture;
let operator: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAccountFixture(server);
  operator = await buildMember(server, fixture.owner, 'siteOperator', { siteIds: [fixture.harbour] });
});

async function removeOperator(): Promise<void> {
  const removal = { subAccountUUID: operator.membershipId };
  expectSuccess(await server.call('removeSubAccount', removal, { as: fixture.owner.token }));
}

test.each([
  ['en', 'Access data deleted, please login again.'],
  ['zh', '访问数据已删除，请重新登录。'],
  ['pl', 'Dane dostępu zostały usunięte, zaloguj się ponownie.'],
  ['es', 'Se han eliminado los datos de acceso; inicie sesión de nuevo.'],
] as const)('answers a removed person in %s that their access data was deleted', async (language, text) => {
  // The console has not seen this token since it started, as after a restart.
  await removeOperator();
  const answer = await server.call('listSites', {}, { as: operator.token, language });
  expectFailure(answer, 'accessDataDeleted');
  expect(answer.msg).toBe(text);
  expect(await (await listen(server, { authorization: `Bearer ${operator.token}` })).closed).toBe(
    LIVE_CLOSE.accessRemoved,
  );
});

test('closes the live socket of a removed person with that reason', async () => {
  const socket = await listen(server, { authorization: `Bearer ${operator.token}` });
  await removeOperator();
  expect(await socket.closed).toBe(LIVE_CLOSE.accessRemoved);
});

test('forgets the tokens of a removed person at their timeout', async () => {
  await removeOperator();
  server.advance(SESSION_LIMITS.inactivityMs + 60_000);
  await server.platform.addJob('forgetStaleSessions', {}, 'forgetStaleSessions');
  const answered = async () => (await server.call('listSites', {}, { as: operator.token })).code;
  await expect.poll(answered).toBe(ERRORS.tokenTimeout.code);
});
