import type { PermissionNode } from '@airloom/contract/access/access.model';
import { guardsOperations, isGuardKey } from '@airloom/contract/guards';
import { type AccountFlags, type Grant, PERMISSION_TREE, permissionsIn } from '@airloom/contract/permissions';

/** The permissions of an account that guard a call or a device class; those of pages that do not exist are left out. */
export function permissionTree(
  roleGrants: readonly Grant[],
  askerGrants: ReadonlySet<Grant>,
  flags: AccountFlags,
): PermissionNode[] {
  const held = new Set(roleGrants);
  const existing = permissionsIn(flags);
  return PERMISSION_TREE.map((group) => ({
    group: group.key,
    permissions: [...group.permissions]
      .filter((key) => existing.has(key))
      .filter(isGuardKey)
      .map((key) => {
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
