import { type RawBuilder, sql } from 'kysely';
import type { ComparisonQuery } from './compare.repository.ts';
import { daysWithin, type Span } from './window.ts';

const RADIOS = ['r0', 'r1', 'r2'];
/** Restores the sum of a mean: counts and percentages are reported in whole numbers. */
const summed = (mean: string) => `round(${mean} * reports)`;
/** The mean over the radios that report it. */
const UTILISATION = sql.raw(
  `${RADIOS.map((radio) => `coalesce(${summed(`${radio}_utilisation_avg`)}, 0)`).join(' + ')} as utilisation,
   (${RADIOS.map((radio) => `(${radio}_utilisation_avg is not null)::int`).join(' + ')}) * reports as utilised`,
);
const CLIENTS = sql.raw(summed('clients_avg'));
/** An access point without uplink figures, such as a controller member, counts the traffic of its radios, reversed. */
const PASSED = sql.raw(
  (
    [
      ['rx_bytes', 'tx_bytes'],
      ['tx_bytes', 'rx_bytes'],
    ] as const
  )
    .map(
      ([way, onAir]) =>
        `case when rx_bytes + tx_bytes > 0 then ${way}
         else ${RADIOS.map((radio) => `${radio}_${onAir}`).join(' + ')} end as ${way}`,
    )
    .join(', '),
);
const ROLLED = sql`
  device_id, ${PASSED}, ${CLIENTS} as clients, reports, clients_max, ${UTILISATION}`;
const SENT = sql`device_id, packets, retries`;

const moment = (at: number) => sql`${new Date(at)}::timestamptz`;
const floorTo = (unit: 'hour' | 'day', at: RawBuilder<unknown>) =>
  sql`date_bin('1 ${sql.raw(unit)}', ${at}, to_timestamp(0))`;
const ceilTo = (unit: 'hour' | 'day', at: RawBuilder<unknown>) =>
  floorTo(unit, sql`${at} + interval '1 ${sql.raw(unit)}' - interval '1 microsecond'`);

/**
 * `placements` of access points in the sites during the span, and `aps`, each at its last site. Most are placed there
 * `throughout`, or since they were first online; for the others `moved` has the whole hours of a placement, and the whole
 * days that replace hours.
 */
export function accessPoints(
  { scope, sites, kinds, moment: now }: ComparisonQuery,
  { from, to }: Span,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const days = daysWithin({ from, to }, now);
  const hasDays = sql`days.until > days.since`;
  return sql`
    placements as (
      select device.id, device.name, device.kind, placement.site_id, placement.from_at, placement.to_at,
             (placement.from_at <= ${moment(from)} or placement.from_at <= coalesce(first_online_at, 'infinity'))
               and placement.to_at >= ${moment(to)} as throughout
      from device_stay placement join device on device.tenant_id = ${scope.tenant} and device.id = placement.device_id
      where placement.tenant_id = ${scope.tenant} and placement.site_id = any(${sites}::uuid[])
        and placement.to_at > ${moment(from)} and placement.from_at < ${moment(to)}
        and device.kind in ('ap', 'smart') and device.kind = any(${kinds}::text[]) and ${which}
    ),
    aps as (select distinct on (id) id, name, kind, site_id from placements order by id, to_at desc),
    moved as (
      select id, hours.since, hours.until, case when ${hasDays} then days.since else hours.until end as days_since,
             case when ${hasDays} then days.until else hours.until end as days_until
      from placements
      cross join lateral (
        select greatest(${ceilTo('hour', sql`from_at`)}, ${moment(from)}) as since,
               least(${floorTo('hour', sql`to_at`)}, ${moment(to)}) as until
      ) hours
      cross join lateral (
        select greatest(${ceilTo('day', sql`from_at`)}, ${moment(days.from)}) as since,
               least(${floorTo('day', sql`to_at`)}, ${moment(days.to)}) as until
      ) days
      where not throughout
    )`;
}

const THROUGHOUT = sql`device_id = any(array(select id from placements where throughout))`;

/** Rows of the day and hour tables in the hours of a span: whole days, and hours around them. */
function daysAndHours(
  { scope, moment: now }: ComparisonQuery,
  span: Span,
  table: 'device' | 'device_wifi',
  columns: RawBuilder<unknown>,
  which = THROUGHOUT,
): RawBuilder<unknown> {
  const days = daysWithin(span, now);
  const hasDays = days.to > days.from;
  const part = (unit: 'day' | 'hour', { from, to }: Span) => sql`
    select ${columns} from ${sql.table(`${table}_1${unit === 'day' ? 'd' : 'h'}`)}
    where tenant_id = ${scope.tenant} and ${which}
      and ${sql.ref(unit)} >= ${new Date(from)} and ${sql.ref(unit)} < ${new Date(to)}`;
  return sql`
    ${part('day', days)}
    union all ${part('hour', { from: span.from, to: hasDays ? days.from : span.to })}
    union all ${part('hour', { from: hasDays ? days.to : span.to, to: span.to })}`;
}

/** Evaluated per row: as part of the key, every device would be looked up at every site. */
const isAmong = (sites: readonly string[]) => sql`(site_id = any(${sites}::uuid[])) is true`;

/** With `moved`: days and hours of placements, and the site's part of hours with a move. */
function movedParts({ scope, sites }: ComparisonQuery, { from, to }: Span): RawBuilder<unknown> {
  return sql`
    select ${ROLLED} from moved join device_1d own on own.tenant_id = ${scope.tenant} and own.device_id = moved.id
      and own.day >= days_since and own.day < days_until
    union all
    select ${ROLLED} from moved
    cross join lateral (values (moved.since, days_since), (days_until, moved.until)) part (since, until)
    join device_1h own on own.tenant_id = ${scope.tenant} and own.device_id = moved.id
      and own.hour >= part.since and own.hour < part.until
    union all
    select ${ROLLED} from device_moved_1h
    where tenant_id = ${scope.tenant} and device_id = any(array(select id from moved))
      and ${isAmong(sites)} and hour >= ${new Date(from)} and hour < ${new Date(to)}`;
}

/** With `aps`: traffic, clients and channel utilisation of each. */
export function byDevice(query: ComparisonQuery, span: Span): RawBuilder<unknown> {
  return sql`
    select device_id, sum(rx_bytes::float8) as down, sum(tx_bytes::float8) as up,
           sum(clients) / nullif(sum(reports), 0) as clients_mean, max(clients_max)::int as clients_most,
           sum(utilisation) / nullif(sum(utilised), 0) as utilisation
    from (
      ${daysAndHours(query, span, 'device', ROLLED)}
      union all ${movedParts(query, span)}
    ) parts
    group by device_id`;
}

/** With `aps`: packets sent to clients; hours that are not rolled up are read from the clients. */
export function sentBy(query: ComparisonQuery, span: Span): RawBuilder<unknown> {
  const { scope, sites, moment: now } = query;
  const open = Math.min(Math.max(span.from, now.open), span.to);
  const rolled = { from: span.from, to: open };
  const there = sql`device_id = any(array(select id from moved)) and ${isAmong(sites)}`;
  return sql`
    select device_id, sum(packets::float8) as packets, sum(retries::float8) as retries from (
      ${daysAndHours(query, rolled, 'device_wifi', SENT)}
      union all ${daysAndHours(query, rolled, 'device_wifi', SENT, there)}
      union all
      select ${SENT} from terminal_1h
      where tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[]) and band is not null
        and hour >= ${new Date(open)} and hour < ${new Date(span.to)}
    ) hours group by device_id`;
}
