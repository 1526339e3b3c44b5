import type { CancelReason, ChangeState } from '@airloom/contract/configuration/configuration.states';
import type { DeviceCut } from '@airloom/contract/switches/uplink';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { hasCome } from '../../../../platform/database/due-time.ts';
import { CHECK_EVERY_MS } from '../../../../platform/rollout/advance-rollout.ts';
import type { Placements } from '../edits/placements.repository.ts';
import { OPEN } from './rollout-states.ts';

export interface ChangeKey {
  readonly tenant: string;
  readonly id: string;
}

export interface LockedChange extends ChangeKey {
  readonly state: ChangeState;
  readonly siteIds: readonly string[];
  /** Devices that the review compared: of whole sites, of groups, and single ones. */
  readonly wholeSiteIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly deviceIds: readonly string[];
  /** The last change that had written settings when it was reviewed. */
  readonly reviewed: number;
  /** Values of its sites at the review. */
  readonly reviewedSites: Placements['sites'];
  /** What may cut off switches, as a person confirmed. */
  readonly confirmedCuts: readonly DeviceCut[];
  readonly startAt: Date | null;
  readonly beganAt: Date | null;
  readonly preparedTo: string | null;
  readonly wave: number;
  readonly waveCount: number;
  readonly createdBy: string;
  readonly createdByName: string;
  readonly createdAt: Date;
}

export function findDue(
  tx: Transaction,
  now: Date,
  atMost: number,
  except: readonly string[],
): Promise<ChangeKey[]> {
  return tx.all(sql<ChangeKey>`
    select tenant_id as tenant, id from configuration_change
    where ended_at is null and id <> all(${except}::uuid[]) and case when state = 'scheduled' then least(due_at, start_at) <= ${now}
      else ${hasCome('due_at', now, CHECK_EVERY_MS)} end
    order by due_at limit ${atMost}`);
}

/** Locks a change; undefined when another process advances it at the moment, or it has ended. */
export function lockToAdvance(tx: Transaction, { tenant, id }: ChangeKey): Promise<LockedChange | undefined> {
  return tx.first(sql<LockedChange>`
    select tenant_id as tenant, id, state, site_ids as "siteIds", whole_site_ids as "wholeSiteIds",
      group_ids as "groupIds", device_ids as "deviceIds", reviewed, reviewed_sites as "reviewedSites",
      confirmed_cuts as "confirmedCuts",
      start_at as "startAt", began_at as "beganAt",
      prepared_to as "preparedTo", wave, wave_count as "waveCount", created_by as "createdBy",
      created_by_name as "createdByName", created_at as "createdAt"
    from configuration_change
    where tenant_id = ${tenant} and id = ${id} and ended_at is null
    for update skip locked`);
}

export interface ChangeProgress {
  readonly state: ChangeState;
  readonly cancelReason: CancelReason | null;
  readonly beganAt: Date | null;
  readonly preparedTo: string | null;
  readonly wave: number;
  readonly waveCount: number;
  readonly dueAt: Date;
  readonly endedAt: Date | null;
}

export async function writeChange(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  { state, cancelReason, beganAt, preparedTo, wave, waveCount, dueAt, endedAt }: ChangeProgress,
): Promise<void> {
  await tx.run(sql`
    update configuration_change set state = ${state}, cancel_reason = ${cancelReason}, began_at = ${beganAt},
      prepared_to = ${preparedTo}, wave = ${wave}, wave_count = ${waveCount}, due_at = ${dueAt}, ended_at = ${endedAt},
      reviewed_placements = case when ${state} in ('scheduled', 'preparing') then reviewed_placements else '{}' end
    where tenant_id = ${tenant} and id = ${id}`);
}

/**
 * Makes changes due, after the commit of what concerns them. A change that is just being advanced may not have seen it
 * and is made due after that.
 */
export async function makeDue(tx: Transaction, changes: readonly ChangeKey[], now: Date): Promise<void> {
  await tx.run(sql`
    with held as (
      select tenant_id, id from configuration_change
      where ended_at is null and state <> 'scheduled' and (tenant_id, id) in (select * from unnest(
        ${changes.map(({ tenant }) => tenant)}::uuid[], ${changes.map(({ id }) => id)}::uuid[]))
      order by tenant_id, id for update
    )
    update configuration_change set due_at = ${now} from held
    where configuration_change.tenant_id = held.tenant_id and configuration_change.id = held.id`);
}

/** Changes with open rows of these devices. */
export function changesOf(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
): Promise<ChangeKey[]> {
  return tx.all(sql<ChangeKey>`
    select distinct tenant_id as tenant, change_id as id from configuration_change_device
    where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) and state in (${sql.join(OPEN)})`);
}
