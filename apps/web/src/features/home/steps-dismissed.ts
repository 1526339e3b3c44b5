import { useCallback, useState } from 'react';
import { useSession } from '../../shared/session/session-store.ts';

/** Of this person in this account; null while nobody is signed in, as on a page that is still there after signing out. */
function useOwnKey(name: string): string | null {
  return useSession(({ currentRole }) =>
    currentRole === null ? null : `${name}.${currentRole.managerUUID}.${currentRole.accountUUID}`,
  );
}

/** Whether a person put the next steps of this account away, remembered in this browser. */
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

/** Whether there will be steps to show, as far as this browser knows; a newcomer has some. */
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
