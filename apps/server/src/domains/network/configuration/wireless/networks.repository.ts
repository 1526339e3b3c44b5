import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { type Asker, siteWithinReach, visibleDevices } from '../../devices/index.ts';
import { changeWithinReach } from '../changes/changes.repository.ts';

export interface NetworkCounts {
  readonly overrides: number;
  readonly wantedDevices: number;
  readonly pendingDevices: number;
  readonly onAirDevices: number;
  readonly sites: number;
  readonly clients: number;
  readonly rollingOut: boolean;
}

const NONE: NetworkCounts = {
  overrides: 0,
  wantedDevices: 0,
  pendingDevices: 0,
  onAirDevices: 0,
  sites: 0,
  clients: 0,
  rollingOut: false,
};

/** Where networks are wanted, on air and used; of visible devices. */
export async function countNetworks(
  tx: Transaction,
  scope: Asker,
  ids: readonly string[],
): Promise<(id: string) => NetworkCounts> {
  const counted = [
    await countOverrides(tx, scope, ids),
    await countDevices(tx, scope, ids),
    await countClients(tx, scope, ids),
    await readRollingOut(tx, scope, ids),
  ].flat();
  const byId = Map.groupBy(counted, ({ id }) => id);
  return (id) => Object.assign({ ...NONE }, ...(byId.get(id) ?? []).map(({ id: _id, ...counts }) => counts));
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

/** Devices where the networks can be, with the newest report of those that are online. */
function devicesAround(scope: Asker, ids: readonly string[]) {
  return visibleDevices(scope)
    .innerJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
    )
    .leftJoin('device_last_report', (join) =>
      join
        .onRef('device_last_report.tenant_id', '=', 'device.tenant_id')
        .onRef('device_last_report.device_id', '=', 'device.id')
        .on('device.status', '<>', 'offline'),
    )
    .select([
      'device.id',
      'device.site_id',
      'device.group_id',
      'device.abilities',
      'device.released_settings',
      'device.configuration_state',
      'site.enterprise_id',
      'device_last_report.report',
    ])
    .select(
      sql<boolean>`device.kind = 'ap' and device.managed_by is null
        and device.configuration_state <> 'unmanaged' and not site.observe_only`.as('takes_part'),
    )
    .where((where) =>
      where.or([
        sql<boolean>`site.id in (select site_id from ${networksOf(scope, ids)} as network)`,
        sql<boolean>`site.enterprise_id in (select enterprise_id from ${networksOf(scope, ids)} as network)`,
      ]),
    );
}

/**
 * Access points that take part in changes: those where a network should be, and those where it is different, by their
 * released settings or by their newest report. A network that is not enabled is in no document. On air by the newest
 * reports: devices that do not report their networks show those of their clients.
 */
function countDevices(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Counted[]> {
  return tx.all(sql<Counted>`
    with device as materialized (
      select around.id, site_id, enterprise_id, group_id, takes_part, released_settings, seen.pairs,
        jsonb_typeof(whole -> 'networks') = 'array' and configuration_state in ('applied', 'partly') as shows_networks,
        array(
          select distinct band #>> '{}' from jsonb_path_query(abilities, '$.radios[*].bands[*]') as band
          where (released_settings -> 'radios' -> (band #>> '{}') -> 'value' -> 'enabled') is distinct from 'false'
        ) as working_bands
      from (${devicesAround(scope, ids)}) as around
      cross join lateral (select around.report::jsonb as whole offset 0) as parsed
      cross join lateral (
        select jsonb_agg(distinct jsonb_build_array(one -> 'ssid', one -> 'band')) as pairs
        from (
          select jsonb_path_query(whole, '$.networks[*]') as one
          union all select jsonb_path_query(whole, '$.clients[*].wireless')) as reported) as seen),
    heard as materialized (
      select id, pair ->> 0 as ssid, array_agg(distinct pair ->> 1 order by pair ->> 1) as bands
      from device cross join lateral jsonb_array_elements(pairs) as pair
      group by id, pair ->> 0),
    applying as (
      select network.id, device.site_id, device.takes_part, device.shows_networks, device.working_bands,
        heard.ssid is not null as on_air, coalesce(heard.bands, '{}') as heard_bands,
        case when case network.value -> 'targets' ->> 'kind'
          when 'sites' then network.value -> 'targets' -> 'siteUUIDs' ? device.site_id::text
          when 'groups' then network.value -> 'targets' -> 'groupUUIDs' ? device.group_id::text
          else true end
        then (network.value - 'targets') || coalesce(override.value, '{}') end as wanted,
        jsonb_path_query_first(device.released_settings, '$.networks[*] ? (@.id == $id).value',
          jsonb_build_object('id', network.id)) as released
      from ${networksOf(scope, ids)} as network
      join device on network.site_id = device.site_id or network.enterprise_id = device.enterprise_id
      left join heard on heard.id = device.id and heard.ssid = network.ssid
      left join setting as override on override.tenant_id = ${scope.tenant}
        and override.network_id = network.id and override.site_id = device.site_id),
    enabled as (
      select id, site_id, takes_part, on_air, shows_networks, working_bands, heard_bands,
        case when (wanted ->> 'enabled')::boolean then wanted end as wanted,
        case when (released ->> 'enabled')::boolean then released end as released
      from applying)
    select id, (count(*) filter (where takes_part and wanted is not null))::int as "wantedDevices",
      (count(*) filter (where takes_part and case
        when wanted is distinct from released then true
        when wanted is null or shows_networks is not true or wanted -> 'offTimes' <> '[]' then false
        else heard_bands <> array(
          select band from jsonb_array_elements_text(wanted -> 'bands') as band
          where band = any(working_bands) order by band)
      end))::int as "pendingDevices",
      (count(*) filter (where on_air))::int as "onAirDevices",
      (count(distinct site_id) filter (where on_air))::int as sites
    from enabled
    group by id`);
}

/** Networks that a visible change concerns which is being rolled out. */
function readRollingOut(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Counted[]> {
  return tx.all(sql<Counted>`
    select distinct network.id, true as "rollingOut"
    from configuration_change
    join configuration_change_edit as edit
      on edit.tenant_id = configuration_change.tenant_id and edit.change_id = configuration_change.id
    join unnest(${ids}::uuid[]) as network (id) on network.id = edit.setting_id or network.id = edit.network_id
    where configuration_change.tenant_id = ${scope.tenant} and configuration_change.ended_at is null
      and configuration_change.state <> 'scheduled' and ${changeWithinReach(scope)}`);
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
