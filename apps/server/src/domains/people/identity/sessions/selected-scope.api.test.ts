import { SESSION_LIMITS } from '@airloom/contract/identity/identity.limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildMember, buildOrganization, buildSite } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { expectSuccess } from '../testing/expectations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const selectedBy = async (token: string) =>
  (await server.call('initPage', {}, { as: token })).data.selectedScope;
const select = async (token: string, currentUUID: string | null) =>
  expectSuccess(await server.call('setCurrentSite', { currentUUID }, { as: token }));

test('the scope is stored per person, with those selected before, newest first', async () => {
  const owner = await buildAccount(server);
  const organization = await buildOrganization(server, owner, 'North');
  const harbour = await buildSite(server, owner, organization, 'Harbour');
  const colleague = await buildMember(server, owner, 'superAdministrator');
  expect(await selectedBy(owner.token)).toEqual({ currentUUID: null, recentUUIDs: [] });
  await select(owner.token, harbour);
  await select(owner.token, organization);
  await select(owner.token, organization);
  expect(await selectedBy(owner.token)).toEqual({ currentUUID: organization, recentUUIDs: [harbour] });
  await select(owner.token, null);
  expect(await selectedBy(owner.token)).toEqual({ currentUUID: null, recentUUIDs: [organization, harbour] });
  await select(owner.token, harbour);
  expect(await selectedBy(owner.token)).toEqual({ currentUUID: harbour, recentUUIDs: [organization] });
  expect(await selectedBy(colleague.token)).toEqual({ currentUUID: null, recentUUIDs: [] });
});

test('the number of earlier scopes is limited', async () => {
  const owner = await buildAccount(server);
  const organization = await buildOrganization(server, owner, 'North');
  const sites: string[] = [];
  for (let index = 0; index < SESSION_LIMITS.recentScopesMax + 2; index += 1) {
    sites.push(await buildSite(server, owner, organization, `Site ${index}`));
  }
  for (const site of sites) await select(owner.token, site);
  const { currentUUID, recentUUIDs } = await selectedBy(owner.token);
  expect(currentUUID).toBe(sites.at(-1));
  expect(recentUUIDs).toEqual(sites.slice(0, -1).toReversed().slice(0, SESSION_LIMITS.recentScopesMax));
});
