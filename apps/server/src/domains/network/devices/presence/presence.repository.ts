import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import type { Departure } from './presence.ts';

export interface DeviceKey {
  readonly tenant: string;
  readonly deviceId: string;
}

/**
 * Locks rows in one global sequence: processes that write the same ones concurrently wait for each other without
 * deadlocks.
 */
export async function lockInOrder(tx: Transaction, devices: readonly DeviceKey[]): Promise<void> {
  await tx.run(sql`
    select from device d join unnest(
      ${devices.map(({ tenant }) => tenant)}::uuid[],
      ${devices.map(({ deviceId }) => deviceId)}::uuid[]) as k (tenant, id)
      on d.tenant_id = k.tenant and d.id = k.id
    order by d.tenant_id, d.id for no key update of d`);
}

/** The same with all their members. */
export async function lockWithMembers(tx: Transaction, devices: readonly DeviceKey[]): Promise<void> {
  await tx.run(sql`
    with given as (
      select * from unnest(
        ${devices.map(({ tenant }) => tenant)}::uuid[],
        ${devices.map(({ deviceId }) => deviceId)}::uuid[]) as k (tenant, id)
    ),
    wanted as (
      select tenant, id from given
      union
      select m.tenant_id, m.id from given g join device m on m.tenant_id = g.tenant and m.managed_by = g.id
    )
    select from device d join wanted w on d.tenant_id = w.tenant and d.id = w.id
    order by d.tenant_id, d.id for no key update of d`);
}

/** The grace period has passed. Devices with a newer connection stay online. */
export function writeDepartures(tx: Transaction, departures: readonly Departure[]): Promise<DeviceKey[]> {
  return tx.all(
    sql<DeviceKey>`
      update device d set status = 'offline', offline_at = g.at, gateway_id = null, connection_id = null
      from unnest(
        ${departures.map(({ tenant }) => tenant)}::uuid[],
        ${departures.map(({ deviceId }) => deviceId)}::uuid[],
        ${departures.map(({ connectionId }) => connectionId)}::uuid[],
        ${departures.map(({ at }) => new Date(at))}::timestamptz[]) as g (tenant, id, connection, at)
      where d.tenant_id = g.tenant and d.id = g.id and d.connection_id = g.connection
      returning d.tenant_id as tenant, d.id as "deviceId"`,
  );
}

/** Writes the members of these controllers offline. */
export async function loseMembers(
  tx: Transaction,
  controllers: readonly DeviceKey[],
  at: Date,
): Promise<DeviceKey[]> {
  if (controllers.length === 0) return [];
  return tx.all(
    sql<DeviceKey>`
      update device d set status = 'offline', offline_at = ${at}
      from unnest(
        ${controllers.map(({ tenant }) => tenant)}::uuid[],
        ${controllers.map(({ deviceId }) => deviceId)}::uuid[]) as m (tenant, id)
      where d.tenant_id = m.tenant and d.managed_by = m.id and d.connection_id is null
        and ${isConnectedIn('d.status')}
      returning d.tenant_id as tenant, d.id as "deviceId"`,
  );
}

export interface HeldConnectionKey extends DeviceKey {
  readonly connectionId: string;
}

export interface ConnectedState extends HeldConnectionKey {
  readonly status: DeviceStatus;
}

/** Restores devices of this process after others assumed it dead. */
export function reclaimDevices(
  tx: Transaction,
  gatewayId: string,
  held: readonly ConnectedState[],
  at: Date,
): Promise<DeviceKey[]> {
  return tx.all(
    sql<DeviceKey>`
      update device d set status = h.status, online_at = ${at}, gateway_id = ${gatewayId},
        connection_id = h.connection
      from unnest(
        ${held.map(({ tenant }) => tenant)}::uuid[],
        ${held.map(({ deviceId }) => deviceId)}::uuid[],
        ${held.map(({ connectionId }) => connectionId)}::uuid[],
        ${held.map(({ status }) => status)}::text[]) as h (tenant, id, connection, status)
      where d.tenant_id = h.tenant and d.id = h.id and d.connection_id is null
      returning d.tenant_id as tenant, d.id as "deviceId"`,
  );
}

export interface AddressState extends HeldConnectionKey {
  readonly ip: string;
}

/** Stores addresses; returns the devices whose address changed. */
export function writeAddresses(tx: Transaction, addresses: readonly AddressState[]): Promise<DeviceKey[]> {
  return tx.all(
    sql<DeviceKey>`
      update device d set ip = a.ip
      from unnest(
        ${addresses.map(({ tenant }) => tenant)}::uuid[],
        ${addresses.map(({ deviceId }) => deviceId)}::uuid[],
        ${addresses.map(({ connectionId }) => connectionId)}::uuid[],
        ${addresses.map(({ ip }) => ip)}::text[]) as a (tenant, id, connection, ip)
      where d.tenant_id = a.tenant and d.id = a.id and d.connection_id = a.connection and d.ip <> a.ip
      returning d.tenant_id as tenant, d.id as "deviceId"`,
  );
}

export interface PortsState extends HeldConnectionKey {
  /** Ports of a switch, as JSON. */
  readonly ports: string;
}

/**
 * Stores the reported ports of switches, each with the highest speed seen; returns the managed switches with new ones.
 * For a switch with our configuration no port is dropped, and what its configuration is made from stays: a port missing in
 * it is turned off. Only the type of a port and the uplink follow the reports: no document is made from these.
 * A switch that refused it is previewed again before the next push.
 */
export function writePorts(tx: Transaction, states: readonly PortsState[]): Promise<DeviceKey[]> {
  return tx.all(
    sql<DeviceKey>`
      with merged as (
        select d.tenant_id, d.id, case when d.configuration_state in ('unmanaged', 'refused', 'notApplied')
          then (
            select jsonb_agg(
              reported.port || jsonb_build_object('speedMbps',
                greatest((reported.port ->> 'speedMbps')::int, (known.port ->> 'speedMbps')::int))
              order by place)
            from jsonb_array_elements(s.ports) with ordinality as reported (port, place)
            left join jsonb_array_elements(d.reported_ports) as known (port)
              on known.port ->> 'name' = reported.port ->> 'name')
          else coalesce((
            select jsonb_agg(
              known.port || coalesce(
                case when reported.port is not null then jsonb_build_object('optical', reported.port -> 'optical',
                  'uplink', reported.port -> 'uplink') end, '{}')
              order by known.place)
            from jsonb_array_elements(d.reported_ports) with ordinality as known (port, place)
            left join jsonb_array_elements(s.ports) as reported (port)
              on reported.port ->> 'name' = known.port ->> 'name'
          ), '[]') || (
            select coalesce(jsonb_agg(port order by place), '[]')
            from jsonb_array_elements(s.ports) with ordinality as reported (port, place)
            where not exists (
              select from jsonb_array_elements(d.reported_ports) as known (port)
              where known.port ->> 'name' = reported.port ->> 'name'))
          end as ports, coalesce(jsonb_array_length(d.reported_ports), 0) as known
        from unnest(
          ${states.map(({ tenant }) => tenant)}::uuid[],
          ${states.map(({ deviceId }) => deviceId)}::uuid[],
          ${states.map(({ connectionId }) => connectionId)}::uuid[],
          ${states.map(({ ports }) => ports)}::jsonb[]) as s (tenant, id, connection, ports)
        join device d on d.tenant_id = s.tenant and d.id = s.id and d.connection_id = s.connection),
      written as (
        update device set reported_ports = merged.ports from merged
        where device.tenant_id = merged.tenant_id and device.id = merged.id
          and device.reported_ports is distinct from merged.ports
        returning device.tenant_id, device.id, device.configuration_state,
          jsonb_array_length(merged.ports) > merged.known as has_new)
      select tenant_id as tenant, id as "deviceId" from written
      where has_new and configuration_state not in ('unmanaged', 'refused', 'notApplied')`,
  );
}

export interface PairState extends HeldConnectionKey {
  readonly haMode: 'single' | 'ha';
  readonly haStatus: 'active' | 'standby' | null;
  readonly peerSerial: string | null;
  readonly status: DeviceStatus;
}

/** Stores the pair status reported by one half, for locked rows; returns the devices whose status changed. */
export async function writePairs(tx: Transaction, pairs: readonly PairState[]): Promise<DeviceKey[]> {
  if (pairs.length === 0) return [];
  const written = await tx.all(
    sql<DeviceKey & { changed: boolean }>`
      update device d set ha_mode = p.mode, ha_status = p.ha_status, status = p.status,
        ha_peer = (select o.id from device o where o.tenant_id = p.tenant and o.serial = p.peer and o.id <> p.id)
      from unnest(
        ${pairs.map(({ tenant }) => tenant)}::uuid[],
        ${pairs.map(({ deviceId }) => deviceId)}::uuid[],
        ${pairs.map(({ connectionId }) => connectionId)}::uuid[],
        ${pairs.map(({ haMode }) => haMode)}::text[],
        ${pairs.map(({ haStatus }) => haStatus)}::text[],
        ${pairs.map(({ peerSerial }) => peerSerial)}::text[],
        ${pairs.map(({ status }) => status)}::text[])
        as p (tenant, id, connection, mode, ha_status, peer, status)
      join device before on before.tenant_id = p.tenant and before.id = p.id
      where d.tenant_id = p.tenant and d.id = p.id and d.connection_id = p.connection
      returning d.tenant_id as tenant, d.id as "deviceId", d.status <> before.status as changed`,
  );
  return written.filter(({ changed }) => changed);
}
