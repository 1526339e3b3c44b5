import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, type Person } from '../../../../testing/builders.ts';
import { firstChanges } from '../../../../testing/operations.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../testing/account-fixture.ts';

let server: TestServer;
let owner: Person;
let as: { as: string };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await buildAccount(server);
  as = { as: owner.token };
});

async function names() {
  const [role] = (await server.call('listMyRoles', {}, as)).data;
  const [person] = (await server.call('listSubAccounts', {}, as)).data.rows;
  const { profile } = (await server.call('initPage', {}, as)).data;
  expect(person?.alias).toBe(role?.alias);
  expect(person?.nickname).toBe(profile.nickname);
  return { alias: person?.alias, nickname: person?.nickname };
}

async function roleOf(roleUUID: string) {
  return (await server.call('listRoles', {}, as)).data.find((role) => role.roleUUID === roleUUID);
}

const WRONG = ['', '12345', 'two words', 'Łucja', 'a-b', 'x'.repeat(21)];

describe('the alias of a person', () => {
  test('is separate from the nickname', async () => {
    expectSuccess(await server.call('updateProfile', { nickname: 'Łucja Kowalska', alias: 'lucja_k' }, as));
    expect(await names()).toEqual({ alias: 'lucja_k', nickname: 'Łucja Kowalska' });
  });

  test('follows a new nickname that is a valid alias, and is kept otherwise', async () => {
    expectSuccess(await server.call('updateProfile', { nickname: 'Captain' }, as));
    expect(await names()).toEqual({ alias: 'Captain', nickname: 'Captain' });
    expectSuccess(await server.call('updateProfile', { nickname: 'The captain' }, as));
    expect(await names()).toEqual({ alias: 'Captain', nickname: 'The captain' });
  });

  test.each(WRONG)('returns a field error for "%s"', async (alias) => {
    const answer = await server.call('updateProfile', { nickname: 'Ada', alias }, as);
    expectFailure(answer, 'invalidInput');
    expect(Object.keys(answer.failure.fields ?? {})).toEqual(['alias']);
  });

  test('of somebody whose user name is all digits is valid from the start', async () => {
    const digits = await buildAccount(server, '20261117');
    const [role] = (await server.call('listMyRoles', {}, { as: digits.token })).data;
    expect(role?.alias).toBe('u_20261117');
  });

  test('and the nickname are searchable', async () => {
    await server.call('updateProfile', { nickname: 'Łucja Kowalska', alias: 'lucja_k' }, as);
    for (const search of ['kowalska', 'lucja_']) {
      expect((await server.call('listSubAccounts', { search }, as)).data.total).toBe(1);
    }
  });
});

describe('a role', () => {
  const permissions = ['org_manage' as const];

  test('has an alias and names its main account', async () => {
    const made = await server.call('createRole', { name: 'Night shift', alias: 'night_1', permissions }, as);
    const { roleUUID } = made.data;
    expect(await roleOf(roleUUID)).toMatchObject({ alias: 'night_1', mainAccount: owner.userName });
    expectSuccess(await server.call('updateRole', { roleUUID, name: 'Nights', permissions }, as));
    expect(await roleOf(roleUUID)).toMatchObject({ name: 'Nights', alias: 'night_1' });
    expectSuccess(await server.call('updateRole', { roleUUID, name: 'Nights', alias: '', permissions }, as));
    expect((await roleOf(roleUUID))?.alias).toBe('');
    const [cleared] = (await server.call('listOperations', { call: 'updateRole' }, as)).data.rows;
    expect(firstChanges(cleared)).toEqual({ alias: ['night_1', null] });
  });

  test('that is built in names its main account too', async () => {
    const roles = (await server.call('listRoles', {}, as)).data;
    expect(new Set(roles.map(({ mainAccount }) => mainAccount))).toEqual(new Set([owner.userName]));
  });

  test.each(WRONG.filter((alias) => alias !== ''))(
    'returns a field error for the alias "%s"',
    async (alias) => {
      const answer = await server.call('createRole', { name: 'Nights', alias, permissions }, as);
      expectFailure(answer, 'invalidInput');
      expect(Object.keys(answer.failure.fields ?? {})).toEqual(['alias']);
    },
  );
});
