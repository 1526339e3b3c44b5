import { possibleUplinks } from '@airloom/contract/switches/uplink';
import type { SwitchPort } from '@airloom/device-protocol/configuration/base-settings';
import type { PortSample } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { switchPortsOf } from '../../devices/index.ts';
import type { AffectedPlace } from '../review/review-devices.ts';

/** What settings of a switch are validated against. */
export interface SwitchFacts extends AffectedPlace {
  readonly ports: readonly SwitchPort[];
  /** Ports that carry the connection to the cloud, or could. */
  readonly uplinks: readonly string[];
}

interface Row extends AffectedPlace {
  readonly reported_ports: unknown;
  readonly report: string | null;
}

export async function readSwitchFacts(
  tx: Transaction,
  { tenant }: TenantScope,
  ids: readonly string[],
): Promise<SwitchFacts[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all(sql<Row>`
    select device.id, device.kind, device.model, device.site_id as "siteId", device.group_id as "groupId",
      site.enterprise_id as "organizationId", device.reported_ports, last.report
    from device join site on site.tenant_id = device.tenant_id and site.id = device.site_id
    left join device_last_report last on last.tenant_id = device.tenant_id and last.device_id = device.id
    where device.tenant_id = ${tenant} and device.id = any(${ids}::uuid[])`);
  return rows.map(({ reported_ports, report, ...device }) => {
    const ports = switchPortsOf({ reported_ports });
    return { ...device, ports, uplinks: report === null ? storedUplinks(ports) : uplinksIn(report) };
  });
}

function uplinksIn(report: string): string[] {
  const { ports = [] }: { readonly ports?: readonly PortSample[] } = JSON.parse(report);
  return possibleUplinks(
    ports.map(({ name, uplink, linked, power }) => ({
      name,
      uplink,
      linked,
      deliversPower: power?.state === 'delivering',
    })),
  );
}

/** Of an unknown port it is not known that it is none. */
function storedUplinks(ports: readonly SwitchPort[]): string[] {
  return ports.filter(({ uplink }) => uplink !== false).map(({ name }) => name);
}

/** Names of switches whose ports use one of these profiles, besides those of the given settings. */
export async function switchesWithProfiles(
  tx: Transaction,
  { tenant }: TenantScope,
  profileIds: readonly string[],
  exceptSettings: readonly string[],
): Promise<string[]> {
  if (profileIds.length === 0) return [];
  const uses = sql.join(
    profileIds.map((id) => sql`setting.value -> 'ports' @> ${JSON.stringify([{ profileUUID: id }])}::jsonb`),
    sql` or `,
  );
  const rows = await tx.all(sql<{ name: string }>`
    select device.name from setting
    join device on device.tenant_id = setting.tenant_id and device.id = setting.device_id
    where setting.tenant_id = ${tenant} and setting.kind = 'switchPorts' and (${uses})
      and not setting.id = any(${exceptSettings}::uuid[])
    order by device.name limit 10`);
  return rows.map(({ name }) => name);
}
