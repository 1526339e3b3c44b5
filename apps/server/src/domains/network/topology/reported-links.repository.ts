import { setImmediate } from 'node:timers/promises';
import type { Report } from '@airloom/device-protocol/model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/database.ts';
import { withRates } from './port-rates.ts';
import type { ManualLink, ReportedLinks } from './reported-links.ts';

interface ReportRow {
  readonly siteId: string;
  readonly deviceId: string;
  readonly report: string;
  readonly ts: Date;
  readonly earlierTs: Date | null;
  readonly earlierPortBytes: string | null;
}

/** Reports of controller members contain none of these. */
type ReportParts = Partial<Pick<Report, 'links' | 'ports' | 'mesh'>>;

/** The event loop is yielded after this many reports: a large site has megabytes of them. */
const READ_AT_ONCE = 100;

/**
 * Latest reported links of the devices of some sites, by site; `which` filters the devices. Reports are parsed here, once
 * each: PostgreSQL would parse the JSON again for every part.
 */
export async function readReportedLinks(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
  which: RawBuilder<unknown>,
): Promise<Map<string, ReportedLinks[]>> {
  const rows = await tx.all(sql<ReportRow>`
    select device.site_id as "siteId", device.id as "deviceId", last.report, last.ts,
      last.earlier_ts as "earlierTs", last.earlier_port_bytes as "earlierPortBytes"
    from device
    join device_last_report last on last.tenant_id = device.tenant_id and last.device_id = device.id
    where device.tenant_id = ${tenant} and device.site_id = any(${siteIds}::uuid[]) and (${which})`);
  const reports = new Map<string, ReportedLinks[]>(siteIds.map((siteId) => [siteId, []]));
  for (const [at, row] of rows.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate();
    reports.get(row.siteId)?.push(reportedLinksIn(row));
  }
  return reports;
}

function reportedLinksIn({ deviceId, report, ts, earlierTs, earlierPortBytes }: ReportRow): ReportedLinks {
  const { links = [], ports = [], mesh }: ReportParts = JSON.parse(report);
  return {
    deviceId,
    links,
    ports: withRates(ports, ts, earlierTs, earlierPortBytes),
    uplinkPorts: ports.filter(({ uplink }) => uplink).map(({ name }) => name),
    meshParent: mesh?.parentSerial ?? null,
  };
}

export const ALL_DEVICES = sql`true`;

/** Manual links between devices that are still in these sites, by site. */
export async function readManualLinks(
  tx: Transaction,
  tenant: string,
  siteIds: readonly string[],
): Promise<Map<string, ManualLink[]>> {
  const rows = await tx.all(sql<ManualLink & { readonly siteId: string }>`
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
