import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { sqlBuilder } from '../../../../platform/database/database.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { itsManager, OBSERVE_ONLY } from '../device-joins.ts';
import { type Asker, requireOperable, visibleDevices } from '../reach.ts';

export type LockedDevice = Awaited<ReturnType<typeof selectForUpdate>>[number];

function selectForUpdate(tx: Transaction, scope: Asker, ids: readonly string[]) {
  return tx.all(
    visibleDevices(scope)
      .leftJoin('device as above', itsManager)
      .select([
        'device.id',
        'device.kind',
        'device.name',
        'device.position',
        'device.remark',
        'device.status',
        'device.site_id',
        'device.group_id',
        'device.grouped_at',
        'device.management_vlan',
        'device.configuration_state',
        'device.reported_ports',
        'device.virtual',
        'above.kind as above_kind',
      ])
      .select(OBSERVE_ONLY)
      .select(sql<boolean>`device.sealed_password is not null`.as('has_password'))
      .where('device.id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('device.id')
      .forUpdate('device'),
  );
}

/** Locks devices that the person may change. Hidden devices are not found. */
export async function lockDevices(
  tx: Transaction,
  scope: Asker,
  ids: readonly string[],
): Promise<LockedDevice[]> {
  const locked = await selectForUpdate(tx, scope, ids);
  if (locked.length < ids.length) throw new Failure('notFound');
  requireOperable(
    scope,
    locked.map(({ kind }) => kind),
  );
  return locked;
}

export async function lockDevice(tx: Transaction, scope: Asker, id: string): Promise<LockedDevice> {
  const [locked] = await lockDevices(tx, scope, [id]);
  if (locked === undefined) throw new Failure('notFound');
  return locked;
}

export async function updateDevice(
  tx: Transaction,
  scope: TenantScope,
  id: string,
  fields: {
    readonly name: string;
    readonly position: string;
    readonly remark: string;
    readonly group_id: string | null;
    readonly grouped_at: Date | null;
  },
): Promise<void> {
  await tx.run(
    sqlBuilder.updateTable('device').set(fields).where('tenant_id', '=', scope.tenant).where('id', '=', id),
  );
}

/** Moves devices into a site and one of its groups, or into another group of their site. */
export async function placeDevices(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
  place:
    | { readonly group_id: string | null; readonly grouped_at: Date }
    | { readonly site_id: string; readonly group_id: string | null; readonly placed_at: Date },
): Promise<void> {
  await tx.run(
    sqlBuilder
      .updateTable('device')
      .set(place)
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

/** Each is sealed separately, in the sequence of `ids`, so that equal passwords are not visible. */
export async function setPasswords(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
  sealed: readonly (string | null)[],
): Promise<void> {
  await tx.run(sql`
    update device set sealed_password = given.sealed
    from unnest(${ids}::uuid[], ${sealed}::text[]) as given (id, sealed)
    where device.tenant_id = ${tenant} and device.id = given.id`);
}

export async function removeDevices(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
): Promise<void> {
  await tx.run(
    sqlBuilder
      .deleteFrom('device')
      .where('tenant_id', '=', scope.tenant)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`),
  );
}

/** Throws if the site contains devices, before it is deleted. */
export async function refuseSiteWithDevices(
  tx: Transaction,
  scope: TenantScope,
  siteId: string,
): Promise<void> {
  const device = await tx.first(
    sqlBuilder
      .selectFrom('device')
      .select('id')
      .where('tenant_id', '=', scope.tenant)
      .where('site_id', '=', siteId)
      .limit(1),
  );
  const fleet = await tx.first(
    sqlBuilder
      .selectFrom('virtual_fleet')
      .select('site_id')
      .where('tenant_id', '=', scope.tenant)
      .where('site_id', '=', siteId),
  );
  if (device !== undefined || fleet !== undefined) throw new Failure('siteHasDevices');
}

/** Deletes some of an account's devices with their data; returns how many. Runs as the system. */
export function deleteSomeDevices(tx: Transaction, tenant: string, atMost: number): Promise<number> {
  return tx.run(
    sqlBuilder
      .with('some', (db) =>
        db.selectFrom('device').select('id').where('tenant_id', '=', tenant).limit(atMost),
      )
      .deleteFrom('device')
      .using('some')
      .where('device.tenant_id', '=', tenant)
      .whereRef('device.id', '=', 'some.id'),
  );
}

/** The sealing key is lost: devices keep their passwords, and are sent none. */
export async function forgetSealedPasswords(tx: Transaction): Promise<void> {
  await tx.run(
    sqlBuilder.updateTable('device').set({ sealed_password: null }).where('sealed_password', 'is not', null),
  );
}
