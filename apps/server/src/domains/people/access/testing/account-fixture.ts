import { type ErrorKey, errorKeyOf } from '@airloom/contract/errors';
import type { Grant } from '@airloom/contract/permissions';
import { BUILT_IN_ROLES, type BuiltInRoleName } from '@airloom/contract/roles';
import { expect } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import type { Answer, TestServer } from '../../../../testing/test-server.ts';
import { roleByKey } from '../../../../testing/world.ts';

/** One account: two organizations, the first with two sites, the second with one. */
export interface AccountFixture {
  readonly server: TestServer;
  readonly owner: Person;
  readonly north: string;
  readonly harbour: string;
  readonly mill: string;
  readonly south: string;
  readonly quay: string;
}

export async function buildAccountFixture(server: TestServer): Promise<AccountFixture> {
  const owner = await buildAccount(server);
  const north = await buildOrganization(server, owner, 'North');
  const south = await buildOrganization(server, owner, 'South');
  return {
    server,
    owner,
    north,
    south,
    harbour: await buildSite(server, owner, north, 'Harbour'),
    mill: await buildSite(server, owner, north, 'Mill'),
    quay: await buildSite(server, owner, south, 'Quay'),
  };
}

export async function roleOf({ server, owner }: AccountFixture, name: BuiltInRoleName): Promise<string> {
  const roles = await server.call('listRoles', {}, { as: owner.token });
  return roleByKey(roles.data, BUILT_IN_ROLES[name].key);
}

export async function buildRole(
  { server, owner }: AccountFixture,
  name: string,
  permissions: readonly Grant[],
): Promise<string> {
  const created = await server.call(
    'createRole',
    { name, permissions: [...permissions] },
    { as: owner.token },
  );
  expectSuccess(created);
  return created.data.roleUUID;
}

/** A person with one of the account's custom roles. */
export async function buildHolder(
  fixture: AccountFixture,
  roleUUID: string,
  reach: { readonly enterpriseUUIDs?: string[]; readonly siteUUIDs?: string[] },
): Promise<Person> {
  const person = await buildMember(fixture.server, fixture.owner, 'siteObserver', {
    siteIds: [fixture.harbour],
  });
  const given = await fixture.server.call(
    'updateSubAccount',
    { subAccountUUID: person.membershipId, roleUUID, reach },
    { as: fixture.owner.token },
  );
  expectSuccess(given);
  return person;
}

export async function namesSeenBy({ server }: AccountFixture, person: Person): Promise<string[]> {
  const people = await server.call('listSubAccounts', { sort: 'createdAt' }, { as: person.token });
  expectSuccess(people);
  return people.data.rows.map((row) => row.userName);
}

export async function operationsOf({ server, owner }: AccountFixture, call: string) {
  const operations = await server.call('listOperations', { call }, { as: owner.token });
  expectSuccess(operations);
  return operations.data.rows;
}

let targets = 0;

/** An e-mail address that nothing else in this file uses. */
export function newTarget(): string {
  return `guest-${++targets}@example.org`;
}

export function expectSuccess(answer: Answer<unknown>): void {
  expect(answer).toMatchObject({ code: 0, status: 200 });
}

export function expectFailure(answer: Answer<unknown>, key: ErrorKey): void {
  expect(errorKeyOf(answer.code)).toBe(key);
}
