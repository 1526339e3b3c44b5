import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceStatus, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import type { StopReason, UpgradeReason } from '@airloom/contract/firmware/firmware.states';
import type { LocalStart } from '@airloom/contract/rollout/local-start';
import type { RolloutState } from '@airloom/contract/rollout/rollout.states';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type Asker, OBSERVE_ONLY, visibleDevices } from '../../devices/index.ts';
import { visibleUpgrades } from '../log/log.repository.ts';
import { visibleCampaigns } from './campaign-rows.repository.ts';

export type TargetChoice =
  | { readonly kind: 'devices'; readonly deviceUUIDs: readonly string[] }
  | { readonly kind: 'site'; readonly siteUUID: string }
  | { readonly kind: 'group'; readonly groupUUID: string }
  | { readonly kind: 'all' };

export interface ChosenDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly site_id: string | null;
  readonly model: string;
  readonly version: string;
  readonly status: DeviceStatus;
  readonly upgrade_status: UpgradeStatus;
  readonly managed_by: string | null;
  /** Its site is observe only. */
  readonly observe_only: boolean;
}

/** Visible devices in the sequence of their upgrades: by name. */
export function chooseDevices(
  tx: Transaction,
  scope: Asker,
  target: TargetChoice,
  fitting: { readonly kind: DeviceKind; readonly models: readonly string[] },
  atMost: number,
): Promise<ChosenDevice[]> {
  let found = visibleDevices(scope);
  if (target.kind === 'devices') {
    found = found.where('device.id', '=', sql<string>`any(${target.deviceUUIDs}::uuid[])`);
  } else {
    const models = fitting.models.map((model) => model.toLowerCase());
    found = found
      .where('device.site_id', 'is not', null)
      .where('device.kind', '=', fitting.kind)
      .where(sql<string>`lower(device.model)`, '=', sql<string>`any(${models}::text[])`);
    if (target.kind === 'site') found = found.where('device.site_id', '=', target.siteUUID);
    if (target.kind === 'group') found = found.where('device.group_id', '=', target.groupUUID);
  }
  return tx.all(
    found
      .select([
        'device.id',
        'device.name',
        'device.kind',
        'device.site_id',
        'device.model',
        'device.version',
        'device.status',
        'device.upgrade_status',
        'device.managed_by',
      ])
      .select(OBSERVE_ONLY)
      .orderBy('device.sort_name')
      .orderBy('device.id')
      .limit(atMost),
  );
}

export interface NewCampaign {
  readonly id: string;
  readonly name: string;
  readonly firmwareId: string;
  readonly kind: DeviceKind;
  readonly models: string[];
  readonly version: string;
  /** Null: now. With a local start the earliest one. */
  readonly startAt: Date | null;
  readonly localStart: LocalStart | null;
  readonly waves: number[];
  readonly stopAtFailedPercent: number;
  readonly retries: number;
  readonly by: { readonly id: string; readonly name: string };
  readonly now: Date;
}

export async function insertCampaign(
  tx: Transaction,
  { tenant }: TenantScope,
  campaign: NewCampaign,
): Promise<void> {
  const atOnce = campaign.startAt === null;
  await tx.run(
    sqlBuilder.insertInto('upgrade_campaign').values({
      tenant_id: tenant,
      id: campaign.id,
      name: campaign.name,
      firmware_id: campaign.firmwareId,
      kind: campaign.kind,
      models: campaign.models,
      version: campaign.version,
      state: atOnce ? 'running' : 'scheduled',
      stop_reason: null,
      start_at: campaign.startAt,
      local_start: campaign.localStart === null ? null : JSON.stringify(campaign.localStart),
      began_at: atOnce ? campaign.now : null,
      waves: campaign.waves,
      wave: atOnce ? 1 : 0,
      stop_at_failed_percent: campaign.stopAtFailedPercent,
      retries: campaign.retries,
      created_by: campaign.by.id,
      created_by_name: campaign.by.name,
      created_at: campaign.now,
      due_at: campaign.startAt ?? campaign.now,
      ended_at: null,
    }),
  );
}

export interface PlannedDevice {
  readonly device: ChosenDevice;
  readonly wave: number;
  readonly place: number;
  /** Why it is skipped; null when it is upgraded. */
  readonly skipped: UpgradeReason | null;
}

const INSERTED_AT_ONCE = 5_000;

export async function insertUpgrades(
  tx: Transaction,
  { tenant }: TenantScope,
  campaign: NewCampaign,
  planned: readonly PlannedDevice[],
): Promise<void> {
  for (let from = 0; from < planned.length; from += INSERTED_AT_ONCE) {
    const some = planned.slice(from, from + INSERTED_AT_ONCE);
    await tx.run(sql`
      insert into upgrade (tenant_id, id, campaign_id, device_id, device_name, device_kind, site_id, wave, place,
        state, reason, from_version, to_version, attempts_max, next_at, created_at, ended_at)
      select ${tenant}::uuid, changes.id, ${campaign.id}::uuid, changes.device_id, changes.name, changes.kind, changes.site_id,
        changes.wave, changes.place, case when changes.skipped is null then 'waiting' else 'cancelled' end, changes.skipped,
        changes.version, ${campaign.version}::text, ${campaign.retries + 1}::int, ${campaign.now}::timestamptz,
        ${campaign.now}::timestamptz, case when changes.skipped is not null then ${campaign.now}::timestamptz end
      from unnest(${some.map(() => newId())}::uuid[], ${some.map(({ device }) => device.id)}::uuid[],
        ${some.map(({ device }) => device.name)}::text[], ${some.map(({ device }) => device.kind)}::text[],
        ${some.map(({ device }) => device.site_id)}::uuid[], ${some.map(({ wave }) => wave)}::int[],
        ${some.map(({ place }) => place)}::int[], ${some.map(({ skipped }) => skipped)}::text[],
        ${some.map(({ device }) => device.version)}::text[])
        as changes (id, device_id, name, kind, site_id, wave, place, skipped, version)`);
  }
}

export type LockedRow = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>;

/** Locks a campaign until the transaction ends; returns it with the number of hidden devices. */
export async function lockCampaign(tx: Transaction, scope: Asker, id: string) {
  const campaign = await tx.first(
    visibleCampaigns(scope)
      .selectAll('upgrade_campaign')
      .where('upgrade_campaign.id', '=', id)
      .forUpdate('upgrade_campaign'),
  );
  if (campaign === undefined) return null;
  const hidden = await tx.first(
    sql<{ hidden: number }>`
      select (select count(*) from upgrade where tenant_id = ${scope.tenant} and campaign_id = ${id})::int
        - (select count(*) from (${visibleUpgrades(scope)
          .select(sql`1`.as('one'))
          .where('upgrade.campaign_id', '=', id)}) as seen)::int as hidden`,
  );
  return { ...campaign, hidden: hidden?.hidden ?? 0 };
}

/** The sites of the devices of a campaign. */
export async function sitesOfCampaign(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
): Promise<(string | null)[]> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('upgrade')
      .select('site_id')
      .distinct()
      .where('tenant_id', '=', tenant)
      .where('campaign_id', '=', id),
  );
  return rows.map(({ site_id }) => site_id);
}

export async function setCampaignState(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  changes: {
    readonly state: RolloutState;
    readonly stopReason: StopReason | null;
    readonly beganAt: Date | null;
    readonly now: Date;
  },
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('upgrade_campaign')
      .set({
        state: changes.state,
        stop_reason: changes.stopReason,
        began_at: changes.beganAt,
        due_at: changes.now,
        ended_at: null,
      })
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

/** Gives failed upgrades the same number of attempts again. Returns how many. */
export function retryFailed(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  attempts: number,
  now: Date,
): Promise<number> {
  return tx.run(sql`
    update upgrade set state = 'waiting', attempts_max = attempts + ${attempts}::int, next_at = ${now},
      ended_at = null, percent = null
    where tenant_id = ${tenant} and campaign_id = ${id} and state = 'failed'`);
}

/** A change that an edit of the previous revision would undo. */
export async function raiseRevision(
  tx: Transaction,
  { tenant }: TenantScope,
  id: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update upgrade_campaign set revision = revision + 1, due_at = ${now}
    where tenant_id = ${tenant} and id = ${id}`);
}
