import type { HealthTotals, NetworkNow } from '@airloom/contract/statistics/statistics.model';

/** Whether the demo devices are online and still send their history of a month, so that nothing current is known. */
export function isSendingHistory(
  totals: Pick<HealthTotals, 'online'> | undefined,
  now: Pick<NetworkNow, 'downKbps'> | undefined,
): boolean {
  return now?.downKbps === null && (totals?.online ?? 0) > 0;
}
