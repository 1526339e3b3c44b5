import { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { Quota } from '@airloom/contract/quotas';
import { useCall } from '../api/use-call.ts';

/** The limit the operator set; unlimited until it is known, because the server decides in the end. */
export function useQuota(quota: Quota): number {
  return useCall(accountCalls.getQuotas, {}).data?.[quota] ?? Number.POSITIVE_INFINITY;
}
