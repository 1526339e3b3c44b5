import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import {
  AIR,
  AIR_SUMS,
  hasReportedSince,
  MEMBERS,
  PLACED_IN_HOUR,
  SLOT_SECONDS,
  trafficAndClientsBySlot,
} from './site-sql.ts';

export interface SiteHour {
  readonly tenant_id: string;
  readonly site_id: string;
  readonly hour: Date;
}

export function siteHours(hours: readonly SiteHour[]): RawBuilder<unknown> {
  return sql`unnest(${arrayLiteral(hours.map((one) => one.tenant_id))}::uuid[],
                    ${arrayLiteral(hours.map((one) => one.site_id))}::uuid[],
                    ${arrayLiteral(hours.map((one) => one.hour.toISOString()))}::timestamptz[])
             as due (tenant_id, site_id, hour)`;
}

/** Hours from `open` on of sites with reports in them. */
export function openSiteHours(tx: Transaction, open: Date): Promise<SiteHour[]> {
  return tx.all(sql<SiteHour>`
    select distinct due.tenant_id, placement.site_id, due.hour from rollup_due due
    join device_stay placement on ${PLACED_IN_HOUR}
    where due.hour >= ${open}`);
}

/** Deletes slots of `due` without reports. */
function removingUnreported(table: 'site_5m' | 'air_5m', reported: 'reported' | 'air'): RawBuilder<unknown> {
  const seconds = sql.lit(SLOT_SECONDS);
  return sql`
    unreported as (
      select due.tenant_id, due.site_id, slot from due cross join
        generate_series(date_part('epoch', since)::bigint / ${seconds},
                        (date_part('epoch', until)::bigint - 1) / ${seconds}) slot
      except select tenant_id, site_id, slot from ${sql.table(reported)}
    ),
    removed as (
      delete from ${sql.table(table)} own using unreported
      where own.tenant_id = unreported.tenant_id and own.site_id = unreported.site_id
        and own.slot = to_timestamp(unreported.slot * ${seconds})
    )`;
}

/** Recomputes the slots of these hours from their reports, as far as they ended by `until`. */
export async function rollUpSlots(tx: Transaction, hours: readonly SiteHour[], until: Date): Promise<void> {
  const due = sql`
    due as (
      select *, hour as since, least(hour + interval '1 hour', ${until}::timestamptz) as until
      from ${siteHours(hours)}
    )`;
  const begin = sql`to_timestamp(slot * ${sql.lit(SLOT_SECONDS)})`;
  await tx.run(sql`
    with ${due}, ${MEMBERS}, ${trafficAndClientsBySlot(hasReportedSince(sql`members.hour`))}, ${removingUnreported('site_5m', 'reported')}
    insert into site_5m (tenant_id, site_id, slot, rx_bytes, tx_bytes, clients)
    select tenant_id, site_id, ${begin}, rx_bytes, tx_bytes, clients::float8 from reported
    on conflict (tenant_id, slot, site_id) do update
      set rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes, clients = excluded.clients
      where (site_5m.rx_bytes, site_5m.tx_bytes, site_5m.clients)
        is distinct from (excluded.rx_bytes, excluded.tx_bytes, excluded.clients)`);
  await tx.run(sql`
    with ${due}, ${MEMBERS}, ${AIR}, ${removingUnreported('air_5m', 'air')}
    insert into air_5m (tenant_id, site_id, slot, band, utilisation_sum, utilisation_samples, noise_sum, noise_samples)
    select tenant_id, site_id, ${begin}, band, ${AIR_SUMS} from air group by tenant_id, site_id, slot, band
    on conflict (tenant_id, slot, site_id, band) do update
      set utilisation_sum = excluded.utilisation_sum, utilisation_samples = excluded.utilisation_samples,
          noise_sum = excluded.noise_sum, noise_samples = excluded.noise_samples
      where (air_5m.utilisation_samples, air_5m.noise_samples)
        is distinct from (excluded.utilisation_samples, excluded.noise_samples)`);
}

/** Stores that all sites of these accounts are counted up to `until`. */
export async function noteCounted(tx: Transaction, hours: readonly SiteHour[], until: Date): Promise<void> {
  const tenants = [...new Set(hours.map((one) => one.tenant_id))].toSorted();
  await tx.run(sql`
    insert into slots_counted (tenant_id, until)
    select tenant_id, ${until}::timestamptz from unnest(${arrayLiteral(tenants)}::uuid[]) tenant_id
    where exists (select from account where account.id = tenant_id)
    on conflict (tenant_id) do update set until = excluded.until where slots_counted.until < excluded.until`);
}

/** Deletes some slots older than `until`; returns how many. */
export function trimSlots(
  tx: Transaction,
  table: 'site_5m' | 'air_5m',
  until: Date,
  atMost: number,
): Promise<number> {
  return tx.run(sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where slot < ${until} limit ${atMost}))`);
}
