import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../../../platform/scope.ts';
import { buildMember, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { loadScope } from '../index.ts';
import { SubAccounts } from '../members/sub-accounts.service.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  buildHolder,
  buildRole,
  expectFailure,
  expectSuccess,
  roleOf,
} from '../testing/account-fixture.ts';
import { Roles } from './roles.service.ts';

let server: TestServer;
let fixture: AccountFixture;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await buildAccountFixture(server);
});
afterAll(() => server.stop());

/** A platform whose events are not delivered yet. */
function untold() {
  return { ...server.platform, wakeOutbox: () => undefined };
}

async function ownerScope(): Promise<Scope> {
  const { tenant, membershipId } = fixture.owner;
  const loaded = await server.platform.database.asSystem((tx) => loadScope(tx, tenant, membershipId));
  if (!loaded) throw new Error('The owner is not there');
  return { ...loaded.scope, origin: { address: '127.0.0.1', call: 'test', requestId: 'test' } };
}

/** A first call makes the server cache the person's scope. */
async function readSites(person: Person) {
  return server.call('listSites', {}, { as: person.token });
}

test('a changed role takes effect before its event is delivered', async () => {
  const roleUUID = await buildRole(fixture, 'Reader', ['site_manage']);
  const reader = await buildHolder(fixture, roleUUID, { siteUUIDs: [fixture.harbour] });
  await server.settled();
  expectSuccess(await readSites(reader));
  const change = { name: 'Logger', permissions: ['operation_log' as const] };
  expect(await new Roles(untold()).update(await ownerScope(), roleUUID, change)).toBe(true);
  expectFailure(await readSites(reader), 'permissionDenied');
});

test('a changed reach takes effect before its event is delivered', async () => {
  const observer = await buildMember(server, fixture.owner, 'siteObserver', { siteIds: [fixture.harbour] });
  await server.settled();
  expect((await readSites(observer)).data.rows.map((site) => site.name)).toEqual(['Harbour']);
  await new SubAccounts(untold()).update(await ownerScope(), {
    subAccountUUID: observer.membershipId,
    roleUUID: await roleOf(fixture, 'siteObserver'),
    reach: { all: false, enterpriseUUIDs: [], siteUUIDs: [fixture.quay] },
  });
  expect((await readSites(observer)).data.rows.map((site) => site.name)).toEqual(['Quay']);
});
