import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';

export interface UsedCode {
  readonly tenant: string;
  readonly id: string;
  readonly siteId: string | null;
  /** The site it was created for, which may be deleted. */
  readonly madeFor: string | null;
  /** Devices with it are simulated by the console. */
  readonly virtual: boolean;
}

/** Uses the code once; only one of two concurrent callers gets the last use. */
export async function useCode(tx: Transaction, hash: Buffer, now: Date): Promise<UsedCode | undefined> {
  return tx.first(
    sql<UsedCode>`
      update claim_code c set uses_left = uses_left - 1
      where hash = ${hash} and uses_left > 0 and expires_at > ${now} and revoked_at is null
        and exists (select from account a where a.id = c.tenant_id and a.closed_at is null)
      returning c.tenant_id as tenant, c.id, c.site_id as "madeFor", c.virtual,
        (select s.id from site s where s.tenant_id = c.tenant_id and s.id = c.site_id and s.deleted_at is null)
          as "siteId"`,
  );
}

export interface CodeState {
  readonly tenant: string;
  readonly id: string;
  readonly usesLeft: number;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** A code, whether it can be used or not. */
export function codeState(tx: Transaction, hash: Buffer): Promise<CodeState | undefined> {
  return tx.first(
    sqlBuilder
      .selectFrom('claim_code')
      .select([
        'tenant_id as tenant',
        'id',
        'uses_left as usesLeft',
        'expires_at as expiresAt',
        'revoked_at as revokedAt',
      ])
      .where('hash', '=', hash),
  );
}

export interface EnrolledDevice {
  readonly tenant: string;
  readonly id: string;
  readonly serial: string;
  readonly siteId: string | null;
  readonly kind: DeviceKind;
  readonly sn: string;
  readonly name: string;
  readonly model: string;
  readonly virtual: boolean;
}

export interface KeptDevice {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly siteId: string | null;
  readonly name: string;
  readonly firstOnlineAt: Date | null;
}

/**
 * Inserts the account's device, or finds and locks it. A serial number of another device, also one inserted
 * concurrently, is not stored.
 */
export async function keepDevice(tx: Transaction, device: EnrolledDevice): Promise<KeptDevice> {
  const made = (sn: string) => sql`
    insert into device as d (tenant_id, id, serial, site_id, kind, sn, name, model, virtual)
    values (${device.tenant}, ${device.id}, ${device.serial}, ${device.siteId}, ${device.kind}, ${sn},
      ${device.name}, ${device.model}, ${device.virtual})`;
  const columns = sql`d.id, d.kind, d.site_id as "siteId", d.name, d.first_online_at as "firstOnlineAt"`;
  const row =
    (await tx.first(sql<KeptDevice>`${made(device.sn)} on conflict do nothing returning ${columns}`)) ??
    (await tx.first(sql<KeptDevice>`
      ${made('')} on conflict (tenant_id, serial) do update set serial = excluded.serial returning ${columns}`));
  if (row === undefined) throw new Error('the device was neither made nor found');
  return row;
}

/** Moves it into the site of its code. */
export async function placeEnrolled(
  tx: Transaction,
  tenant: string,
  deviceId: string,
  siteId: string,
): Promise<void> {
  await tx.run(sql`update device set site_id = ${siteId} where tenant_id = ${tenant} and id = ${deviceId}`);
}

export interface DeviceKeyUse {
  /** Whether it ever had a certificate that admitted it. */
  readonly certified: boolean;
  /** Whether such a certificate, not revoked, has this key. */
  readonly sameKey: boolean;
  /** Requests pending approval. */
  readonly waiting: number;
}

export async function keyUseOf(
  tx: Transaction,
  tenant: string,
  deviceId: string,
  keyHash: string,
): Promise<DeviceKeyUse> {
  const held = await tx.first(sql<DeviceKeyUse>`
    select coalesce(bool_or(requested_at is null), false) as certified,
      coalesce(bool_or(requested_at is null and revoked_at is null and key_hash = ${keyHash}), false) as "sameKey",
      (count(*) filter (where requested_at is not null and revoked_at is null))::int as waiting
    from device_certificate where tenant_id = ${tenant} and device_id = ${deviceId}`);
  if (held === undefined) throw new Error('nothing was counted');
  return held;
}

/** Whether the device has a certificate that was issued within this interval and is not revoked. */
export async function isCertifiedBetween(
  tx: Transaction,
  tenant: string,
  deviceId: string,
  after: Date,
  until: Date,
): Promise<boolean> {
  const found = await tx.first(
    sqlBuilder
      .selectFrom('device_certificate')
      .select('fingerprint')
      .where('tenant_id', '=', tenant)
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .where('issued_at', '>', after)
      .where('issued_at', '<=', until)
      .limit(1),
  );
  return found !== undefined;
}

export interface CertifiedDevice {
  readonly siteId: string | null;
  /** The process with its connection, or with its last one a moment ago. */
  readonly gatewayId: string | null;
}

/** The device, if it has a certificate that is neither revoked nor expired. */
export function certifiedDevice(
  tx: Transaction,
  tenant: string,
  deviceId: string,
  now: Date,
): Promise<CertifiedDevice | undefined> {
  return tx.first(
    sql<CertifiedDevice>`
      select d.site_id as "siteId",
        (select g.id from gateway_process g where g.id = d.gateway_id) as "gatewayId"
      from device d
      where d.tenant_id = ${tenant} and d.id = ${deviceId} and exists (
        select from device_certificate c
        where c.tenant_id = d.tenant_id and c.device_id = d.id and c.revoked_at is null
          and c.requested_at is null and c.not_after > ${now})`,
  );
}

export interface IssuedCertificate {
  readonly tenant: string;
  readonly fingerprint: string;
  readonly keyHash: string;
  readonly serial: string;
  readonly deviceId: string;
  /** The code its first certificate was issued for. */
  readonly codeId: string | null;
  readonly notAfter: Date;
  readonly now: Date;
  /** Address from which a request pending approval came. */
  readonly requestedFrom?: string;
}

export async function keepCertificate(tx: Transaction, issued: IssuedCertificate): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('device_certificate').values({
      tenant_id: issued.tenant,
      fingerprint: issued.fingerprint,
      serial: issued.serial,
      device_id: issued.deviceId,
      claim_code_id: issued.codeId,
      not_after: issued.notAfter,
      issued_at: issued.now,
      revoked_at: null,
      key_hash: issued.keyHash,
      maker: 'own',
      requested_at: issued.requestedFrom === undefined ? null : issued.now,
      requested_from: issued.requestedFrom ?? '',
    }),
  );
}

/** Locks the account's device with this serial. */
export async function lockDeviceWithSerial(
  tx: Transaction,
  tenant: string,
  serial: string,
): Promise<string | undefined> {
  const device = await tx.first(
    sqlBuilder
      .selectFrom('device')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('serial', '=', serial)
      .forUpdate(),
  );
  return device?.id;
}

/** The account of a certificate, unless it is revoked there or pending approval. */
export function goodCertificate(
  tx: Transaction,
  { fingerprint, serial }: Pick<IssuedCertificate, 'fingerprint' | 'serial'>,
): Promise<{ tenant: string; codeId: string | null } | undefined> {
  return tx.first(
    sqlBuilder
      .selectFrom('device_certificate')
      .select(['tenant_id as tenant', 'claim_code_id as codeId'])
      .where('fingerprint', '=', fingerprint)
      .where('serial', '=', serial)
      .where('revoked_at', 'is', null)
      .where('requested_at', 'is', null)
      .orderBy('issued_at', 'desc')
      .orderBy('tenant_id')
      .limit(1),
  );
}

export async function certificatesSince(
  tx: Transaction,
  tenant: string,
  deviceId: string,
  since: Date,
): Promise<number> {
  const counted = await tx.first(
    sqlBuilder
      .selectFrom('device_certificate')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('tenant_id', '=', tenant)
      .where('device_id', '=', deviceId)
      .where('issued_at', '>', since),
  );
  return counted?.count ?? 0;
}
