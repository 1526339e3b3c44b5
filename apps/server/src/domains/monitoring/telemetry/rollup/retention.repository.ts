import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';

/** Days of reports that ended before `until`. */
export async function reportDaysBefore(tx: Transaction, until: Date): Promise<string[]> {
  const days = await tx.all(sql<{ day: string }>`
    select day::text from app.report_days() day where (day + 1)::timestamp at time zone 'UTC' <= ${until}`);
  return days.map(({ day }) => day);
}

type AgedTable = {
  readonly table: 'device_1h' | 'device_moved_1h' | 'device_1d' | 'site_1h' | 'air_1h' | 'air_1d';
  readonly column: 'hour' | 'day';
};

/** Deletes some rollups older than `until`; returns how many. */
export function trimRollUps(
  tx: Transaction,
  { table, column }: AgedTable,
  until: Date,
  atMost: number,
): Promise<number> {
  return tx.run(sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${until} limit ${atMost}))`);
}

/** Deletes some placements that ended before `until`; returns how many. */
export function trimPlacements(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from device_stay where ctid = any(array(
      select ctid from device_stay where to_at < ${until} limit ${atMost}))`);
}

/** Deletes some outages that ended before `until`, by account as indexed; returns how many. */
export function trimOfflinePeriods(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from device_away where ctid = any(array(
      select away.ctid from account cross join lateral (
        select ctid from device_away where tenant_id = account.id and ended_at < ${until} limit ${atMost}
      ) away
      limit ${atMost}))`);
}

/** Deletes some log entries older than `until`, by account as indexed; returns how many. */
export function trimDeviceLog(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    with old as (
      select log.tenant_id, log.id from account cross join lateral (
        select tenant_id, id from device_log where tenant_id = account.id and at < ${until} limit ${atMost}
      ) log
      limit ${atMost}
    )
    delete from device_log using old where device_log.tenant_id = old.tenant_id and device_log.id = old.id`);
}

const TABLES = [
  'device_report',
  'rollup_due',
  'site_rollup_due',
  'device_1h',
  'device_moved_1h',
  'device_1d',
  'site_1h',
  'air_1h',
  'air_1d',
  'site_5m',
  'air_5m',
  'device_log',
  'port_sample',
] as const;
export type TelemetryTable = (typeof TABLES)[number];
export const TELEMETRY_TABLES: readonly TelemetryTable[] = TABLES;

/** Deletes some rows of a removed account; returns how many. */
export function forgetTenant(
  tx: Transaction,
  table: TelemetryTable,
  tenant: string,
  atMost: number,
): Promise<number> {
  return tx.run(sql`
    delete from ${sql.table(table)} where tenant_id = ${tenant} and (tableoid, ctid) in (
      select tableoid, ctid from ${sql.table(table)} where tenant_id = ${tenant} limit ${atMost})`);
}
