import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';

/** For a row of `device`: a certificate is pending approval. */
export const AWAITS_APPROVAL = sql<boolean>`exists (
  select from device_certificate waiting
  where waiting.tenant_id = device.tenant_id and waiting.device_id = device.id
    and waiting.requested_at is not null and waiting.revoked_at is null)`;

/** For a row of `device`: another account registered it, and the dispute is open. */
export const DISPUTED = sql<boolean>`exists (
  select from device_dispute dispute
  where dispute.tenant_id = device.tenant_id and dispute.device_id = device.id and dispute.answered_at is null)`;

export interface WaitingRequest {
  readonly fingerprint: string;
  readonly requestedAt: Date;
  readonly address: string;
}

export function waitingRequests(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceId: string,
): Promise<WaitingRequest[]> {
  return tx.all(sql<WaitingRequest>`
    select fingerprint, requested_at as "requestedAt", requested_from as address from device_certificate
    where tenant_id = ${tenant} and device_id = ${deviceId} and requested_at is not null and revoked_at is null
    order by requested_at desc, fingerprint`);
}

/** The certificate admits the device from now on, and no other one issued here does. */
export async function approve(
  tx: Transaction,
  { tenant }: TenantScope,
  {
    deviceId,
    fingerprint,
    now,
  }: { readonly deviceId: string; readonly fingerprint: string; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    update device_certificate set requested_at = null
    where tenant_id = ${tenant} and device_id = ${deviceId} and fingerprint = ${fingerprint}`);
  // A factory certificate cannot be replaced: without it the device could never be added again.
  await tx.run(sql`
    update device_certificate set revoked_at = ${now}
    where tenant_id = ${tenant} and device_id = ${deviceId} and fingerprint <> ${fingerprint}
      and revoked_at is null and (maker = 'own' or claim_code_id is not null)`);
}

export async function reject(
  tx: Transaction,
  { tenant }: TenantScope,
  { fingerprint, now }: { readonly fingerprint: string; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    update device_certificate set revoked_at = ${now}
    where tenant_id = ${tenant} and fingerprint = ${fingerprint}`);
}

export interface OpenDispute {
  readonly since: Date;
  readonly accounts: number;
  readonly namesSn: boolean;
}

export async function openDispute(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceId: string,
): Promise<OpenDispute | null> {
  const found = await tx.first(sql<OpenDispute>`
    select min(opened_at) as since, count(*)::int as accounts, bool_or(names_sn) as "namesSn" from device_dispute
    where tenant_id = ${tenant} and device_id = ${deviceId} and answered_at is null
    having count(*) > 0`);
  return found ?? null;
}

export async function answerDispute(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceId: string,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update device_dispute set answered_at = ${now}
    where tenant_id = ${tenant} and device_id = ${deviceId} and answered_at is null`);
}

export interface DisputedDevice {
  readonly tenant: string;
  readonly deviceId: string;
}

/**
 * Opens a dispute in the account that had each of these first, by a registration or a certificate. The same account
 * disputes a device at most once a day. Runs as the system; returns the opened ones.
 */
export function openDisputes(
  tx: Transaction,
  claimant: string,
  deviceIds: readonly string[],
  now: Date,
): Promise<DisputedDevice[]> {
  const { disputesMax, disputeEveryMs } = DEVICE_LIMITS;
  return tx.all(sql<DisputedDevice>`
    insert into device_dispute as known (tenant_id, device_id, claimant, names_sn, opened_at)
    select owner.tenant_id, owner.id, ${claimant}::uuid, claimed.sn <> '' and claimed.sn = owner.sn, ${now}
    from device claimed, lateral (
      select other.tenant_id, other.id, other.sn from device other
      where other.serial = claimed.serial and other.tenant_id <> claimed.tenant_id
        and (other.registered_at is not null or exists (select from device_certificate c
          where c.tenant_id = other.tenant_id and c.device_id = other.id))
        and coalesce(other.registered_at, other.created_at) <= coalesce(claimed.registered_at, claimed.created_at)
      order by coalesce(other.registered_at, other.created_at), other.id limit 1
    ) as owner
    where claimed.tenant_id = ${claimant} and claimed.id = any(${deviceIds}::uuid[])
      and (select count(*) from device_dispute d where d.tenant_id = owner.tenant_id and d.device_id = owner.id
        and d.claimant <> ${claimant} and d.answered_at is null) < ${disputesMax}
    order by owner.tenant_id, owner.id
    on conflict (tenant_id, device_id, claimant) do update
      set names_sn = excluded.names_sn, opened_at = excluded.opened_at, answered_at = null
      where known.opened_at <= ${new Date(now.getTime() - disputeEveryMs)}
    returning tenant_id as tenant, device_id as "deviceId"`);
}
