import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { removedReportChanges, removedReportNames } from '../ingest/removed-reports.repository.ts';
import type { DeviceHour } from './rollup.repository.ts';
import {
  aggregates,
  passing,
  rollUpAggregates,
  rollUpChanges,
  rollUpNames,
  sampleColumns,
  withBefore,
} from './sample-sql.ts';
import {
  AIR_SUMS,
  clientsOfGroup,
  closestToUplink,
  PLACE,
  RADIOS,
  SERVES,
  SLOT_SECONDS,
} from './site-sql.ts';

const slotOf = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`floor(extract(epoch from ${moment}) / ${sql.lit(SLOT_SECONDS)})::bigint`;

const SLOT = sql`interval '${sql.raw(String(SLOT_SECONDS))} seconds'`;

const BANDS = sql`r0_band, r1_band, r2_band`;

/**
 * Uncounted reports of the `wanted` devices before `until` as `late`, each with the previous one and the counted figures
 * of its slot.
 */
function uncounted(until: Date): RawBuilder<unknown> {
  return sql`
    reported as (
      select wanted.*, own.* from wanted cross join lateral (
        select ${sampleColumns}, ${BANDS} from device_gone_report
        where tenant_id = wanted.tenant_id and device_id = wanted.device_id
        union all
        select ${sampleColumns}, ${BANDS} from device_report
        where tenant_id = wanted.tenant_id and device_id = wanted.device_id
          and ts > wanted.counted_until and ts < ${until}
      ) own
    ),
    late as materialized (
      select *, count(*) over slots as slot_late, sum(clients) over slots as slot_late_clients from (
        select tenant_id, device_id, counted_until, date_trunc('hour', ts, 'UTC') as hour, ${slotOf(sql`ts`)} as slot,
               case when ${slotOf(sql`ts`)} = counted_slot then slot_clients else 0 end as counted_clients,
               case when ${slotOf(sql`ts`)} = counted_slot then slot_reports else 0 end as counted_reports,
               ${BANDS}, ${withBefore}
        from reported window w as (partition by tenant_id, device_id order by ts)
      ) beside
      where ts > counted_until
      window slots as (partition by tenant_id, device_id, slot)
    )`;
}

/** Adds the figures `own` to the stored ones of the same keys. */
function adding(
  table: 'device_1h' | 'device_moved_1h',
  own: string,
  key: readonly string[],
): RawBuilder<unknown> {
  const keys = sql.raw(key.join(', '));
  const here = sql.raw(key.map((name) => `${own}.${name}`).join(', '));
  const same = sql.raw(key.map((name) => `${name} = ${own}.${name}`).join(' and '));
  return sql`
    insert into ${sql.table(table)} (${keys}, ${rollUpNames()})
    select ${keys}, ${rollUpAggregates} from (
      select ${keys}, ${rollUpNames()} from ${sql.table(own)}
      union all
      select ${here}, ${rollUpNames('known')} from ${sql.table(own)} cross join lateral (
        select ${rollUpNames()} from ${sql.table(table)} where ${same}
      ) known
    ) parts
    group by ${keys}
    on conflict (${keys}) do update set ${rollUpChanges}`;
}

/** From `placed`: adds late clients to the slots of sites, as `slots`. */
const SLOTS_OF_SITES = sql`
  counted as (
    select tenant_id, site_id, hour, slot, device_id, managed_by, serves,
           clients_here::numeric / nullif(reports_here, 0) as clients_before,
           (clients_here + sum(clients))::numeric / (counted_reports + slot_late) as clients_after
    from placed
    group by tenant_id, site_id, hour, slot, device_id, managed_by, serves, clients_here, reports_here,
             counted_reports, slot_late
  ),
  groups as (
    select tenant_id, site_id, hour, slot,
           ${clientsOfGroup('clients_after')} - ${clientsOfGroup('clients_before')} as clients
    from counted group by tenant_id, site_id, hour, slot, coalesce(managed_by, device_id)
  ),
  slots as materialized (
    select tenant_id, site_id, hour, slot, sum(clients) as clients
    from (
      select * from groups
      union all
      select due.tenant_id, due.site_id, due.hour, ${slotOf(sql`at`)}, known.clients
      from due
      cross join generate_series(hour, hour + interval '59 minutes', ${SLOT}) at
      cross join lateral (
        select clients::numeric from site_5m
        where tenant_id = due.tenant_id and slot = at and site_id = due.site_id offset 0
      ) known
    ) parts
    group by tenant_id, site_id, hour, slot
  ),
  slots_added as (
    insert into site_5m (tenant_id, site_id, slot, rx_bytes, tx_bytes, clients)
    select tenant_id, site_id, to_timestamp(slot * ${sql.lit(SLOT_SECONDS)}), 0, 0, clients::float8 from slots
    on conflict (tenant_id, slot, site_id) do update set clients = excluded.clients
  )`;

/** Whether one of `members` had reported there in its hour before. */
const REPORTED_BEFORE = sql`
  case when members.from_at <= members.hour and members.to_at >= members.hour + interval '1 hour'
    then exists (
      select from device_1h rolled where rolled.tenant_id = members.tenant_id
        and rolled.device_id = members.device_id and rolled.hour = members.hour)
    else exists (
      select from device_moved_1h rolled where rolled.tenant_id = members.tenant_id
        and rolled.device_id = members.device_id and rolled.hour = members.hour
        and rolled.site_id = members.site_id) end`;

/**
 * From `placed`, which is `late` with the placements of its devices: adds to slots and hours of their sites. Bytes are those
 * of the devices closest to the uplink; if late reports come from closer devices than before, only theirs count. Figures
 * are combined by grouping, as in the other site rollups.
 */
const SITES = sql`
  due as materialized (
    select tenant_id, site_id, hour, sum(reports)::int as reports, min(place) as place,
           (array_agg(rx_bytes order by place))[1] as rx_bytes, (array_agg(tx_bytes order by place))[1] as tx_bytes
    from (
      select tenant_id, site_id, hour, case when managed_by is null then place end as place, count(*) as reports,
             ${passing.sums}
      from placed group by 1, 2, 3, 4
    ) places
    group by tenant_id, site_id, hour
  ),
  ${SLOTS_OF_SITES},
  hours_of_sites as (
    select tenant_id, site_id, hour, hour as since, hour + interval '1 hour' as until, max(reports) as reports,
           max(place) as place, max(rx_bytes) as rx_bytes, max(tx_bytes) as tx_bytes,
           avg(clients)::float8 as clients_avg, round(max(clients))::int as clients_max
    from (
      select tenant_id, site_id, hour, reports, place, rx_bytes, tx_bytes, null::numeric as clients from due
      union all
      select tenant_id, site_id, hour, null, null, null, null, clients from slots
    ) parts
    group by tenant_id, site_id, hour
  ),
  sites_added as (
    insert into site_1h (tenant_id, site_id, hour, rx_bytes, tx_bytes, clients_avg, clients_max, reports)
    select due.tenant_id, due.site_id, due.hour,
           case when due.place > before.place then 0 else coalesce(due.rx_bytes, 0) end
             + case when due.place < before.place then 0 else coalesce(known.rx_bytes, 0) end,
           case when due.place > before.place then 0 else coalesce(due.tx_bytes, 0) end
             + case when due.place < before.place then 0 else coalesce(known.tx_bytes, 0) end,
           due.clients_avg, due.clients_max, coalesce(known.reports, 0) + due.reports
    from hours_of_sites due
    left join lateral ${closestToUplink(REPORTED_BEFORE)} before on true
    left join site_1h known on known.tenant_id = due.tenant_id and known.site_id = due.site_id
      and known.hour = due.hour
    on conflict (tenant_id, site_id, hour) do update
      set rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes, clients_avg = excluded.clients_avg,
          clients_max = excluded.clients_max, reports = excluded.reports
  )`;

/** From `placed`: adds radio samples to the hours of sites. */
const AIR_HOURS = sql`
  insert into air_1h (tenant_id, site_id, hour, band, utilisation_sum, utilisation_samples, noise_sum, noise_samples)
  select tenant_id, site_id, hour, band, ${AIR_SUMS} from (
    select tenant_id, site_id, hour, radio.band || 'G' as band, utilisation as utilisation_sum,
           (utilisation is not null)::int as utilisation_samples, noise as noise_sum,
           (noise is not null)::int as noise_samples
    from placed cross join lateral ${RADIOS} where serves and radio.band is not null
  ) counted
  group by tenant_id, site_id, hour, band
  on conflict (tenant_id, site_id, hour, band) do update
    set utilisation_sum = air_1h.utilisation_sum + excluded.utilisation_sum,
        utilisation_samples = air_1h.utilisation_samples + excluded.utilisation_samples,
        noise_sum = air_1h.noise_sum + excluded.noise_sum,
        noise_samples = air_1h.noise_samples + excluded.noise_samples`;

export type Device = Pick<DeviceHour, 'tenant_id' | 'device_id'>;

function devicesOf(devices: readonly Device[]): RawBuilder<unknown> {
  return sql`unnest(${arrayLiteral(devices.map((one) => one.tenant_id))}::uuid[],
                    ${arrayLiteral(devices.map((one) => one.device_id))}::uuid[]) wanted (tenant_id, device_id)`;
}

/** Those of these devices that still exist, with their controllers and all members of those, so that clients count once. */
export function groupsOf(
  tx: Transaction,
  devices: readonly Device[],
): Promise<(Device & { readonly whole: string })[]> {
  return tx.all(sql<Device & { readonly whole: string }>`
    with groups as (
      select distinct device.tenant_id, coalesce(device.managed_by, device.id) as id
      from ${devicesOf(devices)} join device on device.tenant_id = wanted.tenant_id and device.id = wanted.device_id
    )
    select tenant_id, id as device_id, id as whole from groups
    union all
    select device.tenant_id, device.id, groups.id from groups
    join device on device.tenant_id = groups.tenant_id and device.managed_by = groups.id`);
}

/**
 * Adds late reports before `until` to hours whose other reports are removed, and to those of their sites; returns the
 * hours. Devices send in the order of time, so a report not newer than the last counted one is a repetition. One
 * statement, so that all parts use the same reports.
 */
export function addLate(tx: Transaction, devices: readonly Device[], until: Date): Promise<DeviceHour[]> {
  const ofDevice = ['tenant_id', 'device_id', 'hour'];
  return tx.all(sql<DeviceHour>`
    with wanted as (
      select device.tenant_id, device.id as device_id, coalesce(last.ts, '-infinity') as counted_until,
             ${slotOf(sql`last.ts`)} as counted_slot, last.slot_clients, last.slot_reports
      from ${devicesOf(devices)}
      join device on device.tenant_id = wanted.tenant_id and device.id = wanted.device_id
      left join device_gone_report last on last.tenant_id = device.tenant_id and last.device_id = device.id
    ),
    ${uncounted(until)},
    hours as materialized (
      select tenant_id, device_id, hour, ${aggregates} from late group by tenant_id, device_id, hour
    ),
    hours_added as (${adding('device_1h', 'hours', ofDevice)}),
    placements as materialized (
      select placement.* from wanted join device_stay placement on placement.tenant_id = wanted.tenant_id
        and placement.device_id = wanted.device_id
    ),
    placed as materialized (
      select late.*, placement.site_id, placement.managed_by, ${PLACE} as place, ${SERVES} as serves,
             placement.from_at > hour or placement.to_at < hour + interval '1 hour' as moved,
             case when counted_until >= placement.from_at then counted_clients else 0 end as clients_here,
             case when counted_until >= placement.from_at then counted_reports else 0 end as reports_here
      from late join placements placement on placement.tenant_id = late.tenant_id and placement.device_id = late.device_id
        and placement.to_at > late.ts and placement.from_at <= late.ts
    ),
    moved as materialized (
      select tenant_id, device_id, hour, site_id, ${aggregates} from placed
      where moved group by tenant_id, device_id, hour, site_id
    ),
    moved_added as (${adding('device_moved_1h', 'moved', [...ofDevice, 'site_id'])}),
    ${SITES},
    air_added as (${AIR_HOURS}),
    gone as (
      insert into device_gone_report (${removedReportNames()}, slot_clients, slot_reports)
      select ${removedReportNames('own')}, last.slot_clients, last.slot_reports
      from (
        select distinct on (tenant_id, device_id) tenant_id, device_id, ts,
               counted_clients + slot_late_clients as slot_clients, counted_reports + slot_late as slot_reports
        from late order by tenant_id, device_id, ts desc
      ) last
      join device_report own on own.tenant_id = last.tenant_id and own.device_id = last.device_id and own.ts = last.ts
      on conflict (tenant_id, device_id) do update set ${removedReportChanges}
    )
    select tenant_id, device_id, hour from hours`);
}
