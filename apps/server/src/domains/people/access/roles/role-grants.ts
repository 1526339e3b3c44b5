import { GUARD_GRANTS } from '@airloom/contract/guards';
import { type Grant, isGrant, withImpliedViews } from '@airloom/contract/permissions';
import { builtInRole, isSuperAdministrator, reachOf } from '@airloom/contract/roles';
import type { Scope } from '../../../../platform/scope.ts';

export interface RoleGrants {
  readonly key: string;
  /** Null for built-in roles: their permissions are in the contract, not in the row. */
  readonly grants: readonly string[] | null;
}

type Caller = Pick<Scope, 'grants' | 'roleKey'>;

export function grantsOf(role: RoleGrants): Grant[] {
  return withImpliedViews(builtInRole(role.key)?.grants ?? (role.grants ?? []).filter(isGrant));
}

export function holdsAll(caller: Pick<Scope, 'grants'>, grants: readonly Grant[]): boolean {
  return grants.every((grant) => caller.grants.has(grant));
}

/** Nobody grants more than they hold; only a super administrator grants the whole account. */
export function mayGrant(caller: Caller, role: RoleGrants): boolean {
  if (reachOf(role.key) === 'account' && !isSuperAdministrator(caller.roleKey)) return false;
  const grants = grantsOf(role);
  // Built-in roles also hold keys of pages that do not exist yet, which no custom role can be given.
  const guarding = builtInRole(role.key) ? grants.filter((grant) => GUARD_GRANTS.has(grant)) : [];
  return holdsAll(caller, guarding.length > 0 ? guarding : grants);
}
