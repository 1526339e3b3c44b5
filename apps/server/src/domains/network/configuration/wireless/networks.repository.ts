import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { type Asker, siteWithinReach, visibleDevices } from '../../devices/index.ts';

export interface NetworkCounts {
  readonly overrides: number;
  readonly wantedDevices: number;
  readonly pendingDevices: number;
  readonly onAirDevices: number;
  readonly sites: number;
  readonly clients: number;
}

const NONE: NetworkCounts = {
  overrides: 0,
  wantedDevices: 0,
  pendingDevices: 0,
  onAirDevices: 0,
  sites: 0,
  clients: 0,
};

/** Where networks are wanted, on air and used; of visible devices. */
export async function countNetworks(
  tx: Transaction,
  scope: Asker,
  ids: readonly string[],
): Promise<(id: string) => NetworkCounts> {
  const counted = [
    await countOverrides(tx, scope, ids),
    await countWanted(tx, scope, ids),
    await countOnAir(tx, scope, ids),
    await countClients(tx, scope, ids),
  ].flat();
  const byId = Map.groupBy(counted, ({ id }) => id);
  return (id) => Object.assign({ ...NONE }, ...(byId.get(id) ?? []));
}

type Counted = { readonly id: string } & Partial<NetworkCounts>;

function networksOf({ tenant }: Asker, ids: readonly string[]) {
  return sql`(
    select id, enterprise_id, site_id, value, value ->> 'ssid' as ssid
    from setting where tenant_id = ${tenant} and id = any(${ids}::uuid[]))`;
}

function countOverrides(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Counted[]> {
  return tx.all(sql<Counted>`
    select setting.network_id as id, count(*)::int as overrides
    from setting join site on site.tenant_id = setting.tenant_id and site.id = setting.site_id
    where setting.tenant_id = ${scope.tenant} and setting.network_id = any(${ids}::uuid[])
      and site.deleted_at is null and ${withinReach(scope)}
    group by setting.network_id`);
}

/**
 * Access points that take part in changes: those where the network should be, and those where it is different. A network
 * that is not enabled is in no document.
 */
function countWanted(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Counted[]> {
  const devices = visibleDevices(scope)
    .innerJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
    )
    .select(['device.site_id', 'device.group_id', 'device.released_settings', 'site.enterprise_id'])
    .where('device.kind', '=', 'ap')
    .where('device.managed_by', 'is', null)
    .where('device.configuration_state', '<>', 'unmanaged')
    .where('site.observe_only', '=', false);
  return tx.all(sql<Counted>`
    select id, (count(*) filter (where wanted is not null))::int as "wantedDevices",
      (count(*) filter (where wanted is distinct from released))::int as "pendingDevices"
    from (
      select id, case when (wanted ->> 'enabled')::boolean then wanted end as wanted,
        case when (released ->> 'enabled')::boolean then released end as released
      from (
      select network.id,
        case when case network.value -> 'targets' ->> 'kind'
          when 'sites' then network.value -> 'targets' -> 'siteUUIDs' ? device.site_id::text
          when 'groups' then network.value -> 'targets' -> 'groupUUIDs' ? device.group_id::text
          else true end
        then (network.value - 'targets') || coalesce(override.value, '{}') end as wanted,
        jsonb_path_query_first(device.released_settings, '$.networks[*] ? (@.id == $id).value',
          jsonb_build_object('id', network.id)) as released
      from ${networksOf(scope, ids)} as network
      join (${devices}) as device
        on network.site_id = device.site_id or network.enterprise_id = device.enterprise_id
      left join setting as override on override.tenant_id = ${scope.tenant}
        and override.network_id = network.id and override.site_id = device.site_id) as applying) as compared
    group by id`);
}

/** By the newest reports of online devices where the networks can be. Devices that do not report their networks show those of their clients. */
function countOnAir(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Counted[]> {
  const devices = visibleDevices(scope)
    .innerJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
    )
    .innerJoin('device_last_report', (join) =>
      join
        .onRef('device_last_report.tenant_id', '=', 'device.tenant_id')
        .onRef('device_last_report.device_id', '=', 'device.id'),
    )
    .select(['device.id', 'device.site_id', 'site.enterprise_id', 'device_last_report.report'])
    .where('device.status', '<>', 'offline')
    .where((where) =>
      where.or([
        sql<boolean>`site.id in (select site_id from ${networksOf(scope, ids)} as network)`,
        sql<boolean>`site.enterprise_id in (select enterprise_id from ${networksOf(scope, ids)} as network)`,
      ]),
    );
  return tx.all(sql<Counted>`
    with heard as materialized (
      select distinct device.id, device.site_id, device.enterprise_id, seen.ssid
      from (${devices}) as device
      cross join lateral (select device.report::jsonb as whole) as report
      cross join lateral (
        select jsonb_path_query(whole, '$.networks[*].ssid') #>> '{}' as ssid
        union select jsonb_path_query(whole, '$.clients[*].wireless.ssid') #>> '{}') as seen)
    select network.id, count(distinct heard.id)::int as "onAirDevices", count(distinct heard.site_id)::int as sites
    from ${networksOf(scope, ids)} as network
    join heard on heard.ssid = network.ssid
      and (network.site_id = heard.site_id or network.enterprise_id = heard.enterprise_id)
    group by network.id`);
}

function countClients(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Counted[]> {
  const devices = visibleDevices(scope).select('device.id');
  return tx.all(sql<Counted>`
    select network.id, count(distinct terminal_session.mac)::int as clients
    from ${networksOf(scope, ids)} as network
    join terminal_session on terminal_session.tenant_id = ${scope.tenant}
      and terminal_session.ended_at is null and terminal_session.ssid = network.ssid
    join site on site.tenant_id = ${scope.tenant} and site.id = terminal_session.site_id
      and (network.site_id = site.id or network.enterprise_id = site.enterprise_id)
    where ${siteWithinReach(scope, 'terminal_session.site_id')} and terminal_session.device_id in (${devices})
    group by network.id`);
}
