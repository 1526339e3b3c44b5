import { ALL_GRANTS, type Grant, isGrant, permissionsIn } from '@airloom/contract/permissions';
import { expect } from 'vitest';
import { sqlBuilder } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { buildMember, type Person } from './builders.ts';
import type { TestServer } from './test-server.ts';

type Reach = { readonly enterpriseUUIDs: string[] } | { readonly siteUUIDs: string[] };

/** Every permission that the permission tree offers to the super administrator. */
export async function offeredPermissions(server: TestServer, owner: Person): Promise<Grant[]> {
  const tree = await server.call('permissionTree', {}, { as: owner.token });
  return tree.data
    .flatMap(({ permissions }) => permissions)
    .flatMap(({ key, grantableView, grantableOperate }) => [
      ...(grantableView ? [key] : []),
      ...(grantableOperate ? [`${key}:operate`] : []),
    ])
    .filter(isGrant);
}

/** A signed-in person with a custom role that has exactly these permissions. */
export async function buildPersonWith(
  server: TestServer,
  owner: Person,
  permissions: readonly Grant[],
  reach: Reach,
): Promise<Person> {
  const as = { as: owner.token };
  const name = `Role ${newId().slice(-12)}`;
  const { data } = await server.call('createRole', { name, permissions: [...permissions] }, as);
  const person =
    'siteUUIDs' in reach
      ? await buildMember(server, owner, 'siteObserver', { siteIds: reach.siteUUIDs })
      : await buildMember(server, owner, 'organizationAdministrator', {
          enterpriseIds: reach.enterpriseUUIDs,
        });
  const given = { subAccountUUID: person.membershipId, roleUUID: data.roleUUID, reach };
  expect((await server.call('updateSubAccount', given, as)).code).toBe(0);
  await server.settled();
  return person;
}

export function buildMemberWith(
  server: TestServer,
  owner: Person,
  permissions: readonly Grant[],
  siteUUIDs: string[],
): Promise<Person> {
  return buildPersonWith(server, owner, permissions, { siteUUIDs });
}

/** Every permission that exists in the account of a person. */
export async function existingGrants(
  server: TestServer,
  { tenant }: Pick<Person, 'tenant'>,
): Promise<Grant[]> {
  const flags = await server.platform.database.asSystem((tx) =>
    tx.first(
      sqlBuilder.selectFrom('account').select(['operator', 'agent', 'store']).where('id', '=', tenant),
    ),
  );
  const existing: ReadonlySet<string> = permissionsIn(flags ?? expect.fail('No such account'));
  return ALL_GRANTS.filter((grant) => existing.has(grant.replace(':operate', '')));
}

/** Makes an account the one that runs the installation. */
export async function makeOperator(server: TestServer, { tenant }: Pick<Person, 'tenant'>): Promise<void> {
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(sqlBuilder.updateTable('account').set({ operator: false }).where('operator', '=', true));
    await tx.run(sqlBuilder.updateTable('account').set({ operator: true }).where('id', '=', tenant));
  });
}
