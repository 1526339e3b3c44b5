import { useSession } from '../session/session-store.ts';
import type { Action } from './action.ts';

/** Those of the actions that the current role may see. */
export function useAllowedActions(actions: readonly Action[]): Action[] {
  const role = useSession((state) => state.currentRole);
  return actions.filter((action) => action.needs === undefined || role?.permissions.includes(action.needs));
}
