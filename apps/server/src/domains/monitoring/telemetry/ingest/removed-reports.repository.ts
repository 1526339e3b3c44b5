import { sql } from 'kysely';
import { byIndex } from '../../../../platform/database/by-index.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { SLOT_SECONDS } from '../rollup/site-sql.ts';
import { REPORT_COLUMNS } from './report-columns.ts';

const KEY = 'reportsGoneUntil';
const COLUMNS = ['tenant_id', 'device_id', 'ts', ...REPORT_COLUMNS.map(([name]) => name)];

export function removedReportNames(of?: string) {
  return sql.raw(COLUMNS.map((name) => (of === undefined ? name : `${of}.${name}`)).join(', '));
}

export const removedReportChanges = sql.raw(
  [...COLUMNS.slice(2), 'slot_clients', 'slot_reports']
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
);

/**
 * The time before which reports are removed, except late ones; null if none are. Locks removal and the counting of late
 * reports until the transaction ends.
 */
export async function removedUntil(tx: Transaction): Promise<Date | null> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${KEY}, 0))`);
  const row = await tx.first(sql<{ day: string }>`
    select value #>> '{}' as day from installation where key = ${KEY}`);
  return row === undefined ? null : new Date(row.day);
}

/** Stores the last report of each device on a day that is about to be removed. */
async function keepLast(tx: Transaction, day: string): Promise<void> {
  await byIndex(tx);
  const slot = sql`interval '${sql.raw(String(SLOT_SECONDS))} seconds'`;
  await tx.run(sql`
    insert into device_gone_report (${removedReportNames()}, slot_clients, slot_reports)
    select ${removedReportNames('last')}, slot.clients, slot.reports
    from device cross join lateral (
      select ${removedReportNames()} from device_report
      where tenant_id = device.tenant_id and device_id = device.id
        and ts >= ${day}::date::timestamp at time zone 'UTC'
        and ts < (${day}::date + 1)::timestamp at time zone 'UTC'
      order by ts desc limit 1
    ) last cross join lateral (
      select sum(clients)::int as clients, count(*)::int as reports from device_report
      where tenant_id = device.tenant_id and device_id = device.id
        and ts >= date_bin(${slot}, last.ts, to_timestamp(0)) and ts <= last.ts
    ) slot
    on conflict (tenant_id, device_id) do update set ${removedReportChanges}
      where device_gone_report.ts <= excluded.ts`);
}

/** Whether the day has reports to roll up, or reports of an earlier day are still stored. */
async function isNeeded(tx: Transaction, day: string, gone: Date | null): Promise<boolean> {
  const begin = sql`${day}::date::timestamp at time zone 'UTC'`;
  const end = sql`(${day}::date + 1)::timestamp at time zone 'UTC'`;
  const needed = await tx.first(sql`
    (select 1 from rollup_due where hour >= ${begin} and hour < ${end} limit 1)
    union all
    (select 1 from site_rollup_due where hour >= ${begin} and hour < ${end} limit 1)
    union all
    (select 1 from app.report_days() earlier
     where earlier < ${day}::date and earlier::timestamp at time zone 'UTC' >= ${gone ?? new Date(0)} limit 1)`);
  return needed !== undefined;
}

/** Removes a day of reports unless it is needed or locked. */
export async function dropReportDay(tx: Transaction, day: string): Promise<boolean> {
  const gone = await removedUntil(tx);
  const isFirst = gone === null || new Date(day) >= gone;
  await tx.run(sql`savepoint whole`);
  if (isFirst) await keepLast(tx, day);
  const held = await tx.first(sql<{ held: boolean }>`select app.hold_report_day(${day}::date) as held`);
  if (held?.held !== true || (await isNeeded(tx, day, gone))) {
    await tx.run(sql`rollback to savepoint whole`);
    return false;
  }
  await tx.run(sql`select app.drop_report_day(${day}::date)`);
  if (isFirst) {
    await tx.run(sql`
      insert into installation (key, value) values (${KEY}, to_jsonb(${day}::date + 1))
      on conflict (key) do update set value = excluded.value`);
  }
  return true;
}
