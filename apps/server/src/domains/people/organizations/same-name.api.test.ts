import { errorKeyOf } from '@airloom/contract/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const NAME = 'Café Łódź';
/** Look identical: decomposed, with a zero-width space, with a joiner, with directional marks. */
const SAME = [NAME.normalize('NFD'), 'Café\u200b Łódź', 'Ca\u200dfé Łódź', '\u200eCafé Łódź\u202c\ufeff'];

let server: TestServer;
let owner: Person;
let as: { as: string };
let enterpriseUUID: string;
let siteUUID: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
  as = { as: owner.token };
  enterpriseUUID = await buildOrganization(server, owner, 'North');
  siteUUID = await buildSite(server, owner, enterpriseUUID, 'Harbour');
});
afterAll(() => server.stop());

const site = (name: string) => ({ enterpriseUUID, name, countryCode: 'PL', timeZone: 'UTC+01:00' });

test.each([
  ['organization', (name: string) => server.call('createEnterprise', { name }, as)],
  ['site', (name: string) => server.call('createSite', site(name), as)],
  ['group', (name: string) => server.call('createGroup', { siteUUID, name }, as)],
  ['role', (name: string) => server.call('createRole', { name, permissions: ['org_manage'] }, as)],
] as const)('a second %s whose name looks the same is refused', async (kind, create) => {
  expect((await create(NAME)).code).toBe(0);
  for (const name of SAME) expect(errorKeyOf((await create(name)).code)).toBe(`${kind}NameTaken`);
});

test('a name is stored composed and without invisible characters', async () => {
  await server.call('createEnterprise', { name: ' Zu\u0308rich\u200b\u2060 ' }, as);
  const { data } = await server.call('getEnterprise', {}, as);
  expect(JSON.stringify(data)).toContain('"Zürich"');
});
