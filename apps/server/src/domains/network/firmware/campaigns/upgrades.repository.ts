import type { CommandReason } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import type { UpgradeReason, UpgradeState } from '@airloom/contract/firmware/firmware.states';
import type { RolloutState } from '@airloom/contract/rollout/rollout.states';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { byJump, hasCome, wasBeforeJump } from '../../../../platform/database/due-time.ts';
import type { Running } from './upgrade-lifecycle.ts';

export interface DeviceKey {
  readonly tenant: string;
  readonly deviceId: string;
}

export interface CampaignKey {
  readonly tenant: string;
  readonly id: string;
}

/** A running upgrade, locked until the transaction ends. */
export interface LockedUpgrade extends Running {
  readonly tenant: string;
  readonly id: string;
  readonly campaignId: string | null;
  readonly deviceId: string;
  /** The reported version; null when the device is deleted. */
  readonly version: string | null;
}

interface Row {
  readonly tenant_id: string;
  readonly id: string;
  readonly campaign_id: string | null;
  readonly device_id: string;
  readonly from_version: string;
  readonly to_version: string;
  readonly attempts: number;
  readonly attempts_max: number;
  readonly started_at: Date | null;
  readonly progress_at: Date | null;
  readonly next_at: Date;
  readonly campaign_state: RolloutState | null;
  readonly version: string | null;
  readonly command_state: CommandState | null;
  readonly command_reason: CommandReason | null;
  readonly command_text: string | null;
  readonly sent_at: Date | null;
}

function lockedUpgrades(row: Row): LockedUpgrade {
  return {
    tenant: row.tenant_id,
    id: row.id,
    campaignId: row.campaign_id,
    deviceId: row.device_id,
    version: row.version,
    fromVersion: row.from_version,
    toVersion: row.to_version,
    attempts: row.attempts,
    attemptsMax: row.attempts_max,
    startedAt: row.started_at?.getTime() ?? 0,
    progressAt: row.progress_at?.getTime() ?? null,
    nextAt: row.next_at.getTime(),
    mayRepeat: row.campaign_state !== null && row.campaign_state !== 'stopped',
    command:
      row.command_state === null
        ? null
        : {
            state: row.command_state,
            reason: row.command_reason,
            text: row.command_text ?? '',
            sentAt: row.sent_at?.getTime() ?? null,
          },
  };
}

async function hold(
  tx: Transaction,
  condition: RawBuilder<unknown>,
  limit = sql``,
): Promise<LockedUpgrade[]> {
  const rows = await tx.all(sql<Row>`
    select upgrade.tenant_id, upgrade.id, upgrade.campaign_id, upgrade.device_id, upgrade.from_version,
      upgrade.to_version, upgrade.attempts, upgrade.attempts_max, upgrade.started_at, upgrade.progress_at, upgrade.next_at,
      campaign.state as campaign_state, device.version, command.state as command_state,
      command.reason as command_reason, command.text as command_text, command.sent_at
    from upgrade
    left join upgrade_campaign as campaign
      on campaign.tenant_id = upgrade.tenant_id and campaign.id = upgrade.campaign_id
    left join device on device.tenant_id = upgrade.tenant_id and device.id = upgrade.device_id
    left join command on command.tenant_id = upgrade.tenant_id and command.id = upgrade.command_id
    where upgrade.state = 'upgrading' and ${condition}
    order by upgrade.tenant_id, upgrade.id ${limit}`);
  return rows.map(lockedUpgrades);
}

export function lockOfDevices(tx: Transaction, devices: readonly DeviceKey[]): Promise<LockedUpgrade[]> {
  return hold(
    tx,
    sql`(upgrade.tenant_id, upgrade.device_id) in (
      select * from unnest(${devices.map(({ tenant }) => tenant)}::uuid[],
        ${devices.map(({ deviceId }) => deviceId)}::uuid[]))`,
    sql`for update of upgrade`,
  );
}

export function lockOfCommands(
  tx: Transaction,
  tenant: string,
  commandIds: readonly string[],
): Promise<LockedUpgrade[]> {
  return hold(
    tx,
    sql`upgrade.tenant_id = ${tenant} and upgrade.command_id = any(${commandIds}::uuid[])`,
    sql`for update of upgrade`,
  );
}

/** Locks upgrades that are due for a check, skipping those of other processes. */
export function lockOverdueUpgrades(tx: Transaction, now: Date, atMost: number): Promise<LockedUpgrade[]> {
  return hold(
    tx,
    hasCome('upgrade.next_at', now, FIRMWARE_LIMITS.attemptSilentMs),
    sql`limit ${atMost} for update of upgrade skip locked`,
  );
}

/** The clock was set: running attempts keep their remaining time. Returns their commands. */
export async function shiftRunning(tx: Transaction, jumpMs: number, now: Date): Promise<string[]> {
  const jump = byJump(jumpMs);
  const at = sql`next_at - ${byJump(FIRMWARE_LIMITS.attemptSilentMs)}`;
  await tx.run(sql`
    update upgrade set next_at = next_at + ${jump}, progress_at = progress_at + ${jump}
    where state = 'upgrading' and ${wasBeforeJump(at, jumpMs, now)}`);
  const commands = await tx.all(sql<{ id: string }>`
    select command_id as id from upgrade where state = 'upgrading' and command_id is not null`);
  return commands.map(({ id }) => id);
}

export interface Settlement {
  readonly tenant: string;
  readonly id: string;
  readonly state: UpgradeState;
  readonly reason: UpgradeReason | null;
  readonly text: string;
  readonly attempts: number;
  readonly nextAt: Date;
  /** The version the device runs now; empty when unchanged. */
  readonly version: string;
}

/** For locked upgrades. */
export async function writeSettlements(
  tx: Transaction,
  settlements: readonly Settlement[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update upgrade set state = changes.state, reason = changes.reason, text = changes.text, attempts = changes.attempts,
      next_at = changes.next_at, percent = case when changes.state = 'succeeded' then 100 end,
      to_version = case when upgrade.to_version = '' then changes.version else upgrade.to_version end,
      ended_at = case when changes.state <> 'waiting' then ${now}::timestamptz end
    from unnest(
      ${settlements.map((one) => one.tenant)}::uuid[], ${settlements.map((one) => one.id)}::uuid[],
      ${settlements.map((one) => one.state)}::text[], ${settlements.map((one) => one.reason)}::text[],
      ${settlements.map((one) => one.text)}::text[], ${settlements.map((one) => one.attempts)}::int[],
      ${settlements.map((one) => one.nextAt)}::timestamptz[], ${settlements.map((one) => one.version)}::text[]
    ) as changes (tenant_id, id, state, reason, text, attempts, next_at, version)
    where upgrade.tenant_id = changes.tenant_id and upgrade.id = changes.id and upgrade.state = 'upgrading'`);
}

export async function lookAgain(
  tx: Transaction,
  upgrades: readonly { readonly tenant: string; readonly id: string; readonly at: Date }[],
): Promise<void> {
  await tx.run(sql`
    update upgrade set next_at = changes.at
    from unnest(${upgrades.map(({ tenant }) => tenant)}::uuid[], ${upgrades.map(({ id }) => id)}::uuid[],
      ${upgrades.map(({ at }) => at)}::timestamptz[]) as changes (tenant_id, id, at)
    where upgrade.tenant_id = changes.tenant_id and upgrade.id = changes.id and upgrade.state = 'upgrading'`);
}

export interface ProgressOfDevice extends DeviceKey {
  readonly percent: number;
  readonly at: Date;
}

/** Returns the campaigns and devices whose progress changed. */
export function writeProgress(
  tx: Transaction,
  changes: readonly ProgressOfDevice[],
): Promise<{ tenant: string; deviceId: string; campaignId: string | null }[]> {
  return tx.all(sql<{ tenant: string; deviceId: string; campaignId: string | null }>`
    update upgrade set percent = changes.percent, progress_at = changes.at
    from unnest(${changes.map(({ tenant }) => tenant)}::uuid[], ${changes.map(({ deviceId }) => deviceId)}::uuid[],
      ${changes.map(({ percent }) => percent)}::int[], ${changes.map(({ at }) => at)}::timestamptz[])
      as changes (tenant_id, device_id, percent, at)
    where upgrade.tenant_id = changes.tenant_id and upgrade.device_id = changes.device_id
      and upgrade.state = 'upgrading'
    returning upgrade.tenant_id as tenant, upgrade.device_id as "deviceId", upgrade.campaign_id as "campaignId"`);
}

/**
 * Makes campaigns due, after the commit of the change. A campaign that is just being advanced may not have seen it and
 * is made due after that.
 */
export async function makeDue(tx: Transaction, campaigns: readonly CampaignKey[], now: Date): Promise<void> {
  await tx.run(sql`
    with held as (
      select tenant_id, id from upgrade_campaign
      where ended_at is null and (tenant_id, id) in (select * from unnest(
        ${campaigns.map(({ tenant }) => tenant)}::uuid[], ${campaigns.map(({ id }) => id)}::uuid[]))
      order by tenant_id, id for update
    )
    update upgrade_campaign set due_at = ${now} from held
    where upgrade_campaign.tenant_id = held.tenant_id and upgrade_campaign.id = held.id`);
}

/** Campaigns in which these devices wait. */
export function campaignsAwaiting(tx: Transaction, devices: readonly DeviceKey[]): Promise<CampaignKey[]> {
  return tx.all(sql<CampaignKey>`
    select distinct tenant_id as tenant, campaign_id as id from upgrade
    where state = 'waiting' and (tenant_id, device_id) in (
      select * from unnest(${devices.map(({ tenant }) => tenant)}::uuid[],
        ${devices.map(({ deviceId }) => deviceId)}::uuid[]))`);
}
