import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMember, type Person } from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import {
  buildHouse,
  expectFailure,
  expectSuccess,
  type House,
  namesSeenBy,
  roleOf,
} from '../testing/house.ts';

let server: TestServer;
let house: House;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  house = await buildHouse(server);
});

const organizationAdministrator = (...enterpriseIds: string[]) =>
  buildMember(server, house.owner, 'organizationAdministrator', { enterpriseIds });
const siteAdministrator = (...siteIds: string[]) =>
  buildMember(server, house.owner, 'siteAdministrator', { siteIds });
const observer = (...siteIds: string[]) => buildMember(server, house.owner, 'siteObserver', { siteIds });

const names = (...people: Person[]) => people.map((person) => person.userName);

test('an administrator of an organization sees people within it, of all or some of its sites', async () => {
  const admin = await organizationAdministrator(house.north);
  const colleague = await organizationAdministrator(house.north);
  await organizationAdministrator(house.north, house.south);
  await organizationAdministrator(house.south);
  const inside = await observer(house.harbour, house.mill);
  await observer(house.quay);
  await observer(house.mill, house.quay);
  expect(await namesSeenBy(house, admin)).toEqual(names(admin, colleague, inside));
});

test('an administrator of sites sees people of these sites, and nobody with an organization', async () => {
  const admin = await siteAdministrator(house.harbour, house.mill);
  await organizationAdministrator(house.north);
  const here = await observer(house.harbour);
  const everywhere = await observer(house.harbour, house.mill);
  await observer(house.harbour, house.quay);
  await buildMember(server, house.owner, 'organizationAdministrator', {
    enterpriseIds: [house.south],
    siteIds: [house.harbour],
  });
  expect(await namesSeenBy(house, admin)).toEqual(names(admin, here, everywhere));
});

test('a person without any site is seen only by those who see the whole account', async () => {
  const admin = await organizationAdministrator(house.north);
  const nobody = await observer();
  expect(await namesSeenBy(house, admin)).toEqual(names(admin));
  expect(await namesSeenBy(house, house.owner)).toContain(nobody.userName);
  expect(await namesSeenBy(house, await buildMember(server, house.owner, 'siteAdministrator'))).toEqual([]);
});

test('people follow a site that moves to another organization', async () => {
  const admin = await organizationAdministrator(house.south);
  const person = await observer(house.harbour);
  expect(await namesSeenBy(house, admin)).toEqual(names(admin));
  const moved = await server.call(
    'updateSite',
    {
      siteUUID: house.harbour,
      enterpriseUUID: house.south,
      name: 'Harbour',
      countryCode: 'PL',
      timeZone: 'UTC+01:00',
    },
    { as: house.owner.token },
  );
  expectSuccess(moved);
  expect(await namesSeenBy(house, admin)).toEqual(names(admin, person));
});

test('invitations are listed and changed within the same reach', async () => {
  const observerRole = await roleOf(house, 'siteObserver');
  const adminRole = await roleOf(house, 'organizationAdministrator');
  const superRole = await roleOf(house, 'superAdministrator');
  const invite = async (
    target: string,
    roleUUID: string,
    reach: { enterpriseUUIDs?: string[]; siteUUIDs?: string[] },
  ) => {
    const input = { targets: [target], roleUUID, reach };
    const answer = await server.call('invite', input, { as: house.owner.token });
    expectSuccess(answer);
    return answer.data.invitationUUIDs[0] ?? '';
  };
  await invite('harbour@example.org', observerRole, { siteUUIDs: [house.harbour] });
  await invite('quay@example.org', observerRole, { siteUUIDs: [house.quay] });
  const wide = await invite('both@example.org', observerRole, { siteUUIDs: [house.harbour, house.quay] });
  await invite('north@example.org', adminRole, { enterpriseUUIDs: [house.north] });
  const above = await invite('everything@example.org', superRole, {});

  const seenBy = async (person: Person) => {
    const answer = await server.call('listInvitations', { sort: 'createdAt' }, { as: person.token });
    return answer.data.rows.map((row) => row.target.split('@')[0]);
  };
  expect(await seenBy(house.owner)).toEqual(['harbour', 'quay', 'both', 'north', 'everything']);
  const admin = await organizationAdministrator(house.north);
  expect(await seenBy(admin)).toEqual(['harbour', 'north']);
  expect(await seenBy(await siteAdministrator(house.harbour))).toEqual(['harbour']);

  for (const invitationUUID of [wide, above]) {
    const as = { as: admin.token };
    expectFailure(await server.call('resendInvitation', { invitationUUID }, as), 'permissionDenied');
    expectFailure(await server.call('revokeInvitation', { invitationUUID }, as), 'permissionDenied');
  }
  const again = { targets: ['everything@example.org'], roleUUID: observerRole };
  const downgrade = await server.call(
    'invite',
    { ...again, reach: { siteUUIDs: [house.harbour] } },
    { as: admin.token },
  );
  expectFailure(downgrade, 'permissionDenied');
});
