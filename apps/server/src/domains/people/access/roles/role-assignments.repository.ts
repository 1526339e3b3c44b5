import type { RoleRecord } from '@airloom/contract/access/access.model';
import { reachOf } from '@airloom/contract/roles';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { Authenticated } from '../../../../platform/http/context.ts';
import type { SiteReach } from '../../../../platform/scope.ts';
import { GIVEN } from '../members/memberships.repository.ts';
import { ACCOUNT_FLAGS, grantsOf } from './role-grants.ts';

export interface LoadedScope {
  readonly scope: Authenticated['scope'];
  /** The language the person chose. */
  readonly language: string;
  readonly disabled: boolean;
  /** The account, or the person's own, was closed. */
  readonly closed: boolean;
}

/** A person with one of their role assignments, in one query. Used to resolve a token. */
export async function loadScope(
  tx: Transaction,
  tenant: string,
  membershipId: string,
): Promise<LoadedScope | undefined> {
  return (await loadScopes(tx, [{ tenant, membershipId }])).get(membershipId);
}

/** The same for several role assignments, by their ids. */
export async function loadScopes(
  tx: Transaction,
  memberships: readonly Pick<Membership, 'tenant' | 'membershipId'>[],
): Promise<ReadonlyMap<string, LoadedScope>> {
  const tenants = [...new Set(memberships.map(({ tenant }) => tenant))];
  const ids = [...new Set(memberships.map(({ membershipId }) => membershipId))];
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('membership')
      .innerJoin('account', 'account.id', 'membership.tenant_id')
      .innerJoin('manager', 'manager.id', 'membership.manager_id')
      .innerJoin('role', (join) =>
        join.onRef('role.tenant_id', '=', 'membership.tenant_id').onRef('role.id', '=', 'membership.role_id'),
      )
      .select([
        'membership.tenant_id',
        'membership.id',
        'membership.manager_id',
        'membership.owner',
        'membership.disabled_at',
        'account.demo',
        'account.closed_at as account_closed_at',
        'manager.user_name',
        'manager.language',
        'manager.closed_at as manager_closed_at',
        'role.key',
        'role.grants',
      ])
      .select(GIVEN)
      .select(ACCOUNT_FLAGS.as('flags'))
      .where('membership.tenant_id', '=', sql<string>`any(${tenants}::uuid[])`)
      .where('membership.id', '=', sql<string>`any(${ids}::uuid[])`),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        scope: {
          tenant: row.tenant_id,
          manager: row.manager_id,
          membership: row.id,
          userName: row.user_name,
          roleKey: row.key,
          grants: new Set(grantsOf(row)),
          reach: reachFrom(row.key, row.enterprise_ids, row.site_ids),
          demo: row.demo && !row.owner,
          demoSession: null,
        },
        language: row.language,
        disabled: row.disabled_at !== null,
        closed: row.account_closed_at !== null || row.manager_closed_at !== null,
      },
    ]),
  );
}

/** What a person may do in an account now: one scope for each of their roles there; none if they left. */
export async function scopesOf(
  tx: Transaction,
  tenant: string,
  managerId: string,
): Promise<LoadedScope['scope'][]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('membership')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('manager_id', '=', managerId),
  );
  const loaded = await loadScopes(
    tx,
    rows.map(({ id }) => ({ tenant, membershipId: id })),
  );
  return [...loaded.values()].flatMap((one) => (one.disabled || one.closed ? [] : [one.scope]));
}

/** The scope of the owner of an account; null if that is somebody else. */
export async function loadOwnerScope(
  tx: Transaction,
  tenant: string,
  managerId: string,
): Promise<LoadedScope['scope'] | null> {
  const owner = (await membershipsOf(tx, managerId)).find((held) => held.tenant === tenant && held.owner);
  const loaded = owner && (await loadScope(tx, tenant, owner.membershipId));
  return loaded === undefined || loaded.disabled || loaded.closed ? null : loaded.scope;
}

function reachFrom(roleKey: string, enterpriseIds: string[], siteIds: string[]): SiteReach {
  if (reachOf(roleKey) === 'account') return { kind: 'all' };
  return enterpriseIds.length > 0
    ? { kind: 'enterprises', ids: enterpriseIds }
    : { kind: 'sites', ids: siteIds };
}

/** The role assignments of a person, those in their own account first. */
function roleAssignmentsOf(managerId: string) {
  return sqlBuilder
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.tenant_id')
    .innerJoin('role', (join) =>
      join.onRef('role.tenant_id', '=', 'membership.tenant_id').onRef('role.id', '=', 'membership.role_id'),
    )
    .where('membership.manager_id', '=', managerId)
    .where('membership.disabled_at', 'is', null)
    .where('account.closed_at', 'is', null)
    .orderBy('membership.owner', 'desc')
    .orderBy('membership.created_at')
    .orderBy('membership.id');
}

export interface Membership {
  readonly tenant: string;
  readonly membershipId: string;
  readonly roleId: string;
  readonly roleKey: string;
  readonly owner: boolean;
  readonly accountName: string;
  readonly demo: boolean;
}

export function membershipsOf(tx: Transaction, managerId: string): Promise<Membership[]> {
  return tx.all(
    roleAssignmentsOf(managerId).select([
      'membership.tenant_id as tenant',
      'membership.id as membershipId',
      'membership.role_id as roleId',
      'role.key as roleKey',
      'membership.owner',
      'account.name as accountName',
      'account.demo',
    ]),
  );
}

export async function firstMembershipOf(tx: Transaction, managerId: string): Promise<Membership | undefined> {
  return (await membershipsOf(tx, managerId))[0];
}

export async function roleRecords(tx: Transaction, managerId: string): Promise<RoleRecord[]> {
  const rows = await tx.all(
    roleAssignmentsOf(managerId).select([
      'membership.tenant_id',
      'membership.role_id',
      'membership.alias',
      'role.key',
      'role.name as role_name',
      'role.grants',
      'account.name as account_name',
      'account.enterprise_name',
      'account.demo',
      ACCOUNT_FLAGS.as('flags'),
    ]),
  );
  return rows.map((row) => ({
    accountUUID: row.tenant_id,
    managerUUID: managerId,
    roleUUID: row.role_id,
    key: row.key,
    roleName: row.role_name,
    alias: row.alias,
    accountName: row.account_name,
    enterpriseName: row.enterprise_name,
    demo: row.demo,
    permissions: grantsOf(row),
  }));
}
