import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { ConfigurationSource } from './configurations.repository.ts';

/** Releases settings: from now on the documents of the devices are made from these. */
export async function releaseSettings(
  tx: Transaction,
  { tenant }: TenantScope,
  devices: readonly Pick<ConfigurationSource, 'id' | 'released_settings'>[],
): Promise<void> {
  if (devices.length === 0) return;
  await tx.run(sql`
    update device set released_settings = given.settings::jsonb
    from unnest(
      ${devices.map(({ id }) => id)}::uuid[],
      ${devices.map(({ released_settings: some }) => (some === null ? null : JSON.stringify(some)))}::text[]) as given (id, settings)
    where device.tenant_id = ${tenant} and device.id = given.id`);
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
