import { useCallback } from 'react';
import { useSession } from '../../session/session-store.ts';
import type { Action } from './action.ts';

/** Whether the current role may see an action. */
export function useAllows(): (action: Action) => boolean {
  const role = useSession((state) => state.currentRole);
  return useCallback(
    ({ needs }) => needs === undefined || role?.permissions.includes(needs) === true,
    [role],
  );
}

/** Those of the actions that the current role may see. */
export function useAllowedActions(actions: readonly Action[]): Action[] {
  return actions.filter(useAllows());
}
