import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import type { Maker } from './admission.trust.ts';

export interface KnownCertificate {
  readonly tenant: string;
  readonly fingerprint: string;
  readonly revoked: boolean;
  /** Its device was deleted, and has not connected with it since. */
  readonly orphaned: boolean;
  /** It was issued for a device with another key, and is not approved. */
  readonly waiting: boolean;
}

/** Accounts in which these certificates are stored, the newest first, with their state. */
export function knownCertificates(
  tx: Transaction,
  fingerprints: readonly string[],
): Promise<KnownCertificate[]> {
  return tx.all(
    sql<KnownCertificate>`
      select tenant_id as tenant, fingerprint, revoked_at is not null as revoked, device_id is null as orphaned,
        requested_at is not null as waiting
      from device_certificate where fingerprint = any(${fingerprints}::text[])
      order by issued_at desc, tenant_id`,
  );
}

export interface KnownDevice {
  readonly tenant: string;
  readonly id: string;
  readonly serial: string;
  readonly siteId: string | null;
  readonly kind: DeviceKind;
  readonly sn: string;
  readonly status: DeviceStatus;
  readonly managedBy: string | null;
  readonly gatewayId: string | null;
  readonly connectionId: string | null;
  /** When it was added, by a person or by connecting. */
  readonly createdAt: Date;
  /** Whether a person registered it by its MAC address. */
  readonly registered: boolean;
  /** Kinds of issuers of its certificates. */
  readonly makers: readonly Maker['kind'][];
}

/** Columns of a known device, for a row of `device` with the alias `d`. */
const KNOWN = sql`
  d.tenant_id as tenant, d.id, d.serial, d.site_id as "siteId", d.kind, d.sn, d.status, d.managed_by as "managedBy",
  d.gateway_id as "gatewayId", d.connection_id as "connectionId",
  coalesce(d.registered_at, d.created_at) as "createdAt", d.registered_at is not null as registered,
  array(select distinct c.maker from device_certificate c
    where c.tenant_id = d.tenant_id and c.device_id = d.id and c.maker is not null) as makers`;

/** Locks every account's devices with these serials. */
export function lockDevicesWithSerials(tx: Transaction, serials: readonly string[]): Promise<KnownDevice[]> {
  return tx.all(
    sql<KnownDevice>`
      select ${KNOWN}
      from device d where d.serial = any(${serials}::text[])
      order by d.tenant_id, d.id for no key update`,
  );
}

/** Of these accounts, the existing and open ones. */
export async function openAccounts(tx: Transaction, tenants: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all(
    sql<{ id: string }>`select id from account where id = any(${tenants}::uuid[]) and closed_at is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Serial numbers that a device of the account has already, as `tenant sn` → serial. */
export async function usedSerialNumbers(
  tx: Transaction,
  labels: readonly { readonly tenant: string; readonly sn: string }[],
): Promise<Map<string, string>> {
  const rows = await tx.all(
    sql<{ tenant: string; sn: string; serial: string }>`
      select d.tenant_id as tenant, d.sn, d.serial from device d
      join unnest(${labels.map(({ tenant }) => tenant)}::uuid[], ${labels.map(({ sn }) => sn)}::text[])
        as l (tenant, sn) on d.tenant_id = l.tenant and d.sn = l.sn`,
  );
  return new Map(rows.map(({ tenant, sn, serial }) => [`${tenant} ${sn}`, serial]));
}

export interface NewDevice {
  readonly tenant: string;
  readonly id: string;
  readonly serial: string;
  readonly kind: DeviceKind;
  readonly name: string;
}

/** Inserts unclaimed devices. Returns their ids, also of those inserted concurrently. */
export async function insertDevices(tx: Transaction, devices: readonly NewDevice[]): Promise<KnownDevice[]> {
  if (devices.length === 0) return [];
  return tx.all(
    sql<KnownDevice>`
      insert into device as d (tenant_id, id, serial, sn, kind, name)
      select tenant, id, serial, '', kind, name from unnest(
        ${devices.map(({ tenant }) => tenant)}::uuid[],
        ${devices.map(({ id }) => id)}::uuid[],
        ${devices.map(({ serial }) => serial)}::text[],
        ${devices.map(({ kind }) => kind)}::text[],
        ${devices.map(({ name }) => name)}::text[]) as n (tenant, id, serial, kind, name)
      order by tenant, serial
      on conflict (tenant_id, serial) do update set serial = excluded.serial
      returning ${KNOWN}`,
  );
}

export interface Arrival {
  readonly tenant: string;
  readonly deviceId: string;
  readonly kind: DeviceKind;
  readonly sn: string;
  readonly model: string;
  readonly version: string;
  /** Remote address of its connection; its address until it reports another one. */
  readonly ip: string;
  readonly abilities: string;
  readonly status: DeviceStatus;
  readonly connectionId: string;
  readonly at: Date;
}

/** Stores the hello and the current connection of online devices. */
export async function writeArrivals(
  tx: Transaction,
  gatewayId: string,
  arrivals: readonly Arrival[],
): Promise<void> {
  await tx.run(
    sql`
      update device d set kind = a.kind, sn = a.sn, model = a.model, version = a.version,
        ip = case when d.ip = '' then a.ip else d.ip end, abilities = a.abilities::jsonb,
        gateway_id = ${gatewayId}, connection_id = a.connection, managed_by = null, status = a.status,
        online_at = case when ${isConnectedIn('d.status')} then coalesce(d.online_at, a.at) else a.at end,
        first_online_at = coalesce(d.first_online_at, a.at)
      from unnest(
        ${arrivals.map(({ tenant }) => tenant)}::uuid[],
        ${arrivals.map(({ deviceId }) => deviceId)}::uuid[],
        ${arrivals.map(({ kind }) => kind)}::text[],
        ${arrivals.map(({ sn }) => sn)}::text[],
        ${arrivals.map(({ model }) => model)}::text[],
        ${arrivals.map(({ version }) => version)}::text[],
        ${arrivals.map(({ ip }) => ip)}::text[],
        ${arrivals.map(({ abilities }) => abilities)}::text[],
        ${arrivals.map(({ status }) => status)}::text[],
        ${arrivals.map(({ connectionId }) => connectionId)}::uuid[],
        ${arrivals.map(({ at }) => at)}::timestamptz[])
        as a (tenant, id, kind, sn, model, version, ip, abilities, status, connection, at)
      where d.tenant_id = a.tenant and d.id = a.id`,
  );
}

export interface SeenCertificate {
  readonly tenant: string;
  readonly fingerprint: string;
  readonly keyHash: string;
  readonly serial: string;
  readonly deviceId: string;
  readonly notAfter: Date;
  readonly maker: Maker['kind'];
}

/** Certificates of other authorities are stored too, so that they can be revoked. */
export async function keepCertificates(tx: Transaction, seen: readonly SeenCertificate[]): Promise<void> {
  if (seen.length === 0) return;
  await tx.run(
    sql`
      insert into device_certificate as c (tenant_id, fingerprint, serial, device_id, not_after, key_hash, maker)
      select * from unnest(
        ${seen.map(({ tenant }) => tenant)}::uuid[],
        ${seen.map(({ fingerprint }) => fingerprint)}::text[],
        ${seen.map(({ serial }) => serial)}::text[],
        ${seen.map(({ deviceId }) => deviceId)}::uuid[],
        ${seen.map(({ notAfter }) => notAfter)}::timestamptz[],
        ${seen.map(({ keyHash }) => keyHash)}::text[],
        ${seen.map(({ maker }) => maker)}::text[]) as n (tenant, fingerprint, serial, device, until, key, maker)
      order by n.tenant, n.fingerprint
      on conflict (tenant_id, fingerprint) do update set device_id = excluded.device_id,
        key_hash = excluded.key_hash, maker = excluded.maker
        where (c.device_id, c.key_hash, c.maker) is distinct from
          (excluded.device_id, excluded.key_hash, excluded.maker)`,
  );
}

export interface OpenConnection {
  readonly tenant: string;
  readonly deviceId: string;
  readonly fingerprint: string;
}

export interface Standing extends OpenConnection {
  readonly siteId: string | null;
  /** Its newest connection, in any process. */
  readonly connectionId: string | null;
}

/** Of these connections, those whose device exists and whose certificate is not revoked. */
export function stillAccepted(tx: Transaction, held: readonly OpenConnection[]): Promise<Standing[]> {
  return tx.all(
    sql<Standing>`
      select h.tenant, h.id as "deviceId", h.fingerprint, d.site_id as "siteId",
        d.connection_id as "connectionId"
      from unnest(
        ${held.map(({ tenant }) => tenant)}::uuid[],
        ${held.map(({ deviceId }) => deviceId)}::uuid[],
        ${held.map(({ fingerprint }) => fingerprint)}::text[]) as h (tenant, id, fingerprint)
      join device d on d.tenant_id = h.tenant and d.id = h.id
      join account a on a.id = h.tenant and a.closed_at is null
      where not exists (select from device_certificate c
        where c.tenant_id = h.tenant and c.fingerprint = h.fingerprint and c.revoked_at is not null)`,
  );
}

/** Authorities that admit devices: proven ones, and those trusted before proofs were required. */
export function trustedCas(tx: Transaction): Promise<{ tenant: string; pem: string }[]> {
  return tx.all(sql<{ tenant: string; pem: string }>`
    select tenant_id as tenant, pem from trusted_ca where proven_at is not null or not needs_proof`);
}
