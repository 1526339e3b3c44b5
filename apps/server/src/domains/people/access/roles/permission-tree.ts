import type { PermissionNode } from '@airloom/contract/access/access.model';
import { guardsOperations, isGuardKey } from '@airloom/contract/guards';
import { type Grant, PERMISSION_TREE } from '@airloom/contract/permissions';

/** Everything that guards something, and nothing else: a right to a page that does not exist would mean nothing. */
export function permissionTree(
  roleGrants: readonly Grant[],
  askerGrants: ReadonlySet<Grant>,
): PermissionNode[] {
  const held = new Set(roleGrants);
  return PERMISSION_TREE.map((group) => ({
    group: group.key,
    permissions: [...group.permissions].filter(isGuardKey).map((key) => {
      const operable = guardsOperations(key);
      return {
        key,
        view: held.has(key),
        operate: operable && held.has(`${key}:operate`),
        operable,
        grantableView: askerGrants.has(key),
        grantableOperate: operable && askerGrants.has(`${key}:operate`),
      };
    }),
  })).filter((node) => node.permissions.length > 0);
}
