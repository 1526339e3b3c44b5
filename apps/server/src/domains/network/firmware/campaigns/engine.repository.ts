import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import type { StopReason, UpgradeReason } from '@airloom/contract/firmware/firmware.states';
import type { LocalStart } from '@airloom/contract/rollout/local-start';
import type { RolloutState } from '@airloom/contract/rollout/rollout.states';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { hasCome } from '../../../../platform/database/due-time.ts';
import { CHECK_EVERY_MS } from '../../../../platform/rollout/advance-rollout.ts';
import { maySiteStart, nextWindowChange } from '../../../../platform/rollout/site-windows.repository.ts';
import type { Progress } from '../../../../platform/rollout/waves.ts';
import { type Asker, isOperableIn } from '../../devices/index.ts';
import type { ReportedVersion } from '../images/versions.repository.ts';
import type { CampaignKey } from './upgrades.repository.ts';

export interface LockedCampaign {
  readonly tenant: string;
  readonly id: string;
  readonly kind: DeviceKind;
  readonly models: string[];
  readonly version: string;
  readonly state: RolloutState;
  readonly stopReason: StopReason | null;
  readonly startAt: Date | null;
  readonly localStart: LocalStart | null;
  readonly beganAt: Date | null;
  readonly waves: number[];
  readonly wave: number;
  readonly stopAtFailedPercent: number;
  /** In whose name it starts: the last editor, or the author. */
  readonly by: { readonly id: string; readonly name: string };
  readonly signature: string;
  /** Whether its image exists and is trusted. */
  readonly trusted: boolean;
}

const { offlineHoldsMs, atOnceMax, atOncePerSiteMax, attemptSilentMs, retryPauseMs } = FIRMWARE_LIMITS;

export function findDue(tx: Transaction, now: Date, atMost: number): Promise<CampaignKey[]> {
  return tx.all(sql<CampaignKey>`
    select tenant_id as tenant, id from upgrade_campaign
    where ended_at is null and case when state = 'scheduled' then least(due_at, start_at) <= ${now}
      else ${hasCome('due_at', now, CHECK_EVERY_MS)} end
    order by due_at limit ${atMost}`);
}

/** Locks a campaign; undefined when another process advances it at the moment, or it has ended. */
export function lockToAdvance(
  tx: Transaction,
  { tenant, id }: CampaignKey,
): Promise<LockedCampaign | undefined> {
  return tx.first(sql<LockedCampaign>`
    select campaign.tenant_id as tenant, campaign.id, campaign.kind, campaign.models, campaign.version,
      campaign.state, campaign.stop_reason as "stopReason", campaign.start_at as "startAt",
      campaign.local_start as "localStart",
      campaign.began_at as "beganAt", campaign.waves, campaign.wave,
      campaign.stop_at_failed_percent as "stopAtFailedPercent", json_build_object(
        'id', coalesce(campaign.edited_by, campaign.created_by),
        'name', coalesce(campaign.edited_by_name, campaign.created_by_name)) as by, coalesce(firmware.signature, '') as signature,
      firmware.id is not null and (
        not exists (select from firmware_key where tenant_id = campaign.tenant_id)
        or exists (select from firmware_key where tenant_id = campaign.tenant_id
          and fingerprint = firmware.key_fingerprint)) as trusted
    from upgrade_campaign as campaign
    left join firmware on firmware.tenant_id = campaign.tenant_id and firmware.id = campaign.firmware_id
    where campaign.tenant_id = ${tenant} and campaign.id = ${id} and campaign.ended_at is null
    for update of campaign skip locked`);
}

export async function writeCampaign(
  tx: Transaction,
  { tenant, id }: CampaignKey,
  changes: {
    readonly state: RolloutState;
    readonly stopReason: StopReason | null;
    readonly beganAt: Date | null;
    readonly wave: number;
    readonly dueAt: Date;
    readonly endedAt: Date | null;
  },
): Promise<void> {
  await tx.run(sql`
    update upgrade_campaign set state = ${changes.state}, stop_reason = ${changes.stopReason},
      began_at = ${changes.beganAt}, wave = ${changes.wave}, due_at = ${changes.dueAt}, ended_at = ${changes.endedAt}
    where tenant_id = ${tenant} and id = ${id}`);
}

/** Cancels waiting upgrades; those with a failed attempt fail. Returns how many. */
export function cancelWaiting(
  tx: Transaction,
  { tenant, id }: CampaignKey,
  reason: UpgradeReason,
  now: Date,
): Promise<number> {
  return tx.run(sql`
    update upgrade set state = case when attempts = 0 then 'cancelled' else 'failed' end,
      reason = case when attempts = 0 then ${reason}::text else reason end, ended_at = ${now}
    where tenant_id = ${tenant} and campaign_id = ${id} and state = 'waiting'`);
}

/**
 * Cancels upgrades of devices that were removed, no longer fit, or may start now but not in the name of the author, whose
 * roles are `author`; with `expired` those that are offline too.
 */
export function cancelUnsuitable(
  tx: Transaction,
  campaign: LockedCampaign,
  {
    wave,
    expired,
    author,
    now,
  }: {
    readonly wave: number;
    readonly expired: boolean;
    readonly author: readonly Asker[];
    readonly now: Date;
  },
): Promise<number> {
  const models = campaign.models.map((model) => model.toLowerCase());
  const { localStart } = campaign;
  const isLocal = localStart !== null;
  return tx.run(sql`
    update upgrade set state = 'cancelled', reason = unfit.reason, ended_at = ${now}
    from (
      select waiting.id, case
        when device.id is null then 'deviceGone'
        when site.observe_only then 'observeOnly'
        when device.managed_by is not null then 'underController'
        when device.kind <> ${campaign.kind} or lower(device.model) <> all(${models}::text[]) then 'wrongModel'
        when ${expired}::boolean and not ${isConnectedIn('device.status')} then 'neverReturned'
        when ${isLocal}::boolean and device.site_id is null then 'noSite'
        when ${isLocal}::boolean and at_site.night > ${localStart?.nights ?? 0}::int then 'windowsMissed'
        when ${maySiteStart(campaign, 'device.site_id', now)} and not ${isOperableIn(author)} then 'authorNotPermitted'
      end as reason
      from upgrade as waiting
      left join device on device.tenant_id = waiting.tenant_id and device.id = waiting.device_id
      left join site on site.tenant_id = device.tenant_id and site.id = device.site_id
      left join rollout_site as at_site on at_site.tenant_id = waiting.tenant_id
        and at_site.rollout_id = waiting.campaign_id and at_site.site_id = device.site_id
      where waiting.tenant_id = ${campaign.tenant} and waiting.campaign_id = ${campaign.id}
        and waiting.state = 'waiting' and waiting.wave <= ${wave}
    ) as unfit
    where upgrade.tenant_id = ${campaign.tenant} and upgrade.id = unfit.id and unfit.reason is not null
      and upgrade.state = 'waiting'`);
}

/** Versions of the devices that wait for their upgrade. */
export async function versionsOfWaiting(
  tx: Transaction,
  campaign: CampaignKey,
  wave: number,
): Promise<string[]> {
  const rows = await tx.all(sql<{ version: string }>`
    select distinct device.version from upgrade
    join device on device.tenant_id = upgrade.tenant_id and device.id = upgrade.device_id
    where upgrade.tenant_id = ${campaign.tenant} and upgrade.campaign_id = ${campaign.id}
      and upgrade.state = 'waiting' and upgrade.wave <= ${wave}`);
  return rows.map(({ version }) => version);
}

/** Succeeds waiting upgrades of devices that run one of these versions. Returns those that had an attempt before. */
export async function succeedWhereRun(
  tx: Transaction,
  campaign: CampaignKey,
  wave: number,
  versions: readonly string[],
  now: Date,
): Promise<ReportedVersion[]> {
  const rows = await tx.all(sql<ReportedVersion & { attempts: number }>`
    update upgrade set state = 'succeeded', percent = 100, ended_at = ${now},
      reason = case when upgrade.attempts = 0 then 'alreadyRuns' else 'late' end, text = ''
    from device
    where upgrade.tenant_id = ${campaign.tenant} and upgrade.campaign_id = ${campaign.id}
      and upgrade.state = 'waiting' and upgrade.wave <= ${wave}
      and device.tenant_id = upgrade.tenant_id and device.id = upgrade.device_id
      and device.version = any(${versions}::text[])
    returning upgrade.tenant_id as tenant, upgrade.device_id as "deviceId", device.version, upgrade.attempts`);
  return rows.filter(({ attempts }) => attempts > 0);
}

export interface Candidate {
  readonly id: string;
  readonly deviceId: string;
}

/**
 * The next online devices whose site may start, as many as may run beside those that do. A device that connected after
 * {@link cancelUnsuitable} and no longer fits is left to the next round.
 */
export function nextInTurn(
  tx: Transaction,
  campaign: Pick<LockedCampaign, 'tenant' | 'id' | 'localStart' | 'kind' | 'models'>,
  wave: number,
  now: Date,
): Promise<Candidate[]> {
  const { tenant, id, kind } = campaign;
  const models = campaign.models.map((model) => model.toLowerCase());
  return tx.all(sql<Candidate>`
    with running as (
      select site_id, count(*)::int as here, count(*) filter (where campaign_id = ${id})::int as of_it
      from upgrade where tenant_id = ${tenant} and state = 'upgrading' group by site_id
    ), ready as (
      select upgrade.id, upgrade.device_id, upgrade.wave, upgrade.place, coalesce(running.here, 0) as here,
        row_number() over (partition by upgrade.site_id order by upgrade.wave, upgrade.place) as nth
      from upgrade
      join device on device.tenant_id = upgrade.tenant_id and device.id = upgrade.device_id
        and ${isConnectedIn('device.status')} and device.upgrade_status <> 'upgrading'
        and device.kind = ${kind} and lower(device.model) = any(${models}::text[]) and device.managed_by is null
      left join running on running.site_id is not distinct from upgrade.site_id
      where upgrade.tenant_id = ${tenant} and upgrade.campaign_id = ${id} and upgrade.state = 'waiting'
        and upgrade.wave <= ${wave} and ${hasCome('upgrade.next_at', now, retryPauseMs)} and ${maySiteStart(campaign, 'device.site_id', now)}
    )
    select id, device_id as "deviceId" from ready
    where here + nth <= ${atOncePerSiteMax}
    order by wave, place
    limit greatest(${atOnceMax} - (select coalesce(sum(of_it), 0) from running), 0)`);
}

export async function begin(
  tx: Transaction,
  tenant: string,
  upgrades: readonly { readonly id: string; readonly commandId: string }[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update upgrade set state = 'upgrading', reason = null, text = '', percent = 0, progress_at = null,
      attempts = upgrade.attempts + 1, command_id = changes.command_id, from_version = device.version,
      started_at = coalesce(upgrade.started_at, ${now}::timestamptz),
      next_at = ${new Date(now.getTime() + attemptSilentMs)}
    from unnest(${upgrades.map(({ id }) => id)}::uuid[], ${upgrades.map(({ commandId }) => commandId)}::uuid[])
      as changes (id, command_id), device
    where upgrade.tenant_id = ${tenant} and upgrade.id = changes.id and upgrade.state = 'waiting'
      and device.tenant_id = upgrade.tenant_id and device.id = upgrade.device_id`);
}

/** Of the new commands, those that ended at once. */
export async function endedAtOnce(
  tx: Transaction,
  tenant: string,
  commandIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.all(sql<{ id: string }>`
    select id from command
    where tenant_id = ${tenant} and id = any(${commandIds}::uuid[]) and ended_at is not null`);
  return rows.map(({ id }) => id);
}

export async function progressOf(
  tx: Transaction,
  { tenant, id }: CampaignKey,
  wave: number,
  now: Date,
): Promise<Progress> {
  const counts = await tx.first(sql<Omit<Progress, 'holding'>>`
    select
      count(*) filter (where state = 'waiting' and wave <= ${wave})::int as waiting,
      count(*) filter (where state = 'upgrading')::int as running,
      count(*) filter (where state = 'succeeded' and wave <= ${wave})::int as succeeded,
      count(*) filter (where state = 'failed' and wave <= ${wave})::int as failed,
      count(*) filter (where state = 'waiting' and wave > ${wave})::int as later
    from upgrade where tenant_id = ${tenant} and campaign_id = ${id}`);
  if (counts === undefined) throw new Error('a campaign could not be counted');
  if (counts.running > 0 || counts.waiting === 0) return { ...counts, holding: 0 };
  const since = new Date(now.getTime() - offlineHoldsMs);
  const waiting = await tx.first(sql<{ holding: number }>`
    select count(*)::int as holding from upgrade
    join device on device.tenant_id = upgrade.tenant_id and device.id = upgrade.device_id
    where upgrade.tenant_id = ${tenant} and upgrade.campaign_id = ${id} and upgrade.state = 'waiting'
      and upgrade.wave <= ${wave}
      and (${isConnectedIn('device.status')} or device.offline_at between ${since} and ${now})`);
  return { ...counts, holding: waiting?.holding ?? 0 };
}

/** When the next retry is due, or the window of a site opens or ends. */
export async function nextAttemptAt(
  tx: Transaction,
  { tenant, id }: CampaignKey,
  wave: number,
  now: Date,
): Promise<Date | null> {
  const row = await tx.first(sql<{ at: Date | null }>`
    select min(next_at) as at from upgrade
    where tenant_id = ${tenant} and campaign_id = ${id} and state = 'waiting' and wave <= ${wave}
      and next_at > ${now}`);
  const times = [row?.at ?? null, await nextWindowChange(tx, { tenant, id }, now)].filter(
    (at) => at !== null,
  );
  return times.length === 0 ? null : new Date(Math.min(...times.map((at) => at.getTime())));
}

/** Sites of waiting devices without a window: devices were moved there. */
export async function sitesWithoutWindow(tx: Transaction, { tenant, id }: CampaignKey): Promise<string[]> {
  const rows = await tx.all(sql<{ site_id: string }>`
    select distinct device.site_id from upgrade
    join device on device.tenant_id = upgrade.tenant_id and device.id = upgrade.device_id
    where upgrade.tenant_id = ${tenant} and upgrade.campaign_id = ${id} and upgrade.state = 'waiting'
      and device.site_id is not null and not exists (
        select from rollout_site where rollout_site.tenant_id = upgrade.tenant_id
          and rollout_site.rollout_id = upgrade.campaign_id and rollout_site.site_id = device.site_id)`);
  return rows.map(({ site_id }) => site_id);
}

/** Cancels waiting upgrades of sites that have not begun. Returns how many. */
export function cancelNotBegun(tx: Transaction, { tenant, id }: CampaignKey, now: Date): Promise<number> {
  return tx.run(sql`
    update upgrade set state = 'cancelled', reason = 'siteCancelled', ended_at = ${now}
    where tenant_id = ${tenant} and campaign_id = ${id} and state = 'waiting' and attempts = 0
      and not ${hasSiteBegun}`);
}

/** On a row of `upgrade`: the site of its device has begun. */
export const hasSiteBegun = sql<boolean>`exists (
  select from rollout_site
  left join device on device.tenant_id = upgrade.tenant_id and device.id = upgrade.device_id
  where rollout_site.tenant_id = upgrade.tenant_id and rollout_site.rollout_id = upgrade.campaign_id
    and rollout_site.site_id = coalesce(device.site_id, upgrade.site_id) and rollout_site.began_at is not null)`;
