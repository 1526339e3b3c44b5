import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { DrawnLink, Told } from './told.ts';

interface SaidRow {
  readonly siteId: string;
  readonly deviceId: string;
  readonly links: Told['links'] | null;
  readonly ports: Told['ports'] | null;
  readonly mesh: { readonly parentSerial: string | null } | null;
}

/** What the devices of some sites last told, by site; `which` narrows the devices down. */
export async function readTold(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
  which: RawBuilder<unknown>,
): Promise<Map<string, Told[]>> {
  const rows = await tx.all(sql<SaidRow>`
    select device.site_id as "siteId", device.id as "deviceId", said.links, said.ports, said.mesh
    from device
    join device_last_report last on last.tenant_id = device.tenant_id and last.device_id = device.id
    cross join lateral json_to_record(last.report::json) as said (links json, ports json, mesh json)
    where device.tenant_id = ${tenant} and device.site_id = any(${siteIds}::uuid[]) and (${which})`);
  const told = rows.map(({ siteId, deviceId, links, ports, mesh }) => ({
    siteId,
    deviceId,
    links: links ?? [],
    ports: ports ?? [],
    uplinkPorts: (ports ?? []).filter(({ uplink }) => uplink).map(({ name }) => name),
    meshParent: mesh?.parentSerial ?? null,
  }));
  return Map.groupBy(told, ({ siteId }) => siteId);
}

export const OF_EVERYBODY = sql`true`;

/** Links that people drew between devices that still stand in these sites, by site. */
export async function readDrawn(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
): Promise<Map<string, DrawnLink[]>> {
  const rows = await tx.all(sql<DrawnLink & { readonly siteId: string }>`
    select link.id, link.site_id as "siteId", link.lower_id as "lowerId", link.upper_id as "upperId",
      link.lower_port as "lowerPort", link.upper_port as "upperPort"
    from topology_link link
    join device lower on lower.tenant_id = link.tenant_id and lower.id = link.lower_id
      and lower.site_id = link.site_id
    join device upper on upper.tenant_id = link.tenant_id and upper.id = link.upper_id
      and upper.site_id = link.site_id
    where link.tenant_id = ${tenant} and link.site_id = any(${siteIds}::uuid[])
    order by link.id`);
  return Map.groupBy(rows, ({ siteId }) => siteId);
}
