import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';

/** Longer than the time between two past reports. */
const GAP_MINUTES = 100;

export interface PastOutage {
  readonly deviceId: string;
  readonly beganAt: Date;
  readonly endedAt: Date;
}

export interface PastReports {
  readonly deviceId: string;
  readonly firstAt: Date;
}

/** The first report of each device. */
export function firstReports(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
): Promise<PastReports[]> {
  return tx.all(sql<PastReports>`
    select device_id as "deviceId", min(ts) as "firstAt" from device_report
    where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) group by device_id`);
}

/**
 * Stores the outages that reports from before the first connection show: from the last report before a gap to the start of
 * the device, which its uptime gives.
 */
export function storeOutagesInReports(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
  before: Date,
): Promise<PastOutage[]> {
  return tx.all(sql<PastOutage>`
    with reports as (
      select device_id, ts, uptime, lag(ts) over (partition by device_id order by ts) as earlier from device_report
      where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) and ts < ${before}
    )
    insert into device_away (tenant_id, device_id, began_at, ended_at)
    select ${tenant}::uuid, device_id, earlier, greatest(earlier, ts - make_interval(secs => coalesce(uptime, 0)))
    from reports where ts - earlier > make_interval(mins => ${GAP_MINUTES})
    on conflict do nothing
    returning device_id as "deviceId", began_at as "beganAt", ended_at as "endedAt"`);
}
