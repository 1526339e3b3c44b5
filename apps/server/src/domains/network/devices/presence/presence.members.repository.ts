import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import type { DeviceKey } from './presence.repository.ts';
import type { MissedRow } from './presence.ts';

export interface KnownMember extends MissedRow {
  readonly tenant: string;
  readonly id: string;
  readonly serial: string;
}

/**
 * Locks reported members, their controllers, and all members of those controllers or the other half of their pair.
 */
export function lockMembers(
  tx: Transaction,
  controllers: readonly DeviceKey[],
  members: readonly { readonly tenant: string; readonly serial: string }[],
): Promise<KnownMember[]> {
  return tx.all(
    sql<KnownMember>`
      with speaking as (
        select * from unnest(
          ${controllers.map(({ tenant }) => tenant)}::uuid[],
          ${controllers.map(({ deviceId }) => deviceId)}::uuid[]) as m (tenant, id)
      ),
      wanted as (
        select d.tenant_id, d.id from device d join unnest(
          ${members.map(({ tenant }) => tenant)}::uuid[],
          ${members.map(({ serial }) => serial)}::text[]) as m (tenant, serial)
          on d.tenant_id = m.tenant and d.serial = m.serial
        union
        select tenant, id from speaking
        union
        select d.tenant_id, d.id from speaking s
          join device m on m.tenant_id = s.tenant and m.id = s.id
          join device d on d.tenant_id = m.tenant_id and d.managed_by in (m.id, m.ha_peer)
      )
      select d.tenant_id as tenant, d.id, d.serial, d.kind, d.site_id as "siteId", d.managed_by as "managedBy",
        above.ha_peer as "controllerPeer", above.ha_status as "controllerRole", above.status as "controllerStatus", d.status, d.connection_id as "connectionId",
        exists (select from device_certificate c where c.tenant_id = d.tenant_id and c.device_id = d.id)
          as "hasCertificate"
      from wanted w join device d on d.tenant_id = w.tenant_id and d.id = w.id
      left join device above on above.tenant_id = d.tenant_id and above.id = d.managed_by
      order by d.tenant_id, d.id for no key update of d`,
  );
}

/** Writes members offline that their controller no longer lists. */
export async function writeMissed(tx: Transaction, missed: readonly DeviceKey[], at: Date): Promise<void> {
  if (missed.length === 0) return;
  await tx.run(
    sql`
      update device d set status = 'offline', offline_at = ${at}
      from unnest(
        ${missed.map(({ tenant }) => tenant)}::uuid[],
        ${missed.map(({ deviceId }) => deviceId)}::uuid[]) as m (tenant, id)
      where d.tenant_id = m.tenant and d.id = m.id`,
  );
}

export interface MemberState {
  readonly tenant: string;
  readonly id: string;
  readonly serial: string;
  readonly managedBy: string;
  readonly name: string;
  readonly model: string;
  readonly version: string;
  readonly ip: string;
  readonly online: boolean;
}

/** Of a known member: one that was never online stays pending until its controller reports it online. */
const STATUS = sql`case
  when excluded.status = 'online' then 'online'
  when d.first_online_at is null then 'neverConnected'
  else 'offline' end`;

/**
 * Stores members in the site of their controller. A new one gets the name its controller reports. Returns the changed
 * and new rows.
 */
export function writeMembers(
  tx: Transaction,
  members: readonly MemberState[],
  at: Date,
): Promise<DeviceKey[]> {
  return tx.all(
    sql<DeviceKey>`
      insert into device as d (tenant_id, id, serial, sn, kind, name, model, version, ip, managed_by, site_id,
        status, online_at, first_online_at)
      select n.tenant, n.id, n.serial, '', 'ap', n.name, n.model, n.version, n.ip, n.manager, m.site_id,
        case when n.online then 'online' else 'neverConnected' end,
        case when n.online then ${at}::timestamptz end, case when n.online then ${at}::timestamptz end
      from unnest(
        ${members.map(({ tenant }) => tenant)}::uuid[],
        ${members.map(({ id }) => id)}::uuid[],
        ${members.map(({ serial }) => serial)}::text[],
        ${members.map(({ managedBy }) => managedBy)}::uuid[],
        ${members.map(({ name }) => name)}::text[],
        ${members.map(({ model }) => model)}::text[],
        ${members.map(({ version }) => version)}::text[],
        ${members.map(({ ip }) => ip)}::text[],
        ${members.map(({ online }) => online)}::boolean[])
        as n (tenant, id, serial, manager, name, model, version, ip, online)
      join device m on m.tenant_id = n.tenant and m.id = n.manager
      order by n.tenant, n.serial
      on conflict (tenant_id, serial) do update set
        model = excluded.model, version = excluded.version, ip = excluded.ip,
        managed_by = excluded.managed_by, site_id = excluded.site_id,
        group_id = case when d.site_id is distinct from excluded.site_id then null else d.group_id end,
        placed_at = case when d.site_id is distinct from excluded.site_id then ${at} else d.placed_at end,
        status = ${STATUS},
        online_at = case when not ${isConnectedIn('d.status')} and excluded.status = 'online' then ${at} else d.online_at end,
        first_online_at = coalesce(d.first_online_at, excluded.first_online_at),
        offline_at = case when ${isConnectedIn('d.status')} and excluded.status <> 'online' then ${at}
          else d.offline_at end
      where d.connection_id is null
        and (d.model, d.version, d.ip, d.managed_by, d.site_id, d.status) is distinct from
          (excluded.model, excluded.version, excluded.ip, excluded.managed_by, excluded.site_id, ${STATUS})
      returning d.tenant_id as tenant, d.id as "deviceId"`,
  );
}
