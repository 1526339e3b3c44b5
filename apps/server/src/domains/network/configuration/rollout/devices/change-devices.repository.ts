import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import { sql } from 'kysely';
import type { Transaction } from '../../../../../platform/database/database.ts';
import { byJump, wasBeforeJump } from '../../../../../platform/database/due-time.ts';
import type { ChangeKey, LockedChange } from '../changes.repository.ts';
import { DELIVERING, IN_FLIGHT, NOT_STARTED, OPEN, RETRIED } from '../rollout-states.ts';
import type { Earlier, Judgement } from './judge-device.ts';

const { answerWithinMs, offlineWaitMs, verifyAfterRadarCheckWithinMs } = CONFIGURATION_LIMITS;

export interface Settlement extends Judgement {
  readonly deviceId: string;
  readonly revertedVersion?: number;
  readonly earlier?: Earlier;
}

export async function writeSettlements(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  settlements: readonly Settlement[],
  now: Date,
): Promise<void> {
  if (settlements.length === 0) return;
  await tx.run(sql`
    update configuration_change_device as target set state = given.state, version = given.version,
      reverted_version = coalesce(given.reverted_version, target.reverted_version),
      skip_reason = coalesce(given.skip_reason, target.skip_reason),
      failure = coalesce(given.failure, target.failure),
      revert_failure = coalesce(given.revert_failure, target.revert_failure),
      rejected = coalesce(given.rejected::jsonb, target.rejected),
      missing = coalesce(given.missing::jsonb, target.missing),
      earlier = coalesce(given.earlier::jsonb, target.earlier), next_at = given.next_at,
      shown_at = given.shown_at, changed_at = ${now}
    from unnest(
      ${settlements.map(({ deviceId }) => deviceId)}::uuid[], ${settlements.map(({ state }) => state)}::text[],
      ${settlements.map(({ version }) => version)}::int[],
      ${settlements.map(({ revertedVersion }) => revertedVersion ?? null)}::int[],
      ${settlements.map(({ skipReason }) => skipReason ?? null)}::text[],
      ${settlements.map(({ failure }) => failure ?? null)}::text[],
      ${settlements.map(({ revertFailure }) => revertFailure ?? null)}::text[],
      ${settlements.map(({ rejected }) => json(rejected))}::text[],
      ${settlements.map(({ missing }) => json(missing))}::text[],
      ${settlements.map(({ earlier }) => json(earlier))}::text[],
      ${settlements.map(({ nextAt }) => nextAt ?? null)}::timestamptz[],
      ${settlements.map(({ shownAt }) => shownAt ?? null)}::timestamptz[])
      as given (device_id, state, version, reverted_version, skip_reason, failure, revert_failure, rejected, missing,
        earlier, next_at, shown_at)
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.device_id = given.device_id`);
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Nothing more starts in these sites. */
export async function stopSites(
  tx: Transaction,
  change: ChangeKey,
  siteIds: readonly string[],
  now: Date,
): Promise<void> {
  await endNotStarted(tx, change, 'stopped', now, siteIds);
}

/** Devices that have not started will not; of some sites, or of all. Returns how many. */
export function endNotStarted(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  state: 'stopped' | 'cancelled',
  now: Date,
  siteIds: readonly string[] | null = null,
): Promise<number> {
  return tx.run(sql`
    update configuration_change_device set state = ${state}, next_at = null, changed_at = ${now}
    where tenant_id = ${tenant} and change_id = ${id} and state in (${sql.join(NOT_STARTED)})
      and (${siteIds}::uuid[] is null or site_id = any(${siteIds}::uuid[]))`);
}

/** Failed and stopped devices wait again. Returns how many. */
export function retryFailed(tx: Transaction, { tenant, id }: ChangeKey, now: Date): Promise<number> {
  return tx.run(sql`
    update configuration_change_device set state = 'waiting', version = null, reverted_version = null, rejected = '[]',
      failure = null, revert_failure = null, missing = '[]', next_at = null, changed_at = ${now}
    where tenant_id = ${tenant} and change_id = ${id} and state in (${sql.join(RETRIED)})`);
}

/** Leaves out devices that left the site or may not be configured any more, and ends waiting for offline ones. */
export async function endUnsuitable(tx: Transaction, { tenant, id }: ChangeKey, now: Date): Promise<void> {
  await tx.run(sql`
    update configuration_change_device as target
    set state = case when unfit.reason is null then 'cancelled' else 'skipped' end, skip_reason = unfit.reason,
      next_at = null, changed_at = ${now}
    from (
      select waiting.device_id, waiting.next_at, case
        when device.id is null or device.site_id is distinct from waiting.site_id then 'deviceGone'
        when device.group_id is distinct from waiting.group_id then 'regrouped'
        when device.managed_by is not null then 'underController'
        when site.observe_only then 'observeOnly'
        when device.configuration_state = 'unmanaged' then 'notManaged'
      end as reason
      from configuration_change_device waiting
      left join device on device.tenant_id = waiting.tenant_id and device.id = waiting.device_id
      left join site on site.tenant_id = device.tenant_id and site.id = device.site_id
      where waiting.tenant_id = ${tenant} and waiting.change_id = ${id} and waiting.state in (${sql.join(NOT_STARTED)})
    ) as unfit
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.device_id = unfit.device_id
      and (unfit.reason is not null or unfit.next_at <= ${now})`);
}

/**
 * Leaves devices to later changes that touch them, unless these were cancelled before they did: the settings that apply now contain
 * theirs, which they have to try on their first devices.
 */
export async function leaveToLater(tx: Transaction, change: LockedChange, now: Date): Promise<void> {
  const { tenant, id, beganAt } = change;
  await tx.run(sql`
    update configuration_change_device as target set state = 'superseded', next_at = null, changed_at = ${now}
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.state in (${sql.join(NOT_STARTED)})
      and exists (
        select from configuration_change_device other
        join configuration_change later on later.tenant_id = other.tenant_id and later.id = other.change_id
        where other.tenant_id = ${tenant} and other.device_id = target.device_id and other.state <> 'skipped'
          and not (other.state = 'cancelled' and other.version is null) and later.began_at > ${beganAt})`);
}

/** Waiting devices of the started waves that are not connected. */
export async function markOffline(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  wave: number,
  until: Date,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update configuration_change_device as target set state = 'offline', next_at = ${until}, changed_at = ${now}
    from device
    where target.tenant_id = ${tenant} and target.change_id = ${id} and target.state = 'waiting'
      and target.wave <= ${wave} and device.tenant_id = target.tenant_id and device.id = target.device_id
      and device.connection_id is null`);
}

export interface Superseded extends ChangeKey {
  readonly deviceId: string;
  /** What a device in flight had before; null for one that had not started. */
  readonly earlier: Earlier | null;
}

/** Ends the devices in all other changes: they get the settings of this one, which contain those. */
export function supersedeOthers(
  tx: Transaction,
  { tenant, id }: ChangeKey,
  deviceIds: readonly string[],
  now: Date,
): Promise<Superseded[]> {
  return tx.all(sql<Superseded>`
    with others as (
      select change_id, device_id, state in (${sql.join(IN_FLIGHT)}) as in_flight from configuration_change_device
      where tenant_id = ${tenant} and device_id = any(${deviceIds}::uuid[]) and change_id <> ${id}
        and state in (${sql.join(OPEN)})
      for update
    )
    update configuration_change_device as target set state = 'superseded', next_at = null, changed_at = ${now}
    from others
    where target.tenant_id = ${tenant} and target.change_id = others.change_id and target.device_id = others.device_id
    returning target.tenant_id as tenant, target.change_id as id, target.device_id as "deviceId",
      case when others.in_flight then target.earlier end as earlier`);
}

/** Devices that applied their earlier configuration after they were given up. Returns their changes. */
export function settleLateReverts(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
  now: Date,
): Promise<ChangeKey[]> {
  return tx.all(sql<ChangeKey>`
    update configuration_change_device as target set state = 'reverted', revert_failure = null, changed_at = ${now}
    where target.tenant_id = ${tenant} and target.device_id = any(${deviceIds}::uuid[])
      and target.state = 'revertFailed' and target.revert_failure in ('noAnswer', 'notReturned')
      and exists (
        select from device_configuration as applied
        where applied.tenant_id = target.tenant_id and applied.device_id = target.device_id
          and applied.change_id = target.change_id and applied.reason = 'reverted'
          and applied.version >= target.reverted_version and applied.state = 'applied')
    returning target.tenant_id as tenant, target.change_id as id`);
}

/** The clock was set: devices keep their remaining time. */
export async function shiftInFlight(tx: Transaction, jumpMs: number, now: Date): Promise<void> {
  const longest = byJump(Math.max(answerWithinMs, verifyAfterRadarCheckWithinMs));
  await tx.run(sql`
    update configuration_change_device set next_at = next_at + ${byJump(jumpMs)},
      shown_at = shown_at + ${byJump(jumpMs)}
    where state in (${sql.join(DELIVERING)}) and ${wasBeforeJump(sql`next_at - ${longest}`, jumpMs, now)}`);
  // These have to answer from when they were reverted.
  await tx.run(sql`
    update configuration_change_device set next_at = next_at + ${byJump(jumpMs)}
    where state = 'reverting' and ${wasBeforeJump(sql`next_at - ${byJump(offlineWaitMs)}`, jumpMs, now)}`);
}
