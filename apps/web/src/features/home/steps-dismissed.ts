import { useCallback, useState } from 'react';
import { useSession } from '../../shared/session/session-store.ts';

/** Storage key of this person in this account; null when signed out. */
export function useOwnKey(name: string): string | null {
  return useSession(({ currentRole }) =>
    currentRole === null ? null : `${name}.${currentRole.managerUUID}.${currentRole.accountUUID}`,
  );
}

/** Whether the person dismissed the next steps of this account, stored in this browser. */
export function useStepsDismissed(): [dismissed: boolean, dismiss: () => void] {
  const key = useOwnKey('stepsDismissed');
  const [dismissed, setDismissed] = useState(() => key !== null && localStorage.getItem(key) !== null);
  return [
    dismissed,
    () => {
      if (key !== null) localStorage.setItem(key, new Date().toISOString());
      setDismissed(true);
    },
  ];
}

/** Whether steps are expected, from the last visit; true for a new person. */
export function useStepsExpected(): [expected: boolean, expect: (open: boolean) => void] {
  const key = useOwnKey('stepsDone');
  const [expected] = useState(() => key === null || localStorage.getItem(key) === null);
  const expect = useCallback(
    (open: boolean): void => {
      if (key === null) return;
      if (open) localStorage.removeItem(key);
      else localStorage.setItem(key, new Date().toISOString());
    },
    [key],
  );
  return [expected, expect];
}
