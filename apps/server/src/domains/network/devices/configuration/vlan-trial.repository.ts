import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { DeviceKey } from '../presence/presence.repository.ts';

/** Sets the management VLAN and keeps the last one that was reported. {@link startTrials} has to follow. */
export async function setVlan(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  vlan: number | null,
): Promise<void> {
  await tx.run(sql`
    update device set management_vlan = ${vlan},
      vlan_before = case when vlan_version is null then management_vlan else vlan_before end
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}

/** The VLANs of these devices have to be reported with these versions. Without a version, nothing is sent. */
export async function startTrials(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.run(sql`
    update device set vlan_sent_at = null,
      vlan_version = case when management_vlan is distinct from vlan_before then given.version end
    from unnest(${ids}::uuid[], ${ids.map((id) => versions.get(id) ?? null)}::int[]) as given (id, version)
    where device.tenant_id = ${tenant} and device.id = given.id`);
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
    update device set vlan_sent_at = ${at}::timestamptz
    where tenant_id = ${tenant} and id = any(${ids}::uuid[]) and vlan_version is not null and vlan_sent_at is null`);
}

/** Devices of any accounts that were sent a VLAN before `until`. */
export function sentTrials(tx: Transaction, until: Date): Promise<DeviceKey[]> {
  return tx.all(sql<DeviceKey>`
    select tenant_id as tenant, id as "deviceId" from device
    where vlan_version is not null and vlan_sent_at <= ${until}::timestamptz
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

export interface JudgedTrial extends Trial {
  readonly managed: boolean;
  /** Whether it is connected and a report from some time after the push shows the VLAN. */
  readonly shown: boolean;
}

/** Locks devices of one account that were sent a VLAN. */
export function lockTrials(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  holdMs: number,
): Promise<JudgedTrial[]> {
  return tx.all(sql<JudgedTrial>`
    select device.id, device.name, device.kind, device.site_id, device.management_vlan, device.vlan_before,
      device.vlan_sent_at as "sentAt", device.configuration_state <> 'unmanaged' as managed,
      device.connection_id is not null and exists (
        select from device_last last
        where last.tenant_id = device.tenant_id and last.device_id = device.id
          and last.config_version >= device.vlan_version
          and last.ts >= device.vlan_sent_at + ${holdMs} * interval '1 millisecond') as shown
    from device
    where device.tenant_id = ${tenant} and device.id = any(${ids}::uuid[]) and device.vlan_version is not null
      and device.vlan_sent_at is not null
    order by device.id for update`);
}

export async function endTrials(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(sql`
    update device set vlan_version = null, vlan_before = null, vlan_sent_at = null
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
}

/**
 * Sets the VLANs back, and marks the versions with the failed ones. Settings that were not verified go back, too, unless
 * a rollout sent the device a version since: it evaluates them.
 */
export async function failTrials(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    update device set management_vlan = vlan_before,
      released_settings = case when verified_settings is null or exists (
        select from device_configuration later
        where later.tenant_id = device.tenant_id and later.device_id = device.id
          and later.version >= device.vlan_version and later.change_id is not null)
        then released_settings else verified_settings end
    where tenant_id = ${tenant} and id = any(${ids}::uuid[])`);
  await tx.run(sql`
    update device_configuration failed set state = 'notApplied', decided_at = ${at}::timestamptz
    from device
    where device.tenant_id = ${tenant} and device.id = any(${ids}::uuid[]) and failed.tenant_id = device.tenant_id
      and failed.device_id = device.id and failed.version >= device.vlan_version
      and failed.state in ('pending', 'applied', 'partly')`);
}
