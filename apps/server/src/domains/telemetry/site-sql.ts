import { type RawBuilder, sql } from 'kysely';
import { passing, samplesOf } from './sample-sql.ts';

/** How many clients there were is looked at this often: devices do not report at the same moment. */
export const SLOT_SECONDS = 300;

/** What an hour of a site is made of: `due` (tenant_id, site_id, hour, since, until) says which part of which. */
export const MEMBERS = sql`
  members as (
    select due.*, device.id as device_id, device.managed_by,
           device.kind in ('ap', 'smart', 'ac', 'controller') as serves
    from due join device on device.tenant_id = due.tenant_id and device.site_id = due.site_id
  )`;

/**
 * From `members` the clients of each site and slot, and how many devices reported. A manager's clients are those of
 * its members, told a second time: whichever of both is more counts.
 */
export const SLOTS = sql`
  heard as (
    select members.tenant_id, members.site_id, members.hour, members.device_id, members.managed_by,
           members.serves, sample.*
    from members cross join lateral (
      select floor(extract(epoch from ts) / ${sql.lit(SLOT_SECONDS)})::bigint as slot, avg(clients) as clients,
             count(*) as reports
      from device_report
      where tenant_id = members.tenant_id and device_id = members.device_id
        and ts >= members.since and ts < members.until
      group by 1
    ) sample
  ),
  wholes as (
    select tenant_id, site_id, hour, slot, count(*) as devices, sum(reports) as reports,
           greatest(sum(clients) filter (where serves and managed_by is null),
                    sum(clients) filter (where serves and managed_by is not null), 0) as clients
    from heard group by tenant_id, site_id, hour, slot, coalesce(managed_by, device_id)
  ),
  slots as (
    select tenant_id, site_id, hour, slot, sum(devices) as devices, sum(reports) as reports,
           sum(clients) as clients
    from wholes group by tenant_id, site_id, hour, slot
  )`;

const PLACE = sql`case when device.kind = 'gateway' then 1 when device.kind in ('ap', 'smart') then 2 else 3 end`;
/** What passed a device that another speaks for is not known. */
const OWN_DEVICE = sql`device.tenant_id = due.tenant_id and device.site_id = due.site_id and device.managed_by is null`;

/**
 * From `due` the devices whose traffic is that of their site in an hour: its gateways, without them its access points,
 * else its switches, for the same bytes pass them all. `told` says whether one, as `members`, told anything in that
 * hour; they are asked one by one until one has.
 */
export function tellers(told: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    tellers as (
      select due.*, device.id as device_id from due
      cross join lateral (
        select place from (
          select due.tenant_id, due.hour, device.id as device_id, ${PLACE} as place from device where ${OWN_DEVICE}
          order by place offset 0
        ) members
        where ${told} order by place limit 1
      ) foremost
      join device on ${OWN_DEVICE} and ${PLACE} = foremost.place
    )`;
}

/** From reports, with `members`: `passed` by site, hour and slot, and `told`, the same with the clients there were. */
export function toldBySlot(toldInHour: RawBuilder<unknown>): RawBuilder<unknown> {
  const samples = samplesOf(
    {
      tenant: sql`tellers.tenant_id`,
      device: sql`tellers.device_id`,
      from: sql`tellers.since`,
      to: sql`tellers.until`,
    },
    passing.columns,
  );
  return sql`
    ${SLOTS}, ${tellers(toldInHour)},
    samples as (
      select tellers.tenant_id, tellers.site_id, tellers.hour, tellers.since, ${passing.withBefore}
      from tellers cross join lateral ${samples} sample
      window w as (partition by tellers.tenant_id, tellers.device_id, tellers.hour order by ts)
    ),
    passed as (
      select tenant_id, site_id, hour, floor(extract(epoch from ts) / ${sql.lit(SLOT_SECONDS)})::bigint as slot,
             ${passing.sums}
      from samples where ts >= since group by 1, 2, 3, 4
    ),
    told as (
      select tenant_id, site_id, hour, slot, clients, coalesce(rx_bytes, 0) as rx_bytes,
             coalesce(tx_bytes, 0) as tx_bytes
      from slots left join passed using (tenant_id, site_id, hour, slot)
    )`;
}

/** Whether one of `members` reported in its hour, or since a moment before it. */
export function reportedSince(since: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from device_report own where own.tenant_id = members.tenant_id and own.device_id = members.device_id
      and own.ts >= ${since} and own.ts < members.hour + interval '1 hour')`;
}

const RADIOS = sql`(values (r0_band, r0_utilisation, r0_noise), (r1_band, r1_utilisation, r1_noise),
                           (r2_band, r2_utilisation, r2_noise)) radio (band, utilisation, noise)`;

/** From `members` the sums of what their radios heard, by site, hour, slot and band. */
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
