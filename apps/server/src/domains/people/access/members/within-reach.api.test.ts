import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import {
  type AccountFixture,
  buildAccountFixture,
  expectFailure,
  expectSuccess,
  namesSeenBy,
  roleOf,
} from '../testing/account-fixture.ts';

let server: TestServer;
let fixture: AccountFixture;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  fixture = await buildAccountFixture(server);
});

const organizationAdministrator = (...enterpriseIds: string[]) =>
  buildMember(server, fixture.owner, 'organizationAdministrator', { enterpriseIds });
const siteAdministrator = (...siteIds: string[]) =>
  buildMember(server, fixture.owner, 'siteAdministrator', { siteIds });
const observer = (...siteIds: string[]) => buildMember(server, fixture.owner, 'siteObserver', { siteIds });

const names = (...people: Person[]) => people.map((person) => person.userName);

test('an administrator of an organization sees people within it, of all or some of its sites', async () => {
  const admin = await organizationAdministrator(fixture.north);
  const colleague = await organizationAdministrator(fixture.north);
  await organizationAdministrator(fixture.north, fixture.south);
  await organizationAdministrator(fixture.south);
  const inside = await observer(fixture.harbour, fixture.mill);
  await observer(fixture.quay);
  await observer(fixture.mill, fixture.quay);
  expect(await namesSeenBy(fixture, admin)).toEqual(names(admin, colleague, inside));
});

test('an administrator of sites sees people of these sites, and nobody with an organization', async () => {
  const admin = await siteAdministrator(fixture.harbour, fixture.mill);
  await organizationAdministrator(fixture.north);
  const here = await observer(fixture.harbour);
  const everywhere = await observer(fixture.harbour, fixture.mill);
  await observer(fixture.harbour, fixture.quay);
  await buildMember(server, fixture.owner, 'organizationAdministrator', {
    enterpriseIds: [fixture.south],
    siteIds: [fixture.harbour],
  });
  expect(await namesSeenBy(fixture, admin)).toEqual(names(admin, here, everywhere));
});

test('a person without any site is seen only by those who see the whole account', async () => {
  const admin = await organizationAdministrator(fixture.north);
  const nobody = await observer();
  expect(await namesSeenBy(fixture, admin)).toEqual(names(admin));
  expect(await namesSeenBy(fixture, fixture.owner)).toContain(nobody.userName);
  expect(await namesSeenBy(fixture, await buildMember(server, fixture.owner, 'siteAdministrator'))).toEqual(
    [],
  );
});

test('people follow a site that moves to another organization', async () => {
  const admin = await organizationAdministrator(fixture.south);
  const person = await observer(fixture.harbour);
  expect(await namesSeenBy(fixture, admin)).toEqual(names(admin));
  const moved = await server.call(
    'updateSite',
    {
      siteUUID: fixture.harbour,
      enterpriseUUID: fixture.south,
      name: 'Harbour',
      countryCode: 'PL',
      timeZone: 'UTC+01:00',
    },
    { as: fixture.owner.token },
  );
  expectSuccess(moved);
  expect(await namesSeenBy(fixture, admin)).toEqual(names(admin, person));
});

test('invitations are listed and changed within the same reach', async () => {
  const observerRole = await roleOf(fixture, 'siteObserver');
  const adminRole = await roleOf(fixture, 'organizationAdministrator');
  const superRole = await roleOf(fixture, 'superAdministrator');
  const invite = async (
    target: string,
    roleUUID: string,
    reach: { enterpriseUUIDs?: string[]; siteUUIDs?: string[] },
  ) => {
    const input = { targets: [target], roleUUID, reach };
    const answer = await server.call('invite', input, { as: fixture.owner.token });
    expectSuccess(answer);
    return answer.data.invitationUUIDs[0] ?? '';
  };
  await invite('harbour@example.org', observerRole, { siteUUIDs: [fixture.harbour] });
  await invite('quay@example.org', observerRole, { siteUUIDs: [fixture.quay] });
  const wide = await invite('both@example.org', observerRole, { siteUUIDs: [fixture.harbour, fixture.quay] });
  await invite('north@example.org', adminRole, { enterpriseUUIDs: [fixture.north] });
  const above = await invite('everything@example.org', superRole, {});

  const seenBy = async (person: Person) => {
    const answer = await server.call('listInvitations', { sort: 'createdAt' }, { as: person.token });
    return answer.data.rows.map((row) => row.target.split('@')[0]);
  };
  expect(await seenBy(fixture.owner)).toEqual(['harbour', 'quay', 'both', 'north', 'everything']);
  const admin = await organizationAdministrator(fixture.north);
  expect(await seenBy(admin)).toEqual(['harbour', 'north']);
  expect(await seenBy(await siteAdministrator(fixture.harbour))).toEqual(['harbour']);

  for (const invitationUUID of [wide, above]) {
    const as = { as: admin.token };
    expectFailure(await server.call('resendInvitation', { invitationUUID }, as), 'notFound');
    expectFailure(await server.call('revokeInvitation', { invitationUUID }, as), 'notFound');
  }
  const again = { targets: ['everything@example.org'], roleUUID: observerRole };
  const downgrade = await server.call(
    'invite',
    { ...again, reach: { siteUUIDs: [fixture.harbour] } },
    { as: admin.token },
  );
  expectFailure(downgrade, 'permissionDenied');
});
