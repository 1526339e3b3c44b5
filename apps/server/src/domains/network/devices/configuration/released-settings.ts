import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { resolveSettings } from '../../settings/index.ts';
import { type ConfigurationSource, readSources } from './configurations.repository.ts';

/** Devices as if the settings that apply to them now were released. */
export async function readResolved(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
): Promise<ConfigurationSource[]> {
  const sources = await readSources(tx, scope, ids);
  const resolved = await resolveSettings(tx, scope, ids);
  return sources.map((source) => ({ ...source, released_settings: resolved.get(source.id) ?? NO_SETTINGS }));
}

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
      ${devices.map(({ released_settings }) => JSON.stringify(released_settings))}::text[]) as given (id, settings)
    where device.tenant_id = ${tenant} and device.id = given.id`);
}

/** The released settings of devices are in use: later ones that fail are taken back to these. */
export async function verifySettings(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`
    update device set verified_settings = released_settings
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}

/** Releases the verified settings of devices again. */
export async function returnToVerified(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<void> {
  await tx.run(sql`
    update device set released_settings = verified_settings
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}
