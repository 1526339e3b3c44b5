import { useSeesWholeAccount } from '../../../shared/session/account-reach.ts';
import { useHolds } from '../../../shared/session/session-store.ts';

/** Webhooks send data out of the account. */
export function useMayChangeWebhooks(): boolean {
  const operates = useHolds('alarm_index:operate');
  return useSeesWholeAccount() && operates;
}
