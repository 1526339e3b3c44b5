import type { Grant } from '@airloom/contract/permissions';
import { sql } from 'kysely';
import { newId } from '../platform/ids.ts';
import { buildMember, type Person } from './builders.ts';
import type { TestServer } from './test-server.ts';

/** A signed-in person of these sites whose role has exactly these permissions. */
export async function buildMemberWith(
  server: TestServer,
  owner: Person,
  permissions: Grant[],
  siteIds: string[],
): Promise<Person> {
  const name = `Role ${newId().slice(-12)}`;
  const { data } = await server.call('createRole', { name, permissions }, { as: owner.token });
  const member = await buildMember(server, owner, 'siteObserver', { siteIds });
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`update membership set role_id = ${data.roleUUID} where id = ${member.membershipId}`),
  );
  await server.settled();
  return member;
}
