import { type EffectiveSettings, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { ConfigurationSource } from './configurations.repository.ts';

/**
 * Releases settings: from now on the documents of the devices are made from these. Their enabled networks are stored as
 * a set that devices with the same networks share.
 */
export async function releaseSettings(
  tx: Transaction,
  { tenant }: TenantScope,
  devices: readonly Pick<ConfigurationSource, 'id' | 'released_settings'>[],
): Promise<void> {
  if (devices.length === 0) return;
  await tx.run(sql`
    with given as materialized (
      select id, settings::jsonb as settings
      from unnest(
        ${devices.map(({ id }) => id)}::uuid[],
        ${devices.map(({ released_settings: some }) => (some === null ? null : JSON.stringify(some)))}::text[])
        as given (id, settings)),
    network as materialized (
      select given.id, (one ->> 'id')::uuid as network_id, md5((one -> 'value')::text)::uuid as digest
      from given cross join lateral jsonb_array_elements(settings -> 'networks') as one
      where (one -> 'value' ->> 'enabled')::boolean),
    keyed as materialized (
      select id, md5(string_agg(network_id || ':' || digest, ',' order by network_id))::uuid as key
      from network group by id),
    stored as (
      insert into released_set (tenant_id, key, network_id, digest)
      select distinct ${tenant}::uuid, key, network_id, digest from keyed join network using (id)
      order by key, network_id
      on conflict (tenant_id, key, network_id) do update set used_at = excluded.used_at)
    update device set released_settings = given.settings, released_set = keyed.key
    from given left join keyed using (id)
    where device.tenant_id = ${tenant} and device.id = given.id`);
}

/** Settings with another management VLAN, which is that of the device itself. */
export function withVlan(
  settings: EffectiveSettings | null,
  vlan: number | null,
  deviceId: string,
): EffectiveSettings {
  const { managementVlan, ...others } = settings ?? NO_SETTINGS;
  if (vlan === null) return others;
  if (managementVlan?.value === vlan) return { ...others, managementVlan };
  return { ...others, managementVlan: { value: vlan, origin: { level: 'device', settingId: deviceId } } };
}

/**
 * Deletes some networks of sets that no device refers to and that were written before this time; returns how many. A set
 * that is being written is locked and left out, and one that was written meanwhile is not old any more.
 */
export function deleteUnusedReleasedSets(tx: Transaction, before: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    with unused as materialized (
      select tenant_id, key, network_id from released_set
      where used_at < ${before} and not exists (
        select from device where device.tenant_id = released_set.tenant_id and device.released_set = released_set.key)
      limit ${atMost} for update of released_set skip locked)
    delete from released_set using unused
    where released_set.tenant_id = unused.tenant_id and released_set.key = unused.key
      and released_set.network_id = unused.network_id`);
}

/** Releases settings outside a rollout: what was verified before belongs to an earlier site or configuration. */
export async function releaseAnew(
  tx: Transaction,
  scope: TenantScope,
  devices: readonly Pick<ConfigurationSource, 'id' | 'released_settings'>[],
): Promise<void> {
  await releaseSettings(tx, scope, devices);
  await tx.run(sql`
    update device set verified_settings = null
    where tenant_id = ${scope.tenant} and id = any(${devices.map(({ id }) => id)}::uuid[])`);
}

/** The released settings of devices are in use: a report showed them. */
export async function verifySettings(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`
    update device set verified_settings = released_settings
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}
