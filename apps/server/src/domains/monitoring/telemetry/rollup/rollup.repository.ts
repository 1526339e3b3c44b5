import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import {
  aggregates,
  rollUpAggregates,
  rollUpChanges,
  rollUpNames,
  samplesOf,
  withBefore,
} from './sample-sql.ts';
import {
  AIR,
  AIR_SUMS,
  hasReportedSince,
  MEMBERS,
  PLACED_IN_HOUR,
  passedBySlot,
  SLOTS,
  trafficSources,
} from './site-sql.ts';
import { rollUpSlots, type SiteHour, siteHours } from './slots.repository.ts';

export interface DeviceHour {
  readonly tenant_id: string;
  readonly device_id: string;
  readonly hour: Date;
}

const names = rollUpNames();

function deviceHours(hours: readonly DeviceHour[]) {
  return sql`unnest(${arrayLiteral(hours.map((due) => due.tenant_id))}::uuid[],
                    ${arrayLiteral(hours.map((due) => due.device_id))}::uuid[],
                    ${arrayLiteral(hours.map((due) => due.hour.toISOString()))}::timestamptz[])
             as due (tenant_id, device_id, hour)`;
}

/** Removes some marks of hours before `until` and returns them; locked ones wait for the next run. */
export function takeDue(tx: Transaction, until: Date, atMost: number): Promise<DeviceHour[]> {
  return tx.all(sql<DeviceHour>`
    with marked as materialized (
      select tenant_id, device_id, hour from rollup_due where hour < ${until}
      order by hour limit ${atMost} for update skip locked)
    delete from rollup_due using marked
    where rollup_due.tenant_id = marked.tenant_id and rollup_due.device_id = marked.device_id
      and rollup_due.hour = marked.hour
    returning rollup_due.tenant_id, rollup_due.device_id, rollup_due.hour`);
}

/** Hours from `open` on with reports of access points, which are compared by the hour. */
export function openDeviceHours(tx: Transaction, open: Date): Promise<DeviceHour[]> {
  return tx.all(sql<DeviceHour>`
    select due.tenant_id, due.device_id, due.hour from rollup_due due
    join device on device.tenant_id = due.tenant_id and device.id = due.device_id
    where due.hour >= ${open} and device.kind in ('ap', 'smart')`);
}

/** The next reported hours after these: their first difference is taken from the last report before them. */
export function nextHours(tx: Transaction, hours: readonly DeviceHour[], until: Date): Promise<DeviceHour[]> {
  return tx.all(sql<DeviceHour>`
    select distinct due.tenant_id, due.device_id, date_trunc('hour', next.ts, 'UTC') as hour
    from ${deviceHours(hours)} cross join lateral (
      select ts from device_report
      where tenant_id = due.tenant_id and device_id = due.device_id
        and ts >= due.hour + interval '1 hour' and ts < ${until}
      order by ts limit 1
    ) next`);
}

/** Recomputes hours from their reports, which must all be stored; returns the hours. */
export async function rollUpHours(tx: Transaction, hours: readonly DeviceHour[]): Promise<DeviceHour[]> {
  const rolled = await tx.all(sql<DeviceHour>`
    with hours as (select * from ${deviceHours(hours)}),
    samples as (
      select hours.tenant_id, hours.device_id, hours.hour, ${withBefore}
      from hours cross join lateral ${samplesOf({
        tenant: sql`hours.tenant_id`,
        device: sql`hours.device_id`,
        from: sql`hours.hour`,
        to: sql`hours.hour + interval '1 hour'`,
      })} sample
      window w as (partition by hours.tenant_id, hours.device_id, hours.hour order by ts)
    )
    insert into device_1h (tenant_id, device_id, hour, ${names})
    select tenant_id, device_id, hour, ${aggregates} from samples
    where ts >= hour group by tenant_id, device_id, hour
    on conflict (tenant_id, device_id, hour) do update set ${rollUpChanges}
    returning tenant_id, device_id, hour`);
  await rollUpMovedHours(tx, hours);
  return rolled;
}

/** Figures per site of hours in which a device was moved. */
async function rollUpMovedHours(tx: Transaction, hours: readonly DeviceHour[]): Promise<void> {
  await tx.run(sql`
    with parts as (
      select due.*, placement.site_id, greatest(due.hour, placement.from_at) as since,
             least(due.hour + interval '1 hour', placement.to_at) as until
      from ${deviceHours(hours)} join device_stay placement on ${PLACED_IN_HOUR}
      where placement.from_at > due.hour or placement.to_at < due.hour + interval '1 hour'
    ),
    samples as (
      select parts.tenant_id, parts.device_id, parts.hour, parts.site_id, parts.since, ${withBefore}
      from parts cross join lateral ${samplesOf({
        tenant: sql`parts.tenant_id`,
        device: sql`parts.device_id`,
        from: sql`parts.since`,
        to: sql`parts.until`,
      })} sample
      window w as (partition by parts.tenant_id, parts.device_id, parts.since order by ts)
    )
    insert into device_moved_1h (tenant_id, device_id, hour, site_id, ${names})
    select tenant_id, device_id, hour, site_id, ${aggregates} from samples
    where ts >= since group by tenant_id, device_id, hour, site_id
    on conflict (tenant_id, device_id, hour, site_id) do update set ${rollUpChanges}`);
}

/** Recomputes the days of these hours. */
export async function rollUpDays(tx: Transaction, hours: readonly DeviceHour[]): Promise<void> {
  await tx.run(sql`
    insert into device_1d (tenant_id, device_id, day, ${names})
    select days.tenant_id, days.device_id, days.day, ${rollUpAggregates}
    from (select distinct tenant_id, device_id, date_trunc('day', hour, 'UTC') as day from ${deviceHours(hours)}) days
    cross join lateral (
      select ${names} from device_1h
      where tenant_id = days.tenant_id and device_id = days.device_id
        and hour >= days.day and hour < days.day + interval '24 hours'
    ) hours
    group by days.tenant_id, days.device_id, days.day
    on conflict (tenant_id, device_id, day) do update set ${rollUpChanges}`);
}

/** Hours of the sites in which devices were placed. */
function hoursOfSites(hours: readonly DeviceHour[]): RawBuilder<unknown> {
  return sql`(
    select distinct due.tenant_id, placement.site_id, due.hour from ${deviceHours(hours)}
    join device_stay placement on ${PLACED_IN_HOUR}
  ) hours`;
}

/** Marks the hours of the sites in which these devices were placed. */
export async function markSites(tx: Transaction, hours: readonly DeviceHour[]): Promise<void> {
  await tx.run(sql`
    insert into site_rollup_due (tenant_id, site_id, hour)
    select tenant_id, site_id, hour from ${hoursOfSites(hours)}
    order by 1, 2, 3
    on conflict (tenant_id, site_id, hour) do update set hour = excluded.hour where false`);
}

/** Rolls up some site hours; returns how many. */
export async function rollUpSites(tx: Transaction, atMost: number, now: Date): Promise<number> {
  const hours = await tx.all(sql<SiteHour>`
    with marked as materialized (
      select tenant_id, site_id, hour from site_rollup_due limit ${atMost} for update skip locked)
    delete from site_rollup_due using marked
    where site_rollup_due.tenant_id = marked.tenant_id and site_rollup_due.site_id = marked.site_id
      and site_rollup_due.hour = marked.hour
    returning site_rollup_due.tenant_id, site_rollup_due.site_id, site_rollup_due.hour`);
  if (hours.length === 0) return 0;
  const due = sql`
    due as (select *, hour as since, hour + interval '1 hour' as until from ${siteHours(hours)})`;
  const reportedInHour = sql`
    case when members.from_at <= members.hour and members.to_at >= members.hour + interval '1 hour'
      then exists (
        select from device_1h rolled where rolled.tenant_id = members.tenant_id
          and rolled.device_id = members.device_id and rolled.hour = members.hour)
      else ${hasReportedSince(sql`members.hour`)} end`;
  const wasAllHour = sql`traffic_sources.since = traffic_sources.hour and traffic_sources.until = traffic_sources.hour + interval '1 hour'`;
  await tx.run(sql`
    with ${due}, ${MEMBERS}, ${SLOTS}, ${trafficSources(reportedInHour)},
    figures as (
      select tenant_id, site_id, hour, avg(clients)::float8 as clients_avg, round(max(clients))::int as clients_max,
             sum(reports)::int as reports
      from slots group by tenant_id, site_id, hour
    ),
    parts as (select * from traffic_sources where not (${wasAllHour})),
    ${passedBySlot('parts')},
    hourly as materialized (
      select tenant_id, site_id, hour, sum(rx_bytes)::bigint as rx_bytes, sum(tx_bytes)::bigint as tx_bytes
      from (
        select traffic_sources.tenant_id, traffic_sources.site_id, traffic_sources.hour, rolled.rx_bytes, rolled.tx_bytes
        from traffic_sources join device_1h rolled on rolled.tenant_id = traffic_sources.tenant_id
          and rolled.device_id = traffic_sources.device_id and rolled.hour = traffic_sources.hour
        where ${wasAllHour}
        union all
        select tenant_id, site_id, hour, rx_bytes, tx_bytes from passed
      ) own
      group by tenant_id, site_id, hour
    )
    insert into site_1h (tenant_id, site_id, hour, rx_bytes, tx_bytes, clients_avg, clients_max, reports)
    select figures.tenant_id, figures.site_id, figures.hour, coalesce(hourly.rx_bytes, 0),
           coalesce(hourly.tx_bytes, 0), clients_avg, clients_max, reports
    from figures left join hourly using (tenant_id, site_id, hour)
    on conflict (tenant_id, site_id, hour) do update
      set rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes, clients_avg = excluded.clients_avg,
          clients_max = excluded.clients_max, reports = excluded.reports`);
  await tx.run(sql`
    with ${due}, ${MEMBERS}, ${AIR}
    insert into air_1h (tenant_id, site_id, hour, band, utilisation_sum, utilisation_samples, noise_sum, noise_samples)
    select tenant_id, site_id, hour, band, ${AIR_SUMS} from air group by tenant_id, site_id, hour, band
    on conflict (tenant_id, site_id, hour, band) do update
      set utilisation_sum = excluded.utilisation_sum, utilisation_samples = excluded.utilisation_samples,
          noise_sum = excluded.noise_sum, noise_samples = excluded.noise_samples`);
  await rollUpAirDays(tx, siteHours(hours));
  await rollUpSlots(tx, hours, now);
  return hours.length;
}

/** Recomputes the days of sites after late reports. */
export function rollUpDaysOfSites(tx: Transaction, hours: readonly DeviceHour[]): Promise<void> {
  return rollUpAirDays(tx, hoursOfSites(hours));
}

async function rollUpAirDays(tx: Transaction, due: RawBuilder<unknown>): Promise<void> {
  await tx.run(sql`
    insert into air_1d
    select days.tenant_id, days.site_id, days.day, band, ${AIR_SUMS}
    from (select distinct tenant_id, site_id, date_trunc('day', hour, 'UTC') as day from ${due}) days
    join air_1h own on own.tenant_id = days.tenant_id and own.site_id = days.site_id
      and own.hour >= days.day and own.hour < days.day + interval '24 hours'
    group by 1, 2, 3, 4
    on conflict (tenant_id, site_id, day, band) do update
      set utilisation_sum = excluded.utilisation_sum, utilisation_samples = excluded.utilisation_samples,
          noise_sum = excluded.noise_sum, noise_samples = excluded.noise_samples`);
}
