import type { HealthTotals, NetworkNow } from '@airloom/contract/statistics/statistics.model';

/** The devices of the demo are there and have said nothing of now yet: at their first start they tell of a month before. */
export function isSendingHistory(
  totals: Pick<HealthTotals, 'online'> | undefined,
  now: Pick<NetworkNow, 'downKbps'> | undefined,
): boolean {
  return now?.downKbps === null && (totals?.online ?? 0) > 0;
}
