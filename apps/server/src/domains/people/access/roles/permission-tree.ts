import type { PermissionNode } from '@airloom/contract/access/access.model';
import { guardsOperations, isGuardKey } from '@airloom/contract/guards';
import { type Grant, PERMISSION_TREE } from '@airloom/contract/permissions';

/** The permissions that guard a call or a device class; permissions of pages that do not exist are left out. */
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
