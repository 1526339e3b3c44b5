import type { AccountFlags } from '@airloom/contract/permissions';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Scope, TenantScope } from '../../../../platform/scope.ts';
import { memberWithin } from '../members/within-reach.ts';
import { ACCOUNT_FLAGS, type RoleGrants } from './role-grants.ts';

const COLUMNS = ['role.id', 'role.key', 'role.name', 'role.alias', 'role.grants'] as const;

export interface RoleRow extends RoleGrants {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
}

function role(scope: TenantScope, id: string) {
  return sqlBuilder
    .selectFrom('role')
    .select(COLUMNS)
    .select(ACCOUNT_FLAGS.as('flags'))
    .where('role.tenant_id', '=', scope.tenant)
    .where('role.id', '=', id);
}

/** Built-in roles come first, because they are created with the account. */
export function rolesWithUserCount(tx: Transaction, scope: TenantScope) {
  return tx.all(
    sqlBuilder
      .selectFrom('role')
      .innerJoin('account', 'account.id', 'role.tenant_id')
      .leftJoin('membership', (join) =>
        join.onRef('membership.tenant_id', '=', 'role.tenant_id').onRef('membership.role_id', '=', 'role.id'),
      )
      .select(COLUMNS)
      .select(ACCOUNT_FLAGS.as('flags'))
      .select('account.name as main_account')
      .select(sql<number>`count(membership.id)::int`.as('user_count'))
      .where('role.tenant_id', '=', scope.tenant)
      .groupBy(['role.tenant_id', 'role.id', 'account.id'])
      .orderBy('role.id'),
  );
}

/** What the account is. */
export function flagsOf(tx: Transaction, { tenant }: TenantScope): Promise<AccountFlags | undefined> {
  return tx.first(
    sqlBuilder.selectFrom('account').select(['operator', 'agent', 'store']).where('id', '=', tenant),
  );
}

export function findRole(tx: Transaction, scope: TenantScope, id: string): Promise<RoleRow | undefined> {
  return tx.first(role(scope, id));
}

/**
 * A role, locked until the transaction ends: `change` before it is changed or deleted, `use` so that it cannot be
 * deleted while a person is given it.
 */
export function lockRole(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  hold: 'change' | 'use',
): Promise<RoleRow | undefined> {
  const found = role(scope, id);
  return tx.first(hold === 'change' ? found.forUpdate() : found.forKeyShare());
}

export async function insertRoles(
  tx: Transaction,
  tenant: string,
  rows: readonly { id: string; key: string; name: string; alias: string; grants: string[] | null }[],
): Promise<void> {
  await tx.run(sqlBuilder.insertInto('role').values(rows.map((row) => ({ tenant_id: tenant, ...row }))));
}

export async function updateRole(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  change: { name: string; alias: string; grants: string[] },
): Promise<void> {
  await tx.run(
    sqlBuilder.updateTable('role').set(change).where('tenant_id', '=', scope.tenant).where('id', '=', id),
  );
}

export function holdersOf(tx: Transaction, scope: Pick<Scope, 'tenant' | 'reach'>, roleId: string) {
  return tx.all(
    sqlBuilder
      .selectFrom('membership')
      .innerJoin('role', (join) =>
        join.onRef('role.tenant_id', '=', 'membership.tenant_id').onRef('role.id', '=', 'membership.role_id'),
      )
      .select(['membership.manager_id', memberWithin(scope.reach).as('within')])
      .where('membership.tenant_id', '=', scope.tenant)
      .where('membership.role_id', '=', roleId),
  );
}

/** Whether a person has the role or could still accept it. */
export async function isInUse(
  tx: Transaction,
  scope: TenantScope,
  roleId: string,
  now: Date,
): Promise<boolean> {
  const use = await tx.first(
    sqlBuilder
      .selectFrom('membership')
      .select('id')
      .where('tenant_id', '=', scope.tenant)
      .where('role_id', '=', roleId)
      .unionAll(
        sqlBuilder
          .selectFrom('invitation')
          .select('id')
          .where('tenant_id', '=', scope.tenant)
          .where('role_id', '=', roleId)
          .where('status', '=', 'sent')
          .where('expires_at', '>', now),
      )
      .limit(1),
  );
  return use !== undefined;
}

/** Ended invitations are deleted with the role they offered; the operation log keeps their history. */
export async function deleteRole(tx: Transaction, scope: TenantScope, id: string): Promise<void> {
  await tx.run(
    sqlBuilder.deleteFrom('invitation').where('tenant_id', '=', scope.tenant).where('role_id', '=', id),
  );
  await tx.run(sqlBuilder.deleteFrom('role').where('tenant_id', '=', scope.tenant).where('id', '=', id));
}
