import { GUARD_GRANTS } from '@airloom/contract/guards';
import {
  type AccountFlags,
  type Grant,
  isGrant,
  permissionsIn,
  withImpliedViews,
} from '@airloom/contract/permissions';

import { builtInRole, isSuperAdministrator, reachOf } from '@airloom/contract/roles';
import { sql } from 'kysely';
import type { Scope } from '../../../../platform/scope.ts';

export interface RoleGrants {
  readonly key: string;
  /** Null for built-in roles: their permissions are in the contract, not in the row. */
  readonly grants: readonly string[] | null;
  /** Flags of the account: they cut what roles grant. */
  readonly flags: AccountFlags;
}

type Caller = Pick<Scope, 'grants' | 'roleKey'>;

/** The flags of the account of a role. */
export const ACCOUNT_FLAGS = sql<AccountFlags>`(
  select jsonb_build_object('operator', operator, 'agent', agent, 'store', store)
  from account where account.id = role.tenant_id)`;

export function grantsOf(role: RoleGrants): Grant[] {
  const given = withImpliedViews(builtInRole(role.key)?.grants ?? (role.grants ?? []).filter(isGrant));
  const existing: ReadonlySet<string> = permissionsIn(role.flags);
  return given.filter((grant) => existing.has(grant.replace(':operate', '')));
}

export function holdsAll(caller: Pick<Scope, 'grants'>, grants: readonly Grant[]): boolean {
  return grants.every((grant) => caller.grants.has(grant));
}

/** Nobody grants more than they hold; only a super administrator grants the whole account. */
export function mayGrant(caller: Caller, role: RoleGrants): boolean {
  if (reachOf(role.key) === 'account' && !isSuperAdministrator(caller.roleKey)) return false;
  const grants = grantsOf(role);
  // A role of pages that this account does not have.
  if (grants.length === 0) return false;
  // Built-in roles also hold keys of pages that do not exist yet, which no custom role can be given.
  const guarding = builtInRole(role.key) ? grants.filter((grant) => GUARD_GRANTS.has(grant)) : [];
  return holdsAll(caller, guarding.length > 0 ? guarding : grants);
}
