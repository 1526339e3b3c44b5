import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { GoodRow } from './registration.ts';

/** MAC addresses and serial numbers that devices of the account have already. */
export async function takenIdentities(
  tx: Transaction,
  scope: TenantScope,
  rows: readonly GoodRow[],
): Promise<{ readonly serials: ReadonlySet<string>; readonly sns: ReadonlySet<string> }> {
  const [bySerial, bySn] = await Promise.all([
    tx.all(
      sqlBuilder
        .selectFrom('device')
        .select('serial')
        .where('tenant_id', '=', scope.tenant)
        .where('serial', '=', sql<string>`any(${rows.map(({ serial }) => serial)}::text[])`),
    ),
    tx.all(
      sqlBuilder
        .selectFrom('device')
        .select('sn')
        .where('tenant_id', '=', scope.tenant)
        .where('sn', '<>', '')
        .where('sn', '=', sql<string>`any(${rows.map(({ sn }) => sn)}::text[])`),
    ),
  ]);
  return { serials: new Set(bySerial.map((row) => row.serial)), sns: new Set(bySn.map((row) => row.sn)) };
}

export interface NewDevice extends GoodRow {
  readonly id: string;
}

/** Inserts devices that were not inserted concurrently; returns them. */
export async function insertDevices(
  tx: Transaction,
  scope: TenantScope,
  place: { readonly siteId: string; readonly groupId: string | null },
  devices: readonly NewDevice[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const column = (of: (device: NewDevice) => string) => devices.map(of);
  const rows = await tx.all(sql<{ id: string }>`
    insert into device (tenant_id, site_id, group_id, registered_at, id, kind, serial, sn, name, position, remark)
    select ${scope.tenant}::uuid, ${place.siteId}::uuid, ${place.groupId}::uuid, ${at}::timestamptz, given.*
    from unnest(
      ${column(({ id }) => id)}::uuid[],
      ${column(({ kind }) => kind)}::text[],
      ${column(({ serial }) => serial)}::text[],
      ${column(({ sn }) => sn)}::text[],
      ${column(({ name }) => name)}::text[],
      ${column(({ position }) => position)}::text[],
      ${column(({ remark }) => remark)}::text[]
    ) as given
    on conflict do nothing
    returning id
  `);
  return new Set(rows.map(({ id }) => id));
}
