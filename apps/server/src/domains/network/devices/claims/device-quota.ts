import type { Transaction } from '../../../../platform/database/database.ts';
import type { Quotas } from '../../../../platform/quotas/quotas.ts';

/** How many more devices each account may have. */
export interface DeviceRooms {
  /** Uses one up; false when the account has none left. */
  take(tenant: string): boolean;
}

/** For devices of several accounts in one transaction. */
export async function deviceRooms(
  tx: Transaction,
  quotas: Quotas,
  added: readonly { readonly tenant: string }[],
): Promise<DeviceRooms> {
  const rooms = new Map<string, number>();
  for (const tenant of new Set(added.map((one) => one.tenant))) {
    rooms.set(tenant, await quotas.roomNow(tx, { tenant }, 'devices'));
  }
  return {
    take(tenant) {
      const left = rooms.get(tenant) ?? 0;
      rooms.set(tenant, left - 1);
      return left > 0;
    },
  };
}
