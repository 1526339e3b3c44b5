import { useCallback, useState } from 'react';
import { useSession } from '../../shared/session/session-store.ts';

/** Whether a person put the next steps of this account away, remembered in this browser. */
export function useStepsDismissed(): [dismissed: boolean, dismiss: () => void] {
  const role = useSession((state) => state.currentRole);
  const key = `stepsDismissed.${role?.managerUUID}.${role?.accountUUID}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null);
  return [
    dismissed,
    () => {
      localStorage.setItem(key, new Date().toISOString());
      setDismissed(true);
    },
  ];
}

/** Whether there will be steps to show, as far as this browser knows; a newcomer has some. */
export function useStepsExpected(): [expected: boolean, expect: (open: boolean) => void] {
  const role = useSession((state) => state.currentRole);
  const key = `stepsDone.${role?.managerUUID}.${role?.accountUUID}`;
  const [expected] = useState(() => localStorage.getItem(key) === null);
  const expect = useCallback(
    (open: boolean): void => {
      if (open) localStorage.removeItem(key);
      else localStorage.setItem(key, new Date().toISOString());
    },
    [key],
  );
  return [expected, expect];
}
