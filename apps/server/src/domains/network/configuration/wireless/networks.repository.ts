import { COUNTRIES } from '@airloom/contract/countries';
import { LIMITS } from '@airloom/contract/limits';
import { bandRule } from '@airloom/contract/wireless/regulatory';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { isConnectedIn } from '../../../../platform/database/device-status.ts';
import { withinReach } from '../../../people/organizations/index.ts';
import { type Asker, visibleDevices } from '../../devices/index.ts';
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

/** Access points of the sites where the networks can be; what those report that are connected. */
function devicesAround(scope: Asker, ids: readonly string[]) {
  return visibleDevices(scope)
    .innerJoin('site', (join) =>
      join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
    )
    .leftJoin('device_last', (join) =>
      join
        .onRef('device_last.tenant_id', '=', 'device.tenant_id')
        .onRef('device_last.device_id', '=', 'device.id')
        .on(isConnectedIn('device.status')),
    )
    .select([
      'device.site_id',
      'device.group_id',
      'device.radio_bands',
      'device.released_set',
      'site.enterprise_id',
      'site.country_code',
      'device_last.on_air_set',
    ])
    .select([
      sql<boolean>`device.managed_by is null and device.configuration_state <> 'unmanaged'
        and not site.observe_only`.as('takes_part'),
      sql<boolean>`coalesce(device_last.lists_networks and device.configuration_state in ('applied', 'partly'), false)`.as(
        'is_comparable',
      ),
    ])
    .where('device.kind', '=', 'ap')
    .where((where) =>
      where.or([
        sql<boolean>`site.id in (select site_id from ${networksOf(scope, ids)} as network)`,
        sql<boolean>`site.enterprise_id in (select enterprise_id from ${networksOf(scope, ids)} as network)`,
      ]),
    );
}

const bandBits = (bands: RawBuilder<unknown>) =>
  sql`(${bands} ? '2G')::int + 2 * (${bands} ? '5G')::int + 4 * (${bands} ? '6G')::int`;

/** Bands of a network that a country does not allow are in no document. */
const ALLOWED_BANDS = sql`case country_code ${sql.join(
  COUNTRIES.filter(({ code }) => allowedBits(code) < 7).map(
    ({ code }) => sql`when ${sql.lit(code)} then ${sql.lit(allowedBits(code))}`,
  ),
  sql` `,
)} else 7 end`;

function allowedBits(country: string): number {
  const bands = ['2G', '5G', '6G'] as const;
  return bands.reduce((bits, band, nth) => bits + (bandRule(country, band) === null ? 0 : 2 ** nth), 0);
}

/** Whether the targets of a network contain the site and group of devices. */
const isTarget = (devices: string) => sql`case targets ->> 'kind'
  when 'sites' then targets -> 'siteUUIDs' ? ${sql.ref(`${devices}.site_id`)}::text
  when 'groups' then coalesce(targets -> 'groupUUIDs' ? ${sql.ref(`${devices}.group_id`)}::text, false)
  else true end`;

/**
 * Access points that take part in changes: those where a network should be, and those where it is different, by their
 * released settings or by their newest report. A network that is not enabled, or in a reserved VLAN, is in no document. On
 * air by the newest
 * reports: devices that do not report their networks show those of their clients. A network of the same name may be for
 * other devices, so those count where it is wanted or released.
 *
 * Devices that are alike are compared once: there are few different sets of networks.
 */
function countDevices(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Counted[]> {
  return tx.all(sql<Counted>`
    with network as materialized (select * from ${networksOf(scope, ids)} as found),
    class as materialized (
      select site_id, enterprise_id, country_code, group_id, takes_part, is_comparable, radio_bands, released_set,
        on_air_set, count(*) as devices
      from (${devicesAround(scope, ids)}) as around
      group by site_id, enterprise_id, country_code, group_id, takes_part, is_comparable, radio_bands, released_set,
        on_air_set),
    variant as materialized (
      select id, site_id, case when (value ->> 'vlan')::int > ${LIMITS.network.managementVlanIdMax} then 0
          else ${bandBits(sql`value -> 'bands'`)} end as bands, value -> 'offTimes' <> '[]' as is_timed,
        case when (value ->> 'enabled')::boolean then md5(value::text)::uuid end as digest
      from (
        select id, null::uuid as site_id, value - 'targets' as value from network
        union all
        select network.id, override.site_id, (network.value - 'targets') || override.value
        from network join setting as override
          on override.tenant_id = ${scope.tenant} and override.network_id = network.id) as own),
    applying as materialized (
      select network.id, network.ssid, network.value -> 'targets' as targets, site.site_id,
        coalesce(override.bands, own.bands) as bands, coalesce(override.is_timed, own.is_timed) as is_timed,
        case when override.id is null then own.digest else override.digest end as digest
      from network
      join variant as own on own.id = network.id and own.site_id is null
      join (select distinct site_id, enterprise_id from class) as site
        on network.site_id = site.site_id or network.enterprise_id = site.enterprise_id
      left join variant as override on override.id = network.id and override.site_id = site.site_id),
    released as materialized (
      select key, network_id, digest from released_set
      where tenant_id = ${scope.tenant} and network_id = any(${ids}::uuid[])),
    heard as materialized (
      select key, ssid, bands from on_air_set
      where tenant_id = ${scope.tenant} and ssid in (select ssid from network)),
    compared as (
      select applying.id, class.site_id, devices, takes_part, is_comparable and not is_timed as is_comparable,
        applying.bands & radio_bands & ${ALLOWED_BANDS} as expected, heard.bands as heard, released.digest as released,
        case when ${isTarget('class')} then applying.digest end as wanted
      from applying
      join class on class.site_id = applying.site_id
      left join released on released.key = class.released_set and released.network_id = applying.id
      left join heard on heard.key = class.on_air_set and heard.ssid = applying.ssid),
    by_site as (
      select id, sum(devices) filter (where takes_part and wanted is not null) as wanted,
        sum(devices) filter (where takes_part and (wanted is distinct from released
          or wanted is not null and is_comparable and coalesce(heard, 0) <> expected)) as pending,
        sum(devices) filter (where takes_part and heard is not null
          and (wanted is not null or released is not null)) as on_air
      from compared
      group by id, site_id)
    select id, coalesce(sum(wanted), 0)::int as "wantedDevices", coalesce(sum(pending), 0)::int as "pendingDevices",
      coalesce(sum(on_air), 0)::int as "onAirDevices", count(on_air)::int as sites
    from by_site
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

/**
 * Clients in the newest reports of connected devices that a network is for. A client that roams counts at both access
 * points until the earlier one reports again.
 */
function countClients(tx: Transaction, scope: Asker, ids: readonly string[]): Promise<Counted[]> {
  const devices = visibleDevices(scope)
    .innerJoin('device_last', (join) =>
      join
        .onRef('device_last.tenant_id', '=', 'device.tenant_id')
        .onRef('device_last.device_id', '=', 'device.id'),
    )
    .select(['device.site_id', 'device.group_id', 'device_last.network_clients'])
    .where(isConnectedIn('device.status'))
    .where('device_last.network_clients', 'is not', null);
  return tx.all(sql<Counted>`
    with used as materialized (
      select site_id, group_id, ssid, sum(clients::int) as clients
      from (${devices}) as around cross join lateral jsonb_each_text(network_clients) as of_network (ssid, clients)
      group by site_id, group_id, ssid)
    select network.id, sum(used.clients)::int as clients
    from ${networksOf(scope, ids)} as network
    cross join lateral (select network.value -> 'targets' as targets) as own
    join used on used.ssid = network.ssid and ${isTarget('used')}
    join site on site.tenant_id = ${scope.tenant} and site.id = used.site_id
      and (network.site_id = site.id or network.enterprise_id = site.enterprise_id)
    group by network.id`);
}
