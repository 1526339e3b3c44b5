import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';

/** Devices that reported the time before they connected count from their first report. */
export async function setFirstOnline(
  tx: Transaction,
  { tenant }: TenantScope,
  reports: readonly { readonly deviceId: string; readonly firstAt: Date }[],
): Promise<void> {
  await tx.run(sql`
    update device set first_online_at = reported.at
    from unnest(${reports.map(({ deviceId }) => deviceId)}::uuid[],
      ${reports.map(({ firstAt }) => firstAt)}::timestamptz[]) as reported (id, at)
    where device.tenant_id = ${tenant} and device.id = reported.id and device.first_online_at > reported.at`);
}
