import { type RawBuilder, sql } from 'kysely';
import { SERVING_KINDS } from '../ingest/received-items.ts';
import { passing, samplesOf } from './sample-sql.ts';

/** Length of a slot in which clients are counted; devices do not report at the same moment. */
export const SLOT_SECONDS = 300;

/** Devices placed in the site during the span; reports count for the site of their time. */
const PLACED = sql`placement.tenant_id = due.tenant_id and placement.site_id = due.site_id
  and placement.to_at > due.since and placement.from_at < due.until`;
const PLACEMENT = sql`due.tenant_id, due.site_id, due.hour, placement.device_id,
  greatest(due.since, placement.from_at) as since, least(due.until, placement.to_at) as until`;

/** Placements of a device in its hour `due`. */
export const PLACED_IN_HOUR = sql`placement.tenant_id = due.tenant_id and placement.device_id = due.device_id
  and placement.to_at > due.hour and placement.from_at < due.hour + interval '1 hour'`;

/** Whether clients of the placed device are counted. */
export const SERVES = sql`placement.kind in (${sql.join(SERVING_KINDS.map((kind) => sql.lit(kind)))})`;

/** Devices of a site hour: `due` (tenant_id, site_id, hour, since, until) gives the spans. */
export const MEMBERS = sql`
  members as (
    select ${PLACEMENT}, placement.managed_by, ${SERVES} as serves
    from due join device_stay placement on ${PLACED}
  )`;

/** Slots that a span overlaps. */
const TOUCHED = sql`date_bin('${sql.raw(String(SLOT_SECONDS))} seconds', members.since, to_timestamp(0))`;
const TOUCHED_UNTIL = sql`date_bin('${sql.raw(String(SLOT_SECONDS))} seconds', members.until - interval '1 microsecond',
  to_timestamp(0)) + interval '${sql.raw(String(SLOT_SECONDS))} seconds'`;

/** A controller reports the clients of its members again; the larger number counts. */
export function clientsOfGroup(clients: string): RawBuilder<unknown> {
  const counted = sql.ref(clients);
  return sql`greatest(sum(${counted}) filter (where serves and managed_by is null),
                      sum(${counted}) filter (where serves and managed_by is not null), 0)`;
}

/**
 * From `members`: clients and number of reports of each site and slot. In the slot of a move the clients are split between
 * the sites.
 */
export const SLOTS = sql`
  counted as (
    select members.tenant_id, members.site_id, members.hour, members.device_id, members.managed_by,
           members.serves, sample.*
    from members cross join lateral (
      select slot, sum(clients) filter (where here)::numeric / count(*) as clients,
             count(*) filter (where here) as reports
      from (
        select floor(extract(epoch from ts) / ${sql.lit(SLOT_SECONDS)})::bigint as slot, clients,
               ts >= members.since and ts < members.until as here
        from device_report
        where tenant_id = members.tenant_id and device_id = members.device_id
          and ts >= ${TOUCHED} and ts < ${TOUCHED_UNTIL}
      ) reported
      group by slot having bool_or(here)
    ) sample
  ),
  groups as (
    select tenant_id, site_id, hour, slot, sum(reports) as reports, ${clientsOfGroup('clients')} as clients
    from counted group by tenant_id, site_id, hour, slot, coalesce(managed_by, device_id)
  ),
  slots as (
    select tenant_id, site_id, hour, slot, sum(reports) as reports, sum(clients) as clients
    from groups group by tenant_id, site_id, hour, slot
  )`;

export const PLACE = sql`case when placement.kind = 'gateway' then 1 when placement.kind in ('ap', 'smart') then 2 else 3 end`;
/** The traffic of a controller member is unknown. */
const OWN_DEVICE = sql`${PLACED} and placement.managed_by is null`;

/**
 * For `due`: the rank of the devices whose traffic is that of the site in an hour: gateways, else access points, else
 * switches, because the same bytes pass all of them. `reported` is the condition that one of `members` reported there in
 * that hour; they are checked one by one.
 */
export function closestToUplink(reported: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select place from (
      select due.tenant_id, due.site_id, due.hour, placement.device_id, placement.from_at, placement.to_at, ${PLACE} as place
      from device_stay placement where ${OWN_DEVICE}
      order by place offset 0
    ) members
    where ${reported} order by place limit 1)`;
}

/** For `due`: the devices of the {@link closestToUplink} rank. */
export function trafficSources(reported: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    traffic_sources as (
      select ${PLACEMENT} from due cross join lateral ${closestToUplink(reported)} closest
      join device_stay placement on ${OWN_DEVICE} and ${PLACE} = closest.place
    )`;
}

/** From reports of `traffic_sources` or some of them: `passed` by site, hour and slot. */
export function passedBySlot(some: 'traffic_sources' | 'parts'): RawBuilder<unknown> {
  const own = sql.table(some);
  const samples = samplesOf(
    {
      tenant: sql`${own}.tenant_id`,
      device: sql`${own}.device_id`,
      from: sql`${own}.since`,
      to: sql`${own}.until`,
    },
    passing.columns,
  );
  return sql`
    samples as (
      select tenant_id, site_id, hour, since, ${passing.withBefore}
      from ${own} cross join lateral ${samples} sample
      window w as (partition by tenant_id, device_id, hour, since order by ts)
    ),
    passed as (
      select tenant_id, site_id, hour, floor(extract(epoch from ts) / ${sql.lit(SLOT_SECONDS)})::bigint as slot,
             ${passing.sums}
      from samples where ts >= since group by 1, 2, 3, 4
    )`;
}

/**
 * From reports, with `members`: {@link passedBySlot}, and `reported`, the same with clients. Both are combined by grouping,
 * because the planner underestimates a join and would repeat one side for each row of the other.
 */
export function trafficAndClientsBySlot(reportedInHour: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    ${SLOTS}, ${trafficSources(reportedInHour)}, ${passedBySlot('traffic_sources')},
    reported as (
      select tenant_id, site_id, hour, slot, coalesce(max(clients), 0) as clients,
             coalesce(sum(rx_bytes), 0)::bigint as rx_bytes, coalesce(sum(tx_bytes), 0)::bigint as tx_bytes
      from (
        select tenant_id, site_id, hour, slot, clients, null::bigint as rx_bytes, null::bigint as tx_bytes from slots
        union all
        select tenant_id, site_id, hour, slot, null::numeric, rx_bytes, tx_bytes from passed
      ) parts
      group by tenant_id, site_id, hour, slot
    )`;
}

/** Whether one of `members` reported there in its hour, or since an earlier moment. */
export function hasReportedSince(since: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from device_report own where own.tenant_id = members.tenant_id and own.device_id = members.device_id
      and own.ts >= greatest(${since}, members.from_at)
      and own.ts < least(members.hour + interval '1 hour', members.to_at))`;
}

/** The radios of a report. */
export const RADIOS = sql`(values (r0_band, r0_utilisation, r0_noise), (r1_band, r1_utilisation, r1_noise),
                           (r2_band, r2_utilisation, r2_noise)) radio (band, utilisation, noise)`;

/** From `members`: sums of radio samples by site, hour, slot and band. */
export const AIR = sql`
  air as (
    select members.tenant_id, members.site_id, members.hour, sample.*
    from members cross join lateral (
      select floor(extract(epoch from ts) / ${sql.lit(SLOT_SECONDS)})::bigint as slot, radio.band || 'G' as band,
             sum(utilisation) as utilisation_sum, count(utilisation) as utilisation_samples,
             sum(noise) as noise_sum, count(noise) as noise_samples
      from device_report cross join lateral ${RADIOS}
      where tenant_id = members.tenant_id and device_id = members.device_id
        and ts >= members.since and ts < members.until and radio.band is not null
      group by 1, 2
    ) sample
    where members.serves
  )`;

export const AIR_SUMS = sql`
  coalesce(sum(utilisation_sum), 0)::bigint as utilisation_sum,
  sum(utilisation_samples)::int as utilisation_samples,
  coalesce(sum(noise_sum), 0)::bigint as noise_sum, sum(noise_samples)::int as noise_samples`;
