import { type RoleReach, reachOf } from '@airloom/contract/roles';
import { useSession } from './session-store.ts';

/** How far the current role is meant to reach; null before anybody is signed in. */
export function useRoleReach(): RoleReach | null {
  return useSession((state) => state.currentRole && reachOf(state.currentRole.key));
}
