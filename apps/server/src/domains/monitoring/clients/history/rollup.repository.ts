import { SIGNAL_GRADES } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';

export interface SiteHour {
  readonly tenant_id: string;
  readonly site_id: string;
  readonly hour: Date;
}

function siteHours(hours: readonly SiteHour[]): RawBuilder<unknown> {
  return sql`unnest(${arrayLiteral(hours.map((due) => due.tenant_id))}::uuid[],
                    ${arrayLiteral(hours.map((due) => due.site_id))}::uuid[],
                    ${arrayLiteral(hours.map((due) => due.hour.toISOString()))}::timestamptz[])
             as due (tenant_id, site_id, hour)`;
}

/** Removes some marks of hours before `until` and returns them; locked ones wait for the next run. */
export function takeDue(tx: Transaction, until: Date, atMost: number): Promise<SiteHour[]> {
  return tx.all(sql<SiteHour>`
    with due as materialized (
      select tenant_id, site_id, hour from wifi_rollup_due where hour < ${until}
      order by hour limit ${atMost} for update skip locked)
    delete from wifi_rollup_due using due
    where wifi_rollup_due.tenant_id = due.tenant_id and wifi_rollup_due.site_id = due.site_id
      and wifi_rollup_due.hour = due.hour
    returning wifi_rollup_due.tenant_id, wifi_rollup_due.site_id, wifi_rollup_due.hour`);
}

/** Rounded, so that the way of summing cannot change the grade. */
const MEAN = sql`round((signal_sum / nullif(heard_seconds, 0))::numeric, 2)`;

/** Seconds per signal grade, by the mean signal of each client hour; expects rows of `terminal_1h`. */
export const GRADE_SUMS = sql.join(
  SIGNAL_GRADES.map(({ key, from }, place) => {
    const below = SIGNAL_GRADES[place - 1]?.from ?? Number.POSITIVE_INFINITY;
    const least = from === Number.NEGATIVE_INFINITY ? sql`true` : sql`${MEAN} >= ${sql.lit(from)}`;
    const most = below === Number.POSITIVE_INFINITY ? sql`true` : sql`${MEAN} < ${sql.lit(below)}`;
    return sql`coalesce(sum(seconds::float8) filter (where heard_seconds > 0 and ${least} and ${most}), 0) as ${sql.ref(key)}`;
  }),
);

const SUMS = sql`sum(rx_bytes)::bigint as rx_bytes, sum(tx_bytes)::bigint as tx_bytes,
  sum(packets)::bigint as packets, sum(retries)::bigint as retries, sum(seconds::float8) as seconds, ${GRADE_SUMS}`;

/** Recomputes hours of networks and access points from the hours of their clients. */
export async function rollUpWifi(tx: Transaction, hours: readonly SiteHour[]): Promise<void> {
  await tx.run(sql`
    with due as (select * from ${siteHours(hours)}),
    gone as (
      delete from wifi_1h using due
      where wifi_1h.tenant_id = due.tenant_id and wifi_1h.site_id = due.site_id and wifi_1h.hour = due.hour
        and not exists (
          select from terminal_1h own where own.tenant_id = due.tenant_id and own.site_id = due.site_id
            and own.hour = due.hour and own.ssid = wifi_1h.ssid and own.band is not distinct from wifi_1h.band)
    )
    insert into wifi_1h
    select own.tenant_id, own.site_id, own.hour, own.ssid, own.band, ${SUMS}
    from due join terminal_1h own on own.tenant_id = due.tenant_id and own.site_id = due.site_id
      and own.hour = due.hour
    group by 1, 2, 3, 4, 5
    on conflict (tenant_id, site_id, hour, ssid, band) do update set
      rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes, packets = excluded.packets,
      retries = excluded.retries, seconds = excluded.seconds, excellent = excluded.excellent,
      good = excluded.good, fair = excluded.fair, weak = excluded.weak, bad = excluded.bad`);
  await tx.run(sql`
    insert into device_wifi_1h (tenant_id, device_id, hour, site_id, packets, retries)
    select own.tenant_id, own.device_id, own.hour, own.site_id, sum(packets)::bigint, sum(retries)::bigint
    from ${siteHours(hours)} join terminal_1h own on own.tenant_id = due.tenant_id and own.site_id = due.site_id
      and own.hour = due.hour
    where own.device_id is not null and own.band is not null
    group by 1, 2, 3, 4
    on conflict (tenant_id, device_id, hour, site_id) do update
      set packets = excluded.packets, retries = excluded.retries`);
}

const DAY_SUMS = sql.join(SIGNAL_GRADES.map(({ key }) => sql`sum(${sql.ref(key)}) as ${sql.ref(key)}`));

/** Recomputes the days of these hours, the current day from its hours before `until`. */
export async function rollUpDays(tx: Transaction, hours: readonly SiteHour[], until: Date): Promise<void> {
  const days = sql`(select distinct tenant_id, site_id, date_trunc('day', hour, 'UTC') as day
    from ${siteHours(hours)}) days`;
  await tx.run(sql`
    insert into wifi_1d
    select days.tenant_id, days.site_id, days.day, ssid, band, sum(rx_bytes)::bigint, sum(tx_bytes)::bigint,
           sum(packets)::bigint, sum(retries)::bigint, sum(seconds), ${DAY_SUMS}
    from ${days} join wifi_1h own on own.tenant_id = days.tenant_id and own.site_id = days.site_id
      and own.hour >= days.day and own.hour < days.day + interval '24 hours'
    group by 1, 2, 3, 4, 5
    on conflict (tenant_id, site_id, day, ssid, band) do update set
      rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes, packets = excluded.packets,
      retries = excluded.retries, seconds = excluded.seconds, excellent = excluded.excellent,
      good = excluded.good, fair = excluded.fair, weak = excluded.weak, bad = excluded.bad`);
  await tx.run(sql`
    insert into device_wifi_1d (tenant_id, device_id, day, site_id, packets, retries)
    select devices.tenant_id, devices.device_id, devices.day, devices.site_id, sum(packets)::bigint,
           sum(retries)::bigint
    from (
      select distinct own.tenant_id, own.device_id, date_trunc('day', own.hour, 'UTC') as day, own.site_id
      from ${siteHours(hours)} join terminal_1h own on own.tenant_id = due.tenant_id and own.site_id = due.site_id
        and own.hour = due.hour
      where own.device_id is not null and own.band is not null
    ) devices
    join device_wifi_1h own on own.tenant_id = devices.tenant_id and own.device_id = devices.device_id
      and own.hour >= devices.day and own.hour < devices.day + interval '24 hours' and own.site_id = devices.site_id
    group by 1, 2, 3, 4
    on conflict (tenant_id, device_id, day, site_id) do update
      set packets = excluded.packets, retries = excluded.retries`);
  await tx.run(sql`
    insert into terminal_1d (tenant_id, site_id, day, mac, rx_bytes, tx_bytes, seconds)
    select days.tenant_id, days.site_id, days.day, own.mac, sum(rx_bytes)::bigint, sum(tx_bytes)::bigint,
           sum(seconds::float8)::real
    from ${days} join terminal_1h own on own.tenant_id = days.tenant_id and own.site_id = days.site_id
      and own.hour >= days.day and own.hour < least(days.day + interval '24 hours', ${until}::timestamptz)
    group by 1, 2, 3, 4
    on conflict (tenant_id, site_id, day, mac) do update
      set rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes, seconds = excluded.seconds`);
}

/** Recomputes the weeks of these hours from their days. */
export async function rollUpWeeks(tx: Transaction, hours: readonly SiteHour[]): Promise<void> {
  await tx.run(sql`
    insert into terminal_1w (tenant_id, site_id, week, mac, rx_bytes, tx_bytes, seconds, days)
    select weeks.tenant_id, weeks.site_id, weeks.week, own.mac, sum(rx_bytes)::bigint, sum(tx_bytes)::bigint,
           sum(seconds::float8)::real, bit_or(1 << (date_part('epoch', day - weeks.week) / 86400)::int)::smallint
    from (
      select distinct tenant_id, site_id, date_bin('7 days', hour, to_timestamp(0)) as week from ${siteHours(hours)}
    ) weeks
    join terminal_1d own on own.tenant_id = weeks.tenant_id and own.site_id = weeks.site_id
      and own.day >= weeks.week and own.day < weeks.week + interval '168 hours'
    group by 1, 2, 3, 4
    on conflict (tenant_id, site_id, week, mac) do update
      set rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes, seconds = excluded.seconds,
          days = excluded.days`);
}
