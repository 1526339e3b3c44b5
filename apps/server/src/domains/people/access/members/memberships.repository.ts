import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import type { Scope } from '../../../../platform/scope.ts';
import type { Selection } from '../../organizations/index.ts';

/** A person holds a role in an account once. */
export const rethrowAlreadyMember = rethrowUnique({
  membership_tenant_id_manager_id_role_id_key: 'alreadyMember',
});

/** What a row of `membership` was given, as additional columns. */
export const GIVEN = [
  sql<string[]>`array(
    select given.enterprise_id from membership_enterprise given
    where given.tenant_id = membership.tenant_id and given.membership_id = membership.id
  )`.as('enterprise_ids'),
  sql<string[]>`array(
    select given.site_id from membership_site given
    where given.tenant_id = membership.tenant_id and given.membership_id = membership.id
  )`.as('site_ids'),
] as const;

export interface NewMembership {
  readonly tenant: string;
  readonly managerId: string;
  readonly roleId: string;
  readonly alias: string;
  /** The owner of the account: nobody may change, disable or remove them. */
  readonly owner: boolean;
}

export async function insertMembership(tx: Transaction, id: string, member: NewMembership): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('membership').values({
      tenant_id: member.tenant,
      id,
      manager_id: member.managerId,
      role_id: member.roleId,
      alias: member.alias,
      owner: member.owner,
    }),
  );
}

/** Gives a member organizations or sites; returns how many of them still exist. */
export async function give(
  tx: Transaction,
  tenant: string,
  membershipId: string,
  given: Selection,
): Promise<number> {
  const member = sql<string>`${membershipId}::uuid`.as('membership_id');
  const [enterprises, sites] = await Promise.all([
    tx.run(
      sqlBuilder
        .insertInto('membership_enterprise')
        .columns(['tenant_id', 'membership_id', 'enterprise_id'])
        .expression(
          sqlBuilder
            .selectFrom('enterprise')
            .select(['enterprise.tenant_id', member, 'enterprise.id'])
            .where('enterprise.tenant_id', '=', tenant)
            .where('enterprise.id', '=', sql<string>`any(${given.enterpriseIds}::uuid[])`),
        ),
    ),
    tx.run(
      sqlBuilder
        .insertInto('membership_site')
        .columns(['tenant_id', 'membership_id', 'site_id'])
        .expression(
          sqlBuilder
            .selectFrom('site')
            .select(['site.tenant_id', member, 'site.id'])
            .where('site.tenant_id', '=', tenant)
            .where('site.id', '=', sql<string>`any(${given.siteIds}::uuid[])`),
        ),
    ),
  ]);
  return enterprises + sites;
}

export async function takeAll(tx: Transaction, tenant: string, membershipId: string): Promise<void> {
  await Promise.all(
    (['membership_enterprise', 'membership_site'] as const).map((table) =>
      tx.run(
        sqlBuilder
          .deleteFrom(table)
          .where('tenant_id', '=', tenant)
          .where('membership_id', '=', membershipId),
      ),
    ),
  );
}

export async function updateMembership(
  tx: Transaction,
  tenant: string,
  id: string,
  change: { alias?: string; role_id?: string; disabled_at?: Date | null },
): Promise<void> {
  await tx.run(
    sqlBuilder.updateTable('membership').set(change).where('tenant_id', '=', tenant).where('id', '=', id),
  );
}

export async function deleteMembership(tx: Transaction, tenant: string, id: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('membership').where('tenant_id', '=', tenant).where('id', '=', id));
}

/** Removes a person from every account but the named ones; returns the accounts they were in. */
export async function deleteMembershipsOf(
  tx: Transaction,
  managerId: string,
  exceptTenants: readonly string[],
): Promise<string[]> {
  const removed = await tx.all(
    sqlBuilder
      .deleteFrom('membership')
      .where('manager_id', '=', managerId)
      .where('tenant_id', '<>', sql<string>`all(${exceptTenants}::uuid[])`)
      .returning('tenant_id'),
  );
  return [...new Set(removed.map((row) => row.tenant_id))];
}

/** Only a member of the account the transaction runs for; see migration 0004. */
export async function endSessions(tx: Transaction, tenant: string, membershipId: string): Promise<string[]> {
  const ended = await tx.all(
    sqlBuilder
      .selectFrom(sql<{ id: string }>`app.end_sessions(${tenant}, ${membershipId})`.as('ended'))
      .select(sql<string>`ended`.as('id')),
  );
  return ended.map((row) => row.id);
}

/** As {@link endSessions}; a request with one of the ended tokens is answered with the reason. */
export async function removeSessions(
  tx: Transaction,
  tenant: string,
  membershipId: string,
  now: Date,
): Promise<string[]> {
  const ended = await tx.all(
    sqlBuilder
      .selectFrom(sql<{ id: string }>`app.remove_sessions(${tenant}, ${membershipId}, ${now})`.as('ended'))
      .select(sql<string>`ended`.as('id')),
  );
  return ended.map((row) => row.id);
}

export function lockOwnMembership(tx: Transaction, scope: Pick<Scope, 'tenant' | 'membership'>) {
  return tx.first(
    sqlBuilder
      .selectFrom('membership')
      .select(['alias', 'disabled_at'])
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', scope.membership)
      .forUpdate(),
  );
}
