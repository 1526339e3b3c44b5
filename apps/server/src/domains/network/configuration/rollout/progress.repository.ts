import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { ChangeKey, LockedChange } from './changes.repository.ts';
import { DELIVERING, FAILED, NOT_STARTED, OPEN } from './rollout-states.ts';

const { atOnceMax, atOncePerSiteMax, firstSites } = CONFIGURATION_LIMITS;

/** Devices started in one transaction, which locks them. */
export const STARTED_MAX = 100;

/**
 * The next connected devices, as many as may run beside those that do: one in a site until one is verified there, and
 * only those of the lowest open wave of the site. One site starts alone; after a device is verified there a few more do,
 * and after these all. Sites wait while the devices of a later change are determined, devices while their firmware is
 * upgraded or another management VLAN is tried.
 */
export async function nextInTurn(
  tx: Transaction,
  { tenant, id, beganAt }: LockedChange,
  wave: number,
): Promise<string[]> {
  const rows = await tx.all(sql<{ deviceId: string }>`
    with running as (
      select site_id, count(*)::int as here, count(*) filter (where change_id = ${id})::int as of_it
      from configuration_change_device
      where tenant_id = ${tenant} and state in (${sql.join(DELIVERING)}) group by site_id
    ), site_waves as (
      select row.site_id, coalesce(bool_or(row.state = 'verified'), false) as is_proven,
        min(row.wave) filter (where row.state in (${sql.join(DELIVERING)})
          or row.state in (${sql.join(NOT_STARTED)}) and device.connection_id is not null) as wave
      from configuration_change_device row
      left join device on device.tenant_id = row.tenant_id and device.id = row.device_id
      where row.tenant_id = ${tenant} and row.change_id = ${id} group by row.site_id
    ), sites as (
      select count(*) filter (where is_proven) as proven,
        count(*) filter (where not is_proven and running.of_it > 0) as trying
      from site_waves left join running on running.site_id = site_waves.site_id
    ), ready as (
      select waiting.device_id, waiting.site_id, waiting.wave, coalesce(running.here, 0) as here, coalesce(running.of_it, 0) as of_it,
        site_waves.is_proven,
        row_number() over (partition by waiting.site_id order by waiting.wave, waiting.device_id) as nth
      from configuration_change_device waiting
      join device on device.tenant_id = waiting.tenant_id and device.id = waiting.device_id
        and device.connection_id is not null and device.upgrade_status <> 'upgrading' and device.trial_version is null
      join site_waves on site_waves.site_id = waiting.site_id and site_waves.wave = waiting.wave
      left join running on running.site_id = waiting.site_id
      where waiting.tenant_id = ${tenant} and waiting.change_id = ${id} and waiting.state in (${sql.join(NOT_STARTED)})
        and waiting.wave <= ${wave} and not exists (
          select from configuration_change later
          where later.tenant_id = ${tenant} and later.ended_at is null and later.state = 'preparing'
            and coalesce(later.began_at, 'infinity') > ${beganAt} and waiting.site_id = any(later.site_ids))
    ), fitting as (
      select device_id, wave, is_proven, row_number() over (partition by is_proven order by site_id) as nth_site
      from ready where here + nth <= ${atOncePerSiteMax} and (is_proven or of_it + nth <= 1)
    )
    select device_id as "deviceId" from fitting, sites
    where is_proven or proven >= ${firstSites}
      or nth_site <= (case when proven = 0 then 1 else ${firstSites} - proven end) - trying
    order by wave, device_id
    limit least(greatest(${atOnceMax} - (select coalesce(sum(of_it), 0) from running), 0), ${STARTED_MAX})`);
  return rows.map(({ deviceId }) => deviceId);
}

export interface Counts {
  /** Of the started waves: connected and waiting for their turn, and with a new version. */
  readonly waiting: number;
  readonly delivering: number;
  readonly reverting: number;
  readonly later: number;
  /** Not connected: get the change, or are returned from it, when they are back. */
  readonly offline: number;
  readonly revertingOffline: number;
  readonly verified: number;
  readonly failed: number;
  readonly stopped: number;
}

export async function countRows(tx: Transaction, { tenant, id }: ChangeKey, wave: number): Promise<Counts> {
  const connected = sql`found.connection_id is not null`;
  const counts = await tx.first(sql<Counts>`
    select
      count(*) filter (where state = 'waiting' and wave <= ${wave} or state = 'offline' and ${connected})::int as waiting,
      count(*) filter (where state in (${sql.join(DELIVERING)}))::int as delivering,
      count(*) filter (where state = 'reverting' and ${connected})::int as reverting,
      count(*) filter (where state = 'waiting' and wave > ${wave})::int as later,
      count(*) filter (where state = 'offline' and not ${connected})::int as offline,
      count(*) filter (where state = 'reverting' and not ${connected})::int as "revertingOffline",
      count(*) filter (where state = 'verified')::int as verified,
      count(*) filter (where state in (${sql.join(FAILED)}))::int as failed,
      count(*) filter (where state = 'stopped')::int as stopped
    from (
      select row.state, row.wave, device.connection_id
      from configuration_change_device row
      left join device on device.tenant_id = row.tenant_id and device.id = row.device_id
      where row.tenant_id = ${tenant} and row.change_id = ${id}) as found`);
  if (counts === undefined) throw new Error('the devices of a change could not be counted');
  return counts;
}

/** When the next answer or report is overdue, or a device has been connected for long enough. */
export async function nextDeadline(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  holdMs: number,
): Promise<Date | null> {
  const row = await tx.first(sql<{ at: Date | null }>`
    select min(coalesce(shown_at + ${holdMs} * interval '1 millisecond', next_at)) as at
    from configuration_change_device
    where tenant_id = ${tenant} and change_id = ${id} and state in (${sql.join(OPEN)})`);
  return row?.at ?? null;
}
