import { type RoleReach, reachOf } from '@airloom/contract/roles';
import { type SessionState, useHolds, useSession } from './session-store.ts';

/** How far the current role is meant to reach; null before anybody is signed in. */
export function useRoleReach(): RoleReach | null {
  return useSession((state) => state.currentRole && reachOf(state.currentRole.key));
}

/** Making and deleting organizations is for roles that see the whole account. */
export function useMayMakeOrganizations(): boolean {
  const reach = useRoleReach();
  const operates = useHolds('org_manage:operate');
  return operates && reach === 'account';
}

export function useMayChangeOrganizations(): boolean {
  const reach = useRoleReach();
  const operates = useHolds('org_manage:operate');
  return operates && reach !== 'site';
}

/** Roles for single sites change those sites, not which sites there are. */
export function mayMakeSites({ currentRole }: Pick<SessionState, 'currentRole'>): boolean {
  if (currentRole === null || reachOf(currentRole.key) === 'site') return false;
  return currentRole.permissions.includes('site_manage:operate');
}

export function useMayMakeSites(): boolean {
  return useSession(mayMakeSites);
}
