import { type EffectiveSettings, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { PORT_FIELDS } from '@airloom/contract/switches/port.rules';
import { CUT_FIELDS } from '@airloom/contract/switches/uplink';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { resolveSettings } from '../../settings/index.ts';
import { guarded, releasedOf, sameDocuments } from './configuration-document.ts';
import { type ConfigurationSource, readSources } from './configurations.repository.ts';

const BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Devices that join a site as if its settings were released to them. Where a device of the site does not have the
 * present settings, for example because a change failed or runs, they get `otherwise`; a change delivers the rest.
 */
export async function readProven(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
  otherwise: (source: ConfigurationSource) => EffectiveSettings | null,
): Promise<ConfigurationSource[]> {
  const sources = await readSources(tx, scope, ids);
  const resolved = await resolveSettings(tx, scope, ids);
  const unproven = new Set<string | null>();
  for (const siteId of new Set(sources.map(({ site_id }) => site_id)))
    if (siteId !== null && !(await isProven(tx, scope, siteId, ids))) unproven.add(siteId);
  return sources.map((source) => ({
    ...source,
    released_settings: unproven.has(source.site_id)
      ? otherwise(source)
      : joining(source, resolved.get(source.id) ?? NO_SETTINGS),
  }));
}

/** Settings of its own, which its preview shows, count as confirmed; profiles do not cut it off. */
function joining(source: ConfigurationSource, effective: EffectiveSettings): EffectiveSettings {
  const ports = Object.entries(effective.switch?.ports ?? {});
  const own = ports.map(([port, { origins }]) => ({
    port,
    fields: PORT_FIELDS.filter((field) => origins[field]?.level === 'device'),
  }));
  const confirmed = [...own, { port: null, fields: [...CUT_FIELDS] }];
  return guarded({ ...source, released_settings: null }, effective, confirmed).effective;
}

/** Whether all managed devices of a site that connected once have its present settings, and no rollout is trying them. */
async function isProven(
  tx: Transaction,
  scope: TenantScope,
  siteId: string,
  except: readonly string[],
): Promise<boolean> {
  for (let after = BEFORE_ALL; ; ) {
    const rows = await managedDevices(tx, scope, siteId, except, after);
    if (rows.some(({ tried }) => tried)) return false;
    const ids = rows.map(({ id }) => id);
    const resolved = await resolveSettings(tx, scope, ids);
    const sources = await readSources(tx, scope, ids);
    const differs = (source: ConfigurationSource) =>
      !sameDocuments(
        source,
        releasedOf(source),
        guarded(source, resolved.get(source.id) ?? NO_SETTINGS).effective,
      );
    if (sources.some(differs)) return false;
    const last = ids.at(-1);
    if (last === undefined || ids.length < BATCH) return true;
    after = last;
  }
}

/** Tried: the newest version is of a change, and no report showed its settings yet. */
function managedDevices(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
  except: readonly string[],
  after: string,
): Promise<{ readonly id: string; readonly tried: boolean }[]> {
  return tx.all(sql<{ id: string; tried: boolean }>`
    select id, released_settings is distinct from verified_settings and exists (
      select from (
        select change_id from device_configuration
        where tenant_id = device.tenant_id and device_id = device.id order by version desc limit 1) as newest
      where newest.change_id is not null) as tried
    from device
    where tenant_id = ${tenant} and site_id = ${siteId} and id > ${after} and id <> all(${except}::uuid[])
      and managed_by is null and abilities is not null and configuration_state <> 'unmanaged'
    order by id limit ${BATCH}`);
}
