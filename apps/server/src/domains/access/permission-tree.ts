import type { PermissionNode } from '@airloom/contract/access/access.model';
import { allCalls } from '@airloom/contract/all-calls';
import { type Grant, PERMISSION_TREE } from '@airloom/contract/permissions';

const guarded: ReadonlySet<string> = new Set(Object.values(allCalls).map((call) => call.access));

/** Only what guards something today is offered: a right to a page that does not exist would mean nothing. */
export function permissionTree(
  roleGrants: readonly Grant[],
  askerGrants: ReadonlySet<Grant>,
): PermissionNode[] {
  const held = new Set(roleGrants);
  return PERMISSION_TREE.map((group) => ({
    group: group.key,
    permissions: group.permissions
      .filter((key) => guarded.has(key))
      .map((key) => ({
        key,
        view: held.has(key),
        operate: held.has(`${key}:operate`),
        grantableView: askerGrants.has(key),
        grantableOperate: askerGrants.has(`${key}:operate`),
      })),
  })).filter((node) => node.permissions.length > 0);
}
