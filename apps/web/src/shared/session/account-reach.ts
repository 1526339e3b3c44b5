import { type RoleReach, reachOf } from '@airloom/contract/roles';
import { type SessionState, useHolds, useSession } from './session-store.ts';

/** How far the current role is meant to reach; null before anybody is signed in. */
export function useRoleReach(): RoleReach | null {
  return useSession((state) => state.currentRole && reachOf(state.currentRole.key));
}

/** What is for all sites at once, or leaves the account, is for those who see the whole of it. */
export function useSeesWholeAccount(): boolean {
  return useSession(({ reachKind }) => reachKind === 'all');
}

/** Making and deleting organizations is for those who see the whole account. */
export function useMayMakeOrganizations(): boolean {
  const operates = useHolds('org_manage:operate');
  return useSession(({ reachKind }) => operates && reachKind === 'all');
}

export function useMayChangeOrganizations(): boolean {
  const operates = useHolds('org_manage:operate');
  return useSession(({ reachKind }) => operates && isGivenOrganizations(reachKind));
}

/** Whoever was given single sites changes those, not which sites there are. */
export function mayMakeSites({
  currentRole,
  reachKind,
}: Pick<SessionState, 'currentRole' | 'reachKind'>): boolean {
  return (
    isGivenOrganizations(reachKind) && (currentRole?.permissions.includes('site_manage:operate') ?? false)
  );
}

export function useMayMakeSites(): boolean {
  return useSession(mayMakeSites);
}

function isGivenOrganizations(reachKind: SessionState['reachKind']): boolean {
  return reachKind === 'all' || reachKind === 'enterprises';
}
