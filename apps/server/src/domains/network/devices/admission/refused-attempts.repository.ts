import type { RefusalReason } from '@airloom/contract/devices/adding.model';
import { ADDING_LIMITS } from '@airloom/contract/devices/devices.limits';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';

export interface AttemptOwner {
  readonly tenant: string;
  readonly serial: string;
}

/**
 * The account that is shown attempts of a device that no certificate or code assigned to one: of several accounts with the
 * serial, only the one in which it connected, or that registered it first.
 */
export function ownersOfSerials(tx: Transaction, serials: readonly string[]): Promise<AttemptOwner[]> {
  return tx.all(sql<AttemptOwner>`
    select distinct on (d.serial) d.tenant_id as tenant, d.serial from device d
    where d.serial = any(${serials}::text[])
      and (d.registered_at is not null or exists (
        select from device_certificate c where c.tenant_id = d.tenant_id and c.device_id = d.id))
    order by d.serial, (d.first_online_at is not null) desc, coalesce(d.registered_at, d.created_at), d.tenant_id`);
}

/** Devices that are registered with these serial numbers and never connected; of several, the first registered. */
export function awaitedWithSns(
  tx: Transaction,
  sns: readonly string[],
): Promise<(AttemptOwner & { readonly sn: string })[]> {
  return tx.all(sql<AttemptOwner & { sn: string }>`
    select distinct on (d.sn) d.sn, d.tenant_id as tenant, d.serial from device d
    where d.sn = any(${sns}::text[]) and d.sn <> '' and d.registered_at is not null and d.first_online_at is null
    order by d.sn, d.registered_at, d.tenant_id`);
}

export interface AttemptRow extends AttemptOwner {
  readonly reason: RefusalReason;
  readonly codeId: string | null;
  readonly address: string;
  readonly count: number;
  readonly at: Date;
}

/** One row per device and reason; codes and accounts that were deleted meanwhile are left out. */
export async function writeAttempts(tx: Transaction, rows: readonly AttemptRow[]): Promise<void> {
  await tx.run(sql`
    insert into refused_attempt as r (tenant_id, serial, reason, claim_code_id, address, count, first_at, last_at)
    select n.tenant, n.serial, n.reason,
      (select c.id from claim_code c where c.tenant_id = n.tenant and c.id = n.code), n.address, n.count, n.at, n.at
    from unnest(
      ${rows.map(({ tenant }) => tenant)}::uuid[],
      ${rows.map(({ serial }) => serial)}::text[],
      ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map(({ codeId }) => codeId)}::uuid[],
      ${rows.map(({ address }) => address)}::text[],
      ${rows.map(({ count }) => count)}::int[],
      ${rows.map(({ at }) => at)}::timestamptz[]) as n (tenant, serial, reason, code, address, count, at)
    join account a on a.id = n.tenant and a.closed_at is null
    order by n.tenant, n.serial, n.reason
    on conflict (tenant_id, serial, reason) do update set claim_code_id = excluded.claim_code_id,
      address = excluded.address, count = least(r.count::bigint + excluded.count, 2147483647)::int,
      last_at = greatest(r.last_at, excluded.last_at)`);
}

/**
 * Deletes rows of these accounts above the limits: per address, and in total. Devices of the account are kept first, then
 * the newest of each address, so that invented serials do not push out others.
 */
export async function trimAttempts(tx: Transaction, tenants: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from refused_attempt r using (
      select tenant_id, serial, reason, not is_known and place_of_address > ${ADDING_LIMITS.refusedPerAddressMax} as is_over,
        row_number() over (
          partition by tenant_id
          order by is_known desc, place_of_address, last_at desc, serial, reason) as place
      from (
        select r.tenant_id, r.serial, r.reason, r.last_at, d.id is not null as is_known,
          row_number() over (
            partition by r.tenant_id, r.address, d.id is not null
            order by r.last_at desc, r.serial, r.reason) as place_of_address
        from refused_attempt r
        left join device d on d.tenant_id = r.tenant_id and d.serial = r.serial
        where r.tenant_id = any(${tenants}::uuid[])) as of_address) as ranked
    where (ranked.is_over or ranked.place > ${ADDING_LIMITS.refusedMax})
      and r.tenant_id = ranked.tenant_id and r.serial = ranked.serial and r.reason = ranked.reason`);
}

export function deleteOldAttempts(tx: Transaction, until: Date, atMost: number): Promise<number> {
  return tx.run(sql`
    delete from refused_attempt r using (
      select tenant_id, serial, reason from refused_attempt where last_at < ${until}
      order by last_at limit ${atMost}) as old
    where r.tenant_id = old.tenant_id and r.serial = old.serial and r.reason = old.reason`);
}
