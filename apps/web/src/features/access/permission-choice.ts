import type { PermissionNode } from '@airloom/contract/access/access.model';
import { type Grant, includingView, isGrant, withImpliedViews } from '@airloom/contract/permissions';

export type Verb = 'view' | 'operate';
export type Permission = PermissionNode['permissions'][number];

export function grantOf(key: string, verb: Verb): Grant | null {
  const grant = verb === 'view' ? key : `${key}:operate`;
  return isGrant(grant) ? grant : null;
}

export function mayGrant(permission: Permission, verb: Verb): boolean {
  return verb === 'view' ? permission.grantableView : permission.grantableOperate;
}

export function isHeld(held: readonly Grant[], permission: Permission, verb: Verb): boolean {
  const grant = grantOf(permission.key, verb);
  return grant !== null && held.includes(grant);
}

/** Removing view removes what implies it: operate, and permissions that include this view. */
export function withPermissions(
  held: readonly Grant[],
  permissions: readonly Permission[],
  verb: Verb,
  on: boolean,
): Grant[] {
  const changed = permissions.filter((permission) => mayGrant(permission, verb));
  const verbs: readonly Verb[] = on ? [verb] : verb === 'view' ? ['view', 'operate'] : ['operate'];
  const keys = changed.flatMap(({ key }) =>
    on || verb === 'operate' ? [key] : [key, ...includingView(key)],
  );
  const grants = new Set(
    keys.flatMap((key) => verbs.map((one) => grantOf(key, one))).filter((grant) => grant !== null),
  );
  return withImpliedViews(on ? [...held, ...grants] : held.filter((grant) => !grants.has(grant)));
}

/** How much of a group is selected, counting only what can be granted. */
export function groupMark(held: readonly Grant[], permissions: readonly Permission[], verb: Verb) {
  const offered = permissions.filter((permission) => mayGrant(permission, verb));
  const on = offered.filter((permission) => isHeld(held, permission, verb));
  return {
    offered: offered.length > 0,
    all: offered.length > 0 && on.length === offered.length,
    some: on.length > 0,
  };
}
