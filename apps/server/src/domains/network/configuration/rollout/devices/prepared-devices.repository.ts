import type { SkipReason } from '@airloom/contract/configuration/configuration.states';
import { sql } from 'kysely';
import type { Transaction } from '../../../../../platform/database/database.ts';
import type { ChangeKey } from '../changes.repository.ts';

export interface NewRow {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly siteId: string;
  readonly groupId: string | null;
  readonly state: 'waiting' | 'skipped';
  readonly skipReason: SkipReason | null;
}

export async function insertRows(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  rows: readonly NewRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into configuration_change_device (tenant_id, change_id, device_id, device_name, site_id, group_id, wave,
      state, skip_reason, changed_at)
    select ${tenant}::uuid, ${id}::uuid, device_id, device_name, site_id, group_id, 0, state, skip_reason,
      ${now}::timestamptz
    from unnest(
      ${rows.map(({ deviceId }) => deviceId)}::uuid[], ${rows.map(({ deviceName }) => deviceName)}::text[],
      ${rows.map(({ siteId }) => siteId)}::uuid[], ${rows.map(({ groupId }) => groupId)}::uuid[],
      ${rows.map(({ state }) => state)}::text[],
      ${rows.map(({ skipReason }) => skipReason)}::text[])
      as given (device_id, device_name, site_id, group_id, state, skip_reason)`);
}

/** A site whose devices have no wave yet, with these devices. */
export async function nextWithoutWave(
  tx: Transaction,
  { tenant, id }: ChangeKey,
): Promise<{ siteId: string; deviceIds: string[] } | undefined> {
  return tx.first(sql<{ siteId: string; deviceIds: string[] }>`
    select site_id as "siteId", array_agg(device_id order by device_id) as "deviceIds"
    from configuration_change_device
    where tenant_id = ${tenant} and change_id = ${id} and state = 'waiting' and wave = 0 and site_id = (
      select site_id from configuration_change_device
      where tenant_id = ${tenant} and change_id = ${id} and state = 'waiting' and wave = 0 limit 1)
    group by site_id`);
}

export async function writeWaves(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  waves: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.run(sql`
    update configuration_change_device as target set wave = given.wave
    from unnest(${[...waves.keys()]}::uuid[], ${[...waves.values()]}::int[]) as given (device_id, wave)
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.device_id = given.device_id`);
}

export async function highestWave(tx: Transaction, { tenant, id }: ChangeKey): Promise<number> {
  const row = await tx.first(sql<{ wave: number }>`
    select coalesce(max(wave), 0)::int as wave from configuration_change_device
    where tenant_id = ${tenant} and change_id = ${id}`);
  return row?.wave ?? 0;
}
