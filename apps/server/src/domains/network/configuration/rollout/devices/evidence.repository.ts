import type { Observed } from '@airloom/device-protocol/configuration/verify';
import { sql } from 'kysely';
import type { Transaction } from '../../../../../platform/database/database.ts';
import type { ChangeKey } from '../changes.repository.ts';
import { IN_FLIGHT } from '../rollout-states.ts';
import type { DeviceInFlight } from './judge-device.ts';

export function inFlightOf(tx: Transaction, { tenant, id }: ChangeKey): Promise<DeviceInFlight[]> {
  return tx.all(sql<DeviceInFlight>`
    select device_id as "deviceId", site_id as "siteId", state, version, reverted_version as "revertedVersion",
      coalesce(next_at, changed_at) as "nextAt", shown_at as "shownAt", earlier
    from configuration_change_device
    where tenant_id = ${tenant} and change_id = ${id} and state in (${sql.join(IN_FLIGHT)})
    order by device_id`);
}

export interface Presence {
  readonly deviceId: string;
  readonly connected: boolean;
  readonly onlineAt: Date | null;
  readonly managed: boolean;
  readonly upgrading: boolean;
}

export async function presenceOf(
  tx: Transaction,
  tenant: string,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, Presence>> {
  const rows = await tx.all(sql<Presence>`
    select id as "deviceId", connection_id is not null as connected, online_at as "onlineAt",
      configuration_state <> 'unmanaged' as managed, upgrade_status = 'upgrading' as upgrading
    from device where tenant_id = ${tenant} and id = any(${deviceIds}::uuid[])`);
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** Latest reports of devices that report these versions; others are not read. */
export async function observedOf(
  tx: Transaction,
  tenant: string,
  versions: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Observed>> {
  if (versions.size === 0) return new Map();
  const rows = await tx.all(sql<{ deviceId: string; report: string }>`
    select last.device_id as "deviceId", whole.report
    from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int[]) as given (device_id, version)
    join device_last last on last.tenant_id = ${tenant} and last.device_id = given.device_id
      and last.config_version = given.version
    join device_last_report whole on whole.tenant_id = last.tenant_id and whole.device_id = last.device_id`);
  return new Map(rows.map(({ deviceId, report }) => [deviceId, observedIn(report)]));
}

/** Reports stored by earlier releases contain no networks and no VLANs of ports. */
function observedIn(report: string): Observed {
  const {
    configVersion,
    radios,
    networks = null,
    ports = [],
    disabledPorts = null,
    portVlans = null,
    isolatedPorts = null,
    routes = null,
  }: Pick<Observed, 'configVersion' | 'radios'> & Partial<Observed> = JSON.parse(report);
  return { configVersion, radios, networks, ports, disabledPorts, portVlans, isolatedPorts, routes };
}

export interface WatchedDevice extends ChangeKey {
  readonly deviceId: string;
}

/** Devices of any accounts whose next report matters. */
export function awaitingReport(tx: Transaction): Promise<WatchedDevice[]> {
  return tx.all(sql<WatchedDevice>`
    select row.tenant_id as tenant, row.change_id as id, row.device_id as "deviceId"
    from configuration_change change
    join configuration_change_device row on row.tenant_id = change.tenant_id and row.change_id = change.id
      and row.state in (${sql.join(IN_FLIGHT)})
    where change.ended_at is null`);
}
