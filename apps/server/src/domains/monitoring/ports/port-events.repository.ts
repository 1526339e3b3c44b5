import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { type Asker, siteWithinReach } from '../../network/devices/index.ts';

/** More entries than this within an hour are a flood of the device; its event budget is lower. */
const LOOP_REPORTS_MAX = 200;

/** Number of link changes of each port since a time. */
export async function readLinkChanges(
  tx: Transaction,
  scope: Asker,
  deviceId: string,
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.all(sql<{ port: string; changes: number }>`
    select details ->> 'port' as port, count(*)::int as changes
    from device_log
    where tenant_id = ${scope.tenant} and device_id = ${deviceId} and at > ${since}
      and type in ('portUp', 'portDown') and details ->> 'port' is not null
      and ${siteWithinReach(scope, 'device_log.site_id')}
    group by 1`);
  return new Map(rows.map(({ port, changes }) => [port, changes]));
}

export interface LoopReport {
  /** What the device named as the source; empty when it named none. */
  readonly resource: string;
  readonly text: string;
}

/** Alarms and log messages of the device about a loop. */
export function readLoopReports(
  tx: Transaction,
  scope: Asker,
  deviceId: string,
  since: Date,
): Promise<LoopReport[]> {
  return tx.all(sql<LoopReport>`
    select coalesce(details ->> 'resource', '') as resource, coalesce(details ->> 'text', '') as text
    from device_log
    where tenant_id = ${scope.tenant} and device_id = ${deviceId} and at > ${since}
      and type in ('alarm', 'log') and details ->> 'text' ~* '\\mloop(s|ed|ing)?\\M'
      and ${siteWithinReach(scope, 'device_log.site_id')}
    order by at desc limit ${LOOP_REPORTS_MAX}`);
}
