import { useState } from 'react';
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
