import {
  ALL_GRANTS,
  type Grant,
  PERMISSION_TREE,
  type PermissionGroup,
  type PermissionKey,
} from './permissions.ts';

/** Which part of an account a role is meant for, and so what an invitation must select. */
export type RoleReach = 'account' | 'organizationOrSite' | 'site';

export interface BuiltInRole {
  readonly key: string;
  readonly reach: RoleReach;
  readonly grants: readonly Grant[];
}

function keysOf(groups: readonly PermissionGroup[]): PermissionKey[] {
  return PERMISSION_TREE.filter((group) => groups.includes(group.key)).flatMap((group) => [
    ...group.permissions,
  ]);
}

function operate(keys: readonly PermissionKey[]): Grant[] {
  return keys.flatMap((key): Grant[] => [key, `${key}:operate`]);
}

const network = keysOf(['home', 'device', 'wireless', 'alarm', 'scene']);

/** Built-in roles of every account; their permissions are here, so a new page reaches existing accounts at once. */
export const BUILT_IN_ROLES = {
  superAdministrator: { key: 'ROLE_SUPER_ADMIN', reach: 'account', grants: ALL_GRANTS },
  organizationAdministrator: {
    key: 'ROLE_ORG_ADMIN',
    reach: 'organizationOrSite',
    grants: operate([...network, 'org_manage', 'site_manage', 'subaccount_manage', 'operation_log']),
  },
  siteAdministrator: {
    key: 'ROLE_SITE_ADMIN',
    reach: 'site',
    grants: [...operate([...network, 'site_manage', 'subaccount_manage', 'operation_log']), 'org_manage'],
  },
  siteOperator: {
    key: 'ROLE_SITE_OPER',
    reach: 'organizationOrSite',
    grants: [...operate(network), 'org_manage', 'site_manage', 'operation_log'],
  },
  siteObserver: {
    key: 'ROLE_SITE_OBSERVER',
    reach: 'organizationOrSite',
    grants: [...network, 'org_manage', 'site_manage'],
  },
  finance: { key: 'ROLE_FINANCE', reach: 'organizationOrSite', grants: operate(keysOf(['finance'])) },
  agent: { key: 'ROLE_AGENT', reach: 'organizationOrSite', grants: operate(keysOf(['agent'])) },
} as const satisfies Record<string, BuiltInRole>;

export type BuiltInRoleName = keyof typeof BUILT_IN_ROLES;
export type BuiltInRoleKey = (typeof BUILT_IN_ROLES)[BuiltInRoleName]['key'];

const builtInByKey = new Map<string, BuiltInRole>(
  Object.values(BUILT_IN_ROLES).map((role) => [role.key, role]),
);

export function builtInRole(key: string): BuiltInRole | undefined {
  return builtInByKey.get(key);
}

/** Custom roles may be given organizations or sites. */
export function reachOf(roleKey: string): RoleReach {
  return builtInByKey.get(roleKey)?.reach ?? 'organizationOrSite';
}

export function isSuperAdministrator(roleKey: string): boolean {
  return roleKey === BUILT_IN_ROLES.superAdministrator.key;
}
