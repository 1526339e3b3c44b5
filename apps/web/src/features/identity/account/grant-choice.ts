import { guardsOperations, isGuardKey } from '@airloom/contract/guards';
import {
  type Grant,
  PERMISSION_TREE,
  type PermissionGroup,
  type PermissionKey,
} from '@airloom/contract/permissions';

export interface OfferedPermission {
  readonly key: PermissionKey;
  /** Null when the person may only view. */
  readonly operate: Grant | null;
}

export interface OfferedGroup {
  readonly key: PermissionGroup;
  readonly permissions: readonly OfferedPermission[];
}

/**
 * The permission tree limited to what the person holds, because a key cannot have more, and to
 * permissions that guard something today.
 */
export function offeredGroups(held: readonly Grant[]): OfferedGroup[] {
  return PERMISSION_TREE.map((group) => ({
    key: group.key,
    permissions: [...group.permissions]
      .filter(isGuardKey)
      .filter((key) => held.includes(key))
      .map((key) => {
        const operate: Grant = `${key}:operate`;
        return { key, operate: guardsOperations(key) && held.includes(operate) ? operate : null };
      }),
  })).filter((group) => group.permissions.length > 0);
}

export function grantsOf(group: OfferedGroup): Grant[] {
  return group.permissions.flatMap(({ key, operate }): Grant[] => (operate ? [key, operate] : [key]));
}

/** Operate implies view: selecting operate adds view, removing view removes both. */
export function withGrant(
  chosen: readonly Grant[],
  permission: OfferedPermission,
  verb: 'view' | 'operate',
  on: boolean,
): Grant[] {
  const { key, operate } = permission;
  const rest = chosen.filter((grant) => grant !== key && grant !== operate);
  const seen = on || verb === 'operate';
  const operated = operate !== null && (verb === 'operate' ? on : on && chosen.includes(operate));
  return [...rest, ...(seen ? [key] : []), ...(operated ? [operate] : [])];
}

/** All of a group, or nothing of it. */
export function withGroup(chosen: readonly Grant[], group: OfferedGroup, on: boolean): Grant[] {
  const own = grantsOf(group);
  const rest = chosen.filter((grant) => !own.includes(grant));
  return on ? [...rest, ...own] : rest;
}
