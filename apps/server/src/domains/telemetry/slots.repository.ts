import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { AIR, AIR_SUMS, MEMBERS, reportedSince, SLOT_SECONDS, toldBySlot } from './site-sql.ts';

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

/** Hours from `open` on of sites whose devices reported in them. */
export function openSiteHours(tx: Transaction, open: Date): Promise<SiteHour[]> {
  return tx.all(sql<SiteHour>`
    select distinct due.tenant_id, device.site_id, due.hour from rollup_due due
    join device on device.tenant_id = due.tenant_id and device.id = due.device_id
    where due.hour >= ${open} and device.site_id is not null`);
}

/** Computes the slots of these hours anew from their reports, as far as they are over at `until`. */
export async function rollUpSlots(tx: Transaction, hours: readonly SiteHour[], until: Date): Promise<void> {
  const due = sql`
    due as (
      select *, hour as since, least(hour + interval '1 hour', ${until}::timestamptz) as until
      from ${siteHours(hours)}
    )`;
  const begin = sql`to_timestamp(slot * ${sql.lit(SLOT_SECONDS)})`;
  await tx.run(sql`
    with ${due}, ${MEMBERS}, ${toldBySlot(reportedSince(sql`members.hour`))}
    insert into site_5m (tenant_id, site_id, slot, rx_bytes, tx_bytes, clients)
    select tenant_id, site_id, ${begin}, rx_bytes, tx_bytes, clients::float8 from told
    on conflict (tenant_id, slot, site_id) do update
      set rx_bytes = excluded.rx_bytes, tx_bytes = excluded.tx_bytes, clients = excluded.clients
      where (site_5m.rx_bytes, site_5m.tx_bytes, site_5m.clients)
        is distinct from (excluded.rx_bytes, excluded.tx_bytes, excluded.clients)`);
  await tx.run(sql`
    with ${due}, ${MEMBERS}, ${AIR}
    insert into air_5m (tenant_id, site_id, slot, band, utilisation_sum, utilisation_samples, noise_sum, noise_samples)
    select tenant_id, site_id, ${begin}, band, ${AIR_SUMS} from air group by tenant_id, site_id, slot, band
    on conflict (tenant_id, slot, site_id, band) do update
      set utilisation_sum = excluded.utilisation_sum, utilisation_samples = excluded.utilisation_samples,
          noise_sum = excluded.noise_sum, noise_samples = excluded.noise_samples
      where (air_5m.utilisation_samples, air_5m.noise_samples)
        is distinct from (excluded.utilisation_samples, excluded.noise_samples)`);
}

/** Removes some slots older than `until`; tells how many. */
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
