import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from '../../../../platform/database/array-literal.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { OnAirSet } from './on-air-sets.ts';

/** Writes sets; those that exist count as used again, so that they are not deleted meanwhile. */
export function upsertOnAirSets(sets: readonly OnAirSet[]): RawBuilder<unknown> | null {
  if (sets.length === 0) return null;
  const rows = sets.flatMap(({ tenant, key, networks }) =>
    networks.map(([ssid, bands]) => ({ tenant, key, ssid, bands })),
  );
  return sql`
    insert into on_air_set (tenant_id, key, ssid, bands)
    select tenant_id, key, ssid, bands
    from unnest(${arrayLiteral(rows.map(({ tenant }) => tenant))}::uuid[],
                ${arrayLiteral(rows.map(({ key }) => key))}::uuid[],
                ${rows.map(({ ssid }) => ssid)}::text[],
                ${arrayLiteral(rows.map(({ bands }) => bands))}::smallint[])
      as given (tenant_id, key, ssid, bands)
    on conflict (tenant_id, key, ssid) do update set used_at = excluded.used_at`;
}

/**
 * Deletes some networks of sets that no newest report shows and that were written before this time; returns how many. A
 * set that is being written is locked and left out, and one that was written meanwhile is not old any more.
 */
export function deleteUnusedOnAirSets(tx: Transaction, before: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    with unused as materialized (
      select tenant_id, key, ssid from on_air_set
      where used_at < ${before} and not exists (
        select from device_last as last
        where last.tenant_id = on_air_set.tenant_id and last.on_air_set = on_air_set.key)
      limit ${atMost} for update of on_air_set skip locked)
    delete from on_air_set using unused
    where on_air_set.tenant_id = unused.tenant_id and on_air_set.key = unused.key and on_air_set.ssid = unused.ssid`);
}
