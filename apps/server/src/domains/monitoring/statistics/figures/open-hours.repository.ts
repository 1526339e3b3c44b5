import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { firstOpenHour, SLOT_SECONDS } from '../../telemetry/index.ts';
import { type Moment } from './window.ts';

const SLOT_MS = SLOT_SECONDS * 1000;
/** Without a count for this long, there was nothing to count. */
const UNCOUNTED_MAX_MS = 30 * 60_000;

/** Marks up to this age delay figures. Older ones are late reports, unless the rollup is further behind. */
const LOOKED_BACK_MS = 2 * HOUR;

/**
 * The current time and the first hour that is not rolled up; an hour that is over may still be due. If the rollup is far
 * behind, figures end there.
 */
export async function readMoment(
  tx: Transaction,
  { now, settings }: Pick<Platform, 'now' | 'settings'>,
  { tenant }: TenantScope,
): Promise<Moment> {
  const at = now();
  const open = firstOpenHour(at);
  const since = new Date(open.getTime() - LOOKED_BACK_MS);
  const row = await tx.first(sql<{ hour: Date | null; until: Date | null; done: Date | null }>`
    select min(hour) as hour, (select until from slots_counted where tenant_id = ${tenant}) as until,
           (select min(until) from rolled_up) as done from (
      (select hour from rollup_due where tenant_id = ${tenant} and hour >= ${since} and hour < ${open}
       order by hour limit 1)
      union all
      (select hour from site_rollup_due where tenant_id = ${tenant} and hour >= ${since} and hour < ${open}
       order by hour limit 1)
      union all
      (select hour from wifi_rollup_due where tenant_id = ${tenant} and hour >= ${since} and hour < ${open}
       order by hour limit 1)
    ) marks`);
  const slotsKeptMs = settings.TELEMETRY_RAW_HOURS * HOUR;
  if (row?.done && row.done < since) {
    const done = row.done.getTime();
    return { now: at.getTime(), open: done, settled: false, counted: done, slotsKeptMs };
  }
  const rest = at.getTime() % SLOT_MS;
  const rolledUpTo = (row?.hour ?? open).getTime();
  const counted = Math.max(row?.until?.getTime() ?? 0, rolledUpTo);
  return {
    now: at.getTime(),
    open: rolledUpTo,
    settled: row?.hour === null,
    counted:
      counted < at.getTime() - UNCOUNTED_MAX_MS ? at.getTime() - rest : Math.min(counted, at.getTime()),
    slotsKeptMs,
  };
}
