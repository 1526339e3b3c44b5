import type { DeviceTag } from '@airloom/contract/devices/tags.calls';
import { tagKey } from '@airloom/contract/devices/tags.rules';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../../platform/database/database.ts';
import { containing } from '../../../../platform/database/paging.ts';
import { newId } from '../../../../platform/ids.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { visibleDevices } from '../reach.ts';

type Devices = ReturnType<typeof visibleDevices>;

/** Names of a device's tags, as a column of a query of devices. */
export const TAGS = sql<string[]>`array(
  select tag.name from device_tag
  join tag on tag.tenant_id = device_tag.tenant_id and tag.id = device_tag.tag_id
  where device_tag.tenant_id = device.tenant_id and device_tag.device_id = device.id
  order by tag.key)`;

/** Devices with a tag. */
export function devicesWithTag({ tenant }: TenantScope, name: string) {
  return sqlBuilder
    .selectFrom('device_tag')
    .innerJoin('tag', (join) =>
      join.onRef('tag.tenant_id', '=', 'device_tag.tenant_id').onRef('tag.id', '=', 'device_tag.tag_id'),
    )
    .select('device_tag.device_id')
    .where('device_tag.tenant_id', '=', tenant)
    .where('tag.tenant_id', '=', tenant)
    .where('tag.key', '=', tagKey(name));
}

function tagged(devices: Devices) {
  return devices
    .innerJoin('device_tag', (join) =>
      join
        .onRef('device_tag.tenant_id', '=', 'device.tenant_id')
        .onRef('device_tag.device_id', '=', 'device.id'),
    )
    .innerJoin('tag', (join) =>
      join.onRef('tag.tenant_id', '=', 'device_tag.tenant_id').onRef('tag.id', '=', 'device_tag.tag_id'),
    );
}

/** Tags of these devices; others of the account are left out. */
export function tagsOfDevices(tx: Transaction, devices: Devices): Promise<DeviceTag[]> {
  return tx.all(
    tagged(devices)
      .select('tag.name')
      .select(sql<number>`count(*)::int`.as('devices'))
      .groupBy(['tag.key', 'tag.name'])
      .orderBy('tag.key'),
  );
}

/** Some tags of these devices that contain a text. */
export async function someTags(
  tx: Transaction,
  scope: TenantScope,
  devices: Devices,
  search: string,
  atMost: number,
): Promise<string[]> {
  const used = devices
    .innerJoin('device_tag', (join) =>
      join
        .onRef('device_tag.tenant_id', '=', 'device.tenant_id')
        .onRef('device_tag.device_id', '=', 'device.id'),
    )
    .whereRef('device_tag.tag_id', '=', sql.ref('tag.id'))
    .select('device.id');
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('tag')
      .select('tag.name')
      .where('tag.tenant_id', '=', scope.tenant)
      .where('tag.key', 'like', containing(tagKey(search)))
      .where((where) => where.exists(used))
      .orderBy('tag.key')
      .limit(atMost),
  );
  return rows.map(({ name }) => name);
}

export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

export function tagsByKeys(
  tx: Transaction,
  { tenant }: TenantScope,
  keys: readonly string[],
): Promise<Tag[]> {
  return tx.all(
    sqlBuilder
      .selectFrom('tag')
      .select(['id', 'name', 'key'])
      .where('tenant_id', '=', tenant)
      .where('key', '=', sql<string>`any(${keys}::text[])`),
  );
}

export async function insertTags(
  tx: Transaction,
  { tenant }: TenantScope,
  names: readonly string[],
): Promise<Tag[]> {
  if (names.length === 0) return [];
  const tags = names.map((name) => ({ id: newId(), name, key: tagKey(name) }));
  await tx.run(sqlBuilder.insertInto('tag').values(tags.map((tag) => ({ tenant_id: tenant, ...tag }))));
  return tags;
}

/** Deletes tags of the account that no device has, except those that are about to be used. */
export async function deleteUnusedTags(
  tx: Transaction,
  { tenant }: TenantScope,
  except: readonly string[] = [],
): Promise<void> {
  await tx.run(sql`
    delete from tag where tenant_id = ${tenant} and id <> all(${except}::uuid[]) and not exists (
      select from device_tag where device_tag.tenant_id = tag.tenant_id and device_tag.tag_id = tag.id)`);
}

/** Tags by device. */
export async function tagsByDevice(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, Tag[]>> {
  const rows = await tx.all(
    sqlBuilder
      .selectFrom('device_tag')
      .innerJoin('tag', (join) =>
        join.onRef('tag.tenant_id', '=', 'device_tag.tenant_id').onRef('tag.id', '=', 'device_tag.tag_id'),
      )
      .select(['device_tag.device_id', 'tag.id', 'tag.name', 'tag.key'])
      .where('device_tag.tenant_id', '=', tenant)
      .where('device_tag.device_id', '=', sql<string>`any(${deviceIds}::uuid[])`)
      .orderBy('tag.key'),
  );
  return Map.groupBy(rows, (row) => row.device_id);
}

export async function addTags(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  await tx.run(sql`
    insert into device_tag (tenant_id, device_id, tag_id)
    select ${tenant}::uuid, device_id, tag_id
    from unnest(${deviceIds}::uuid[]) as device_id, unnest(${tagIds}::uuid[]) as tag_id
    on conflict do nothing`);
}

export async function removeTags(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
  tagIds: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from device_tag where tenant_id = ${tenant}
      and device_id = any(${deviceIds}::uuid[]) and tag_id = any(${tagIds}::uuid[])`);
}
