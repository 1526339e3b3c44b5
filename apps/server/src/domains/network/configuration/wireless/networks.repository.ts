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
  // Reports and released settings are read once for each device, not once for each network.
  return tx.all(sql<Counted>`
    with network as materialized (select * from ${networksOf(scope, ids)} as found),
    device as materialized (
      select around.id, site_id, enterprise_id, group_id, takes_part, heard.bands_of as heard, had.digest_of as released,
        jsonb_typeof(whole -> 'networks') = 'array' and configuration_state in ('applied', 'partly') as shows_networks,
        array(
          select distinct band #>> '{}' from jsonb_path_query(abilities, '$.radios[*].bands[*]') as band
          where (released_settings -> 'radios' -> (band #>> '{}') -> 'value' -> 'enabled') is distinct from 'false'
        ) as working_bands
      from (${devicesAround(scope, ids)}) as around
      cross join lateral (select around.report::jsonb as whole offset 0) as parsed
      cross join lateral (
        select jsonb_object_agg(ssid, bands) as bands_of
        from (
          select one ->> 'ssid' as ssid, jsonb_agg(distinct one ->> 'band' order by one ->> 'band') as bands
          from (
            select jsonb_path_query(whole, '$.networks[*]') as one
            union all select jsonb_path_query(whole, '$.clients[*].wireless ? (@ != null)')) as reported
          group by one ->> 'ssid') as by_name
        where ssid in (select network.ssid from network)) as heard
      cross join lateral (
        select jsonb_object_agg(one ->> 'id', md5((one -> 'value')::text)) as digest_of
        from jsonb_array_elements(released_settings -> 'networks') as one
        where one ->> 'id' = any(${ids}::text[]) and (one -> 'value' ->> 'enabled')::boolean) as had),
    applying as materialized (
      select network.id, network.ssid, network.value -> 'targets' as targets, site.site_id,
        own.value -> 'bands' as bands, own.value -> 'offTimes' <> '[]' as is_timed,
        case when (own.value ->> 'enabled')::boolean then md5(own.value::text) end as digest
      from network
      join (select distinct site_id, enterprise_id from device) as site
        on network.site_id = site.site_id or network.enterprise_id = site.enterprise_id
      left join setting as override on override.tenant_id = ${scope.tenant}
        and override.network_id = network.id and override.site_id = site.site_id
      cross join lateral (
        select (network.value - 'targets') || coalesce(override.value, '{}') as value offset 0) as own),
    compared as (
      select applying.id, device.site_id, takes_part, shows_networks, working_bands, bands, is_timed,
        heard -> applying.ssid as heard_bands,
        case when case targets ->> 'kind'
          when 'sites' then targets -> 'siteUUIDs' ? device.site_id::text
          when 'groups' then targets -> 'groupUUIDs' ? device.group_id::text
          else true end
        then digest end as wanted,
        released ->> applying.id::text as released
      from applying join device on device.site_id = applying.site_id)
    select id, (count(*) filter (where takes_part and wanted is not null))::int as "wantedDevices",
      (count(*) filter (where takes_part and case
        when wanted is distinct from released then true
        when wanted is null or shows_networks is not true or is_timed then false
        else heard_bands is distinct from (
          select jsonb_agg(band order by band) from jsonb_array_elements_text(bands) as band
          where band = any(working_bands))
      end))::int as "pendingDevices",
      (count(*) filter (where heard_bands is not null))::int as "onAirDevices",
      (count(distinct site_id) filter (where heard_bands is not null))::int as sites
    from compared
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
