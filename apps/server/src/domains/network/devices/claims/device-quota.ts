import type { Transaction } from '../../../../platform/database/database.ts';
import type { Quotas } from '../../../../platform/quotas/quotas.ts';

/** Remaining device quota of accounts. */
export interface DeviceQuota {
  /** Uses one; false when the account has none left. */
  take(tenant: string): boolean;
}

/** For devices of several accounts in one transaction. */
export async function remainingDeviceQuota(
  tx: Transaction,
  quotas: Quotas,
  added: readonly { readonly tenant: string }[],
): Promise<DeviceQuota> {
  const quota = new Map<string, number>();
  for (const tenant of new Set(added.map((one) => one.tenant))) {
    quota.set(tenant, await quotas.roomNow(tx, { tenant }, 'devices'));
  }
  return {
    take(tenant) {
      const left = quota.get(tenant) ?? 0;
      quota.set(tenant, left - 1);
      return left > 0;
    },
  };
}
