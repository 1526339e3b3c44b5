import { useSeesWholeAccount } from '../../../shared/session/account-reach.ts';
import { useHolds } from '../../../shared/session/session-store.ts';

/** What is told to other programs leaves the account. */
export function useMayChangeWebhooks(): boolean {
  const operates = useHolds('alarm_index:operate');
  return useSeesWholeAccount() && operates;
}
