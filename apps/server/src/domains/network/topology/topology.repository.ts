import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import type { Layout, TopologyPlace } from '@airloom/contract/topology/topology.model';
import { sql } from 'kysely';
import { sqlBuilder, type Transaction } from '../../../platform/database/database.ts';
import { isConnectedIn } from '../../../platform/database/device-status.ts';
import type { Scope, TenantScope } from '../../../platform/scope.ts';
import { withinReach } from '../../people/organizations/index.ts';
import type { ManualLink } from './reported-links.ts';
import type { Placed } from './uplink-candidates.ts';

type Reaching = Pick<Scope, 'tenant' | 'reach'>;

export interface SiteDevice extends Placed {
  readonly kind: DeviceKind;
  readonly name: string;
  readonly model: string;
  readonly status: DeviceStatus;
  readonly virtual: boolean;
  readonly clients: number;
  readonly groupName: string | null;
}

/** Every device of the site, of any kind: the tree depends on devices the person may not see, too. */
export function devicesOfSite(tx: Transaction, tenant: string, siteId: string): Promise<SiteDevice[]> {
  return tx.all(sql<SiteDevice>`
    select device.id, device.kind, device.serial, device.managed_by as "managedBy", device.ha_peer as "haPeer",
      not ${isConnectedIn('device.status')} as away, device.status = 'neverConnected' as "neverConnected",
      device.name, device.model, device.status, device.virtual,
      case when ${isConnectedIn('device.status')} then coalesce(last.clients, 0) else 0 end as clients,
      own.name as "groupName"
    from device
    left join device_last last on last.tenant_id = device.tenant_id and last.device_id = device.id
    left join device_group own on own.tenant_id = device.tenant_id and own.id = device.group_id
    where device.tenant_id = ${tenant} and device.site_id = ${siteId}
    order by device.sort_name, device.id`);
}

/** Positions of devices that are still at the site. */
export function placesOfSite(tx: Transaction, tenant: string, siteId: string): Promise<TopologyPlace[]> {
  return tx.all(sql<TopologyPlace>`
    select place.device_id as "deviceUUID", place.layout, place.x, place.y
    from topology_place place
    join device on device.tenant_id = place.tenant_id and device.id = place.device_id
      and device.site_id = place.site_id
    where place.tenant_id = ${tenant} and place.site_id = ${siteId}
    order by place.device_id, place.layout`);
}

/** Number of active alarms by device. */
export async function alarmsOfSite(
  tx: Transaction,
  tenant: string,
  siteId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.all(sql<{ id: string; count: number }>`
    select device_id as id, count(*)::int as count from alarm
    where tenant_id = ${tenant} and site_id = ${siteId} and cleared_at is null and device_id is not null
    group by device_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Locks a site that the person sees until the transaction ends, so that changes of its topology run one at a time. */
export function lockSite(tx: Transaction, scope: Reaching, siteId: string) {
  return tx.first(
    sqlBuilder
      .selectFrom('site')
      .select(['site.id', 'site.name'])
      .where('site.tenant_id', '=', scope.tenant)
      .where('site.id', '=', siteId)
      .where('site.deleted_at', 'is', null)
      .where(withinReach(scope))
      .forNoKeyUpdate(),
  );
}

export async function insertLink(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
  link: ManualLink,
  now: Date,
): Promise<void> {
  await tx.run(
    sqlBuilder.insertInto('topology_link').values({
      tenant_id: tenant,
      id: link.id,
      site_id: siteId,
      upper_id: link.upperId,
      lower_id: link.lowerId,
      upper_port: link.upperPort,
      lower_port: link.lowerPort,
      created_at: now,
    }),
  );
}

export interface LinkDetails extends ManualLink {
  readonly siteId: string;
  readonly upperName: string;
  readonly upperKind: DeviceKind;
  readonly lowerName: string;
  readonly lowerKind: DeviceKind;
}

/** A manual link of a site that the person sees. */
export function findLink(tx: Transaction, scope: Reaching, id: string): Promise<LinkDetails | undefined> {
  return tx.first(sql<LinkDetails>`
    select link.id, link.site_id as "siteId",
      link.upper_id as "upperId", upper.name as "upperName", upper.kind as "upperKind",
      link.upper_port as "upperPort",
      link.lower_id as "lowerId", lower.name as "lowerName", lower.kind as "lowerKind",
      link.lower_port as "lowerPort"
    from topology_link link
    join site on site.tenant_id = link.tenant_id and site.id = link.site_id
    join device upper on upper.tenant_id = link.tenant_id and upper.id = link.upper_id
    join device lower on lower.tenant_id = link.tenant_id and lower.id = link.lower_id
    where link.tenant_id = ${scope.tenant} and link.id = ${id} and site.deleted_at is null
      and ${withinReach(scope)}
    for update of link`);
}

export async function deleteLink(tx: Transaction, { tenant }: TenantScope, id: string): Promise<void> {
  await tx.run(sqlBuilder.deleteFrom('topology_link').where('tenant_id', '=', tenant).where('id', '=', id));
}

/** Removes manual links and positions of these devices in sites they have left. */
export async function forgetElsewhere(
  tx: Transaction,
  { tenant }: TenantScope,
  deviceIds: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from topology_link link using device
    where link.tenant_id = ${tenant} and device.tenant_id = ${tenant}
      and device.id = any(${deviceIds}::uuid[]) and device.id in (link.upper_id, link.lower_id)
      and device.site_id is distinct from link.site_id`);
  await tx.run(sql`
    delete from topology_place place using device
    where place.tenant_id = ${tenant} and device.tenant_id = ${tenant}
      and device.id = any(${deviceIds}::uuid[]) and device.id = place.device_id
      and device.site_id is distinct from place.site_id`);
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Returns how many positions changed. */
export async function putPlaces(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
  layout: Layout,
  places: ReadonlyMap<string, Place>,
): Promise<number> {
  const given = [...places].map(([id, { x, y }]) => ({ id, x, y }));
  return tx.run(sql`
    insert into topology_place (tenant_id, site_id, device_id, layout, x, y)
    select ${tenant}, ${siteId}, id, ${layout}, x, y
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id uuid, x real, y real)
    on conflict (tenant_id, site_id, device_id, layout) do update set x = excluded.x, y = excluded.y
      where (topology_place.x, topology_place.y) is distinct from (excluded.x, excluded.y)`);
}

/** Returns how many positions were removed. */
export function removePlaces(
  tx: Transaction,
  { tenant }: TenantScope,
  siteId: string,
  layout: Layout,
  deviceIds: readonly string[],
): Promise<number> {
  return tx.run(sql`
    delete from topology_place
    where tenant_id = ${tenant} and site_id = ${siteId} and layout = ${layout}
      and device_id = any(${deviceIds}::uuid[])`);
}
