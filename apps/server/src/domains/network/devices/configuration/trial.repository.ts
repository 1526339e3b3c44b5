import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { DeviceKey } from '../presence/presence.repository.ts';

export interface NewTrial {
  readonly id: string;
  /** The first version that may cut the device off. */
  readonly version: number;
  /** The management VLAN before. */
  readonly before: number | null;
}

/**
 * Versions that may cut their devices off have to be reported: those of switches, whose ports and address are their way to
 * the cloud, and those of access points with another management VLAN. A device that is tried already returns to the VLAN
 * before both.
 */
export async function startTrials(
  tx: Transaction,
  { tenant }: TenantScope,
  trials: readonly NewTrial[],
): Promise<void> {
  if (trials.length === 0) return;
  await tx.run(sql`
    update device set trial_sent_at = null, trial_connection = null, vlan_before = own.before,
      trial_version = case when device.kind = 'switch' or device.management_vlan is distinct from own.before
        then own.version end
    from (
      select known.id, given.version, case when trial_version is null then given.before else vlan_before end as before
      from unnest(
        ${trials.map(({ id }) => id)}::uuid[], ${trials.map(({ version }) => version)}::int[],
        ${trials.map(({ before }) => before)}::int[]) as given (id, version, before)
      join device known on known.tenant_id = ${tenant} and known.id = given.id) as own
    where device.tenant_id = ${tenant} and device.id = own.id`);
}

/** Devices are sent their configurations now. */
export async function trialsSent(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`
    update device set trial_sent_at = ${at}::timestamptz, trial_connection = connection_id
    where tenant_id = ${tenant} and id = any(${ids}::uuid[]) and trial_version is not null and trial_sent_at is null`);
}

/** Devices of any accounts that were sent a tried version before `until`. */
export function sentTrials(tx: Transaction, until: Date): Promise<DeviceKey[]> {
  return tx.all(sql<DeviceKey>`
    select tenant_id as tenant, id as "deviceId" from device
    where trial_version is not null and trial_sent_at <= ${until}::timestamptz
    order by tenant_id, id`);
}

export interface Trial {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly site_id: string | null;
  readonly management_vlan: number | null;
  readonly vlan_before: number | null;
  readonly sentAt: Date;
}

/** Whether a rollout delivers the version: it returns the device itself. */
const OF_CHANGE = sql`exists (
  select from device_configuration tried
  where tried.tenant_id = device.tenant_id and tried.device_id = device.id
    and tried.version >= device.trial_version and tried.change_id is not null)`;

export interface JudgedTrial extends Trial {
  readonly managed: boolean;
  readonly ofChange: boolean;
  /** Whether it is connected and a report from some time after the push shows the version. */
  readonly shown: boolean;
}

/** Locks devices of one account that were sent a tried version. */
export function lockTrials(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  holdMs: number,
): Promise<JudgedTrial[]> {
  return tx.all(sql<JudgedTrial>`
    select device.id, device.name, device.kind, device.site_id, device.management_vlan, device.vlan_before,
      device.trial_sent_at as "sentAt", device.configuration_state <> 'unmanaged' as managed,
      ${OF_CHANGE} as "ofChange",
      device.connection_id is not null and exists (
        select from device_last last
        where last.tenant_id = device.tenant_id and last.device_id = device.id
          and last.config_version >= device.trial_version
          and last.ts >= device.trial_sent_at + ${holdMs} * interval '1 millisecond') as shown
    from device
    where device.tenant_id = ${tenant} and device.id = any(${ids}::uuid[]) and device.trial_version is not null
      and device.trial_sent_at is not null
    order by device.id for update`);
}

export async function endTrials(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`
    update device set trial_version = null, vlan_before = null, trial_sent_at = null, trial_connection = null
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}

/** Marks the versions that cut their devices off. */
export async function failVersions(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update device_configuration failed set state = 'notApplied', decided_at = ${at}::timestamptz
    from device
    where device.tenant_id = ${tenant} and device.id = any(${ids}::uuid[]) and failed.tenant_id = device.tenant_id
      and failed.device_id = device.id and failed.version >= device.trial_version
      and failed.state in ('pending', 'applied', 'partly')`);
}

export interface TriedSettings {
  readonly id: string;
  /** The last ones that a report showed, or else those released now. */
  readonly settings: EffectiveSettings | null;
  readonly before: number | null;
  readonly ofChange: boolean;
}

/** What devices return to that were cut off. */
export function triedSettings(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<TriedSettings[]> {
  return tx.all(sql<TriedSettings>`
    select id, coalesce(verified_settings, released_settings) as settings, vlan_before as before,
      ${OF_CHANGE} as "ofChange"
    from device where tenant_id = ${tenant} and id = any(${ids}::uuid[]) order by id`);
}
