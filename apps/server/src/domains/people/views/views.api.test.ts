import { QUOTAS } from '@airloom/contract/quotas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildMember } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { expectFailure, expectSuccess } from '../identity/testing/expectations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const view = (name: string, query = 'status=offline') => ({ table: 'devices', name, query });

test('views belong to one person and one table; a view of the same name is replaced', async () => {
  const owner = await buildAccount(server);
  const as = { as: owner.token };
  const made = await server.call('saveView', view('Offline'), as);
  expectSuccess(made);
  const again = await server.call('saveView', view('OFFLINE', 'status=online'), as);
  expect(again.data).toEqual(made.data);
  const listed = await server.call('listSavedViews', { table: 'devices' }, as);
  expect(listed.data).toEqual([{ viewUUID: made.data.viewUUID, name: 'OFFLINE', query: 'status=online' }]);
  expect((await server.call('listSavedViews', { table: 'sites' }, as)).data).toEqual([]);
  const colleague = await buildMember(server, owner, 'superAdministrator');
  const other = { as: colleague.token };
  expect((await server.call('listSavedViews', { table: 'devices' }, other)).data).toEqual([]);
  expectFailure(await server.call('deleteView', made.data, other), 'notFound');
  expectSuccess(await server.call('deleteView', made.data, as));
  expect((await server.call('listSavedViews', { table: 'devices' }, as)).data).toEqual([]);
});

test('a table has a maximum number of views', async () => {
  const { token: as } = await buildAccount(server);
  const maximum = QUOTAS.savedViews.usual;
  const names = Array.from({ length: maximum }, (_, index) => `view ${index}`);
  for (const name of names) expectSuccess(await server.call('saveView', view(name), { as }));
  expectFailure(await server.call('saveView', view('one more'), { as }), 'quotaReached');
  expectSuccess(await server.call('saveView', view('view 3', 'other=1'), { as }));
  expectSuccess(await server.call('saveView', { ...view('one more'), table: 'sites' }, { as }));
});
