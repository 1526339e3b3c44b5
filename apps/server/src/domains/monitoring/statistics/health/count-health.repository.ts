import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { inTurn } from '../../../../platform/database/in-turn.ts';
import { plannedAnew } from '../../../../platform/database/replan.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { outdatedVersions } from '../../../network/firmware/index.ts';
import { isThere } from '../../clients/index.ts';
import type { Moment } from '../figures/window.ts';
import { ATTENTION, SEVERITY_PER_STATE, severityOf, TROUBLE } from './site-severity.ts';

/** Hours of traffic that are stored, the current one included. */
export const TRAFFIC_HOURS = 24;

const FIGURES = [
  'devices',
  'online',
  'offline',
  'clients',
  'outdated',
  'urgent',
  'important',
  'secondary',
  'notice',
  'severity',
] as const;

function changed(table: 'site_health' | 'enterprise_health', columns: readonly string[]) {
  const all = (of: string) => sql.join(columns.map((column) => sql`${sql.id(of, column)}`));
  const set = columns.map((column) => sql`${sql.id(column)} = ${sql.id('excluded', column)}`);
  return sql`do update set ${sql.join(set)} where (${all(table)}) is distinct from (${all('excluded')})`;
}

/** Columns of alarm levels, each the number of alarms. */
const LEVELS = sql.join(
  ALARM_LEVELS.map(
    (level) => sql`count(*) filter (where level = ${sql.lit(level)})::int as ${sql.id(level)}`,
  ),
);

const SUMS = sql.join(
  FIGURES.filter((name) => name !== 'severity').map(
    (name) => sql`coalesce(sum(${sql.id(name)}), 0)::int as ${sql.id(name)}`,
  ),
);

/** Counts devices, clients and alarms of all sites and organizations of an account, and writes what changed. */
export async function countHealth(tx: Transaction, scope: TenantScope, now: Date): Promise<void> {
  const { tenant } = scope;
  // Rows are written and deleted in no common order: two counts would wait for each other.
  await inTurn(tx, scope, 'health figures');
  const outdated = await outdatedVersions(tx, scope);
  await plannedForAllSites(tx);
  await tx.run(sql`
    with sites as (select id, enterprise_id, lower(name) as sort_name from site
                   where tenant_id = ${tenant} and deleted_at is null),
    outdated as (
      select * from unnest(${outdated.map(({ kind }) => kind)}::text[], ${outdated.map(({ model }) => model)}::text[],
        ${outdated.map(({ version }) => version)}::text[]) as outdated (kind, model, version)
    ),
    devices as (
      select device.site_id, device.kind, count(*)::int as devices,
        count(*) filter (where status not in ('offline', 'neverConnected'))::int as online,
        count(*) filter (where status = 'offline')::int as offline, count(outdated.kind)::int as outdated
      from device left join outdated on outdated.kind = device.kind and outdated.model = lower(device.model)
        and outdated.version = device.version
      where device.tenant_id = ${tenant} and device.site_id is not null
      group by device.site_id, device.kind
    ),
    present as (
      select terminal_session.site_id, mac, max(device.kind) as kind from terminal_session
      join device on device.tenant_id = terminal_session.tenant_id and device.id = terminal_session.device_id
      where terminal_session.tenant_id = ${tenant} and ${isThere(now)}
      group by terminal_session.site_id, mac
    ),
    clients as (select site_id, kind, count(*)::int as clients from present group by site_id, kind),
    alarms as (
      select site_id, coalesce(device_kind, 'none') as kind, ${LEVELS} from alarm
      where tenant_id = ${tenant} and cleared_at is null and site_id is not null
      group by site_id, coalesce(device_kind, 'none')
    ),
    parts as (
      select site_id, kind, devices, online, offline, 0 as clients, outdated, 0 as urgent, 0 as important,
        0 as secondary, 0 as notice from devices
      union all select site_id, kind, 0, 0, 0, clients, 0, 0, 0, 0, 0 from clients
      union all select site_id, kind, 0, 0, 0, 0, 0, urgent, important, secondary, notice from alarms
    ),
    kinds as (
      select site_id, kind, ${SUMS} from parts where site_id in (select id from sites) group by site_id, kind
    ),
    totals as (
      select sites.id as site_id, 'all' as kind, sort_name, ${SUMS}
      from sites left join kinds on kinds.site_id = sites.id group by sites.id, sort_name
    ),
    rated as (
      select *, 0 as severity from (select site_id, kind, '' as sort_name, ${sql.join(
        FIGURES.filter((name) => name !== 'severity').map((name) => sql.id(name)),
      )} from kinds) of_kinds
      union all select *, ${severityOf({ devices: true, allDevices: true, alarms: true })} from totals
    ),
    gone as (
      delete from site_health where tenant_id = ${tenant} and kind <> 'all'
        and not exists (select from kinds where kinds.site_id = site_health.site_id and kinds.kind = site_health.kind)
    )
    insert into site_health (tenant_id, site_id, kind, sort_name, ${names()})
    select ${tenant}::uuid, site_id, kind, sort_name, ${names()} from rated order by site_id, kind
    on conflict (tenant_id, site_id, kind) ${changed('site_health', FIGURES)}`);
  await tx.run(sql`
    with totals as (
      select site.enterprise_id, count(*)::int as sites,
        count(*) filter (where severity / ${SEVERITY_PER_STATE} = ${TROUBLE})::int as trouble,
        count(*) filter (where severity / ${SEVERITY_PER_STATE} = ${ATTENTION})::int as attention,
        max(severity / ${SEVERITY_PER_STATE}) as worst, ${SUMS}
      from site join site_health on site_health.tenant_id = site.tenant_id and site_health.site_id = site.id
        and kind = 'all'
      where site.tenant_id = ${tenant} and site.deleted_at is null
      group by site.enterprise_id
    )
    insert into enterprise_health (tenant_id, enterprise_id, sort_name, sites, trouble, attention, ${names()})
    select ${tenant}::uuid, enterprise.id, lower(enterprise.name), coalesce(sites, 0), coalesce(trouble, 0),
      coalesce(attention, 0), ${sql.join(
        FIGURES.map((name) =>
          name === 'severity'
            ? sql`coalesce(${severityOf(null)}, ${SEVERITY_PER_STATE})`
            : sql`coalesce(${sql.id(name)}, 0)`,
        ),
      )}
    from enterprise left join totals on totals.enterprise_id = enterprise.id
    where enterprise.tenant_id = ${tenant} and enterprise.deleted_at is null
    order by enterprise.id
    on conflict (tenant_id, enterprise_id)
      ${changed('enterprise_health', ['sites', 'trouble', 'attention', ...FIGURES])}`);
}

/** Sites and devices of the last count: what the next one will have to read. */
export async function sizeOf(
  tx: Transaction,
  { tenant }: TenantScope,
): Promise<{ readonly sites: number; readonly devices: number }> {
  const row = await tx.first(sql<{ sites: number; devices: number }>`
    select coalesce(sum(sites), 0)::int as sites, coalesce(sum(devices), 0)::int as devices
    from enterprise_health where tenant_id = ${tenant}`);
  return row ?? { sites: 0, devices: 0 };
}

/** Whether an account has more than this, without a count of all its rows. */
export async function hasMoreThan(
  tx: Transaction,
  { tenant }: TenantScope,
  { sites, devices }: { readonly sites: number; readonly devices: number },
): Promise<boolean> {
  const row = await tx.first(sql<{ more: boolean }>`
    select exists (select from site where tenant_id = ${tenant} offset ${sites})
      or exists (select from device where tenant_id = ${tenant} offset ${devices}) as more`);
  return row?.more === true;
}

/** Sums up the traffic of the last hours; it changes every five minutes at most. */
export async function countTraffic(tx: Transaction, scope: TenantScope, at: Moment): Promise<void> {
  const { tenant } = scope;
  const last = Math.floor(at.now / HOUR) * HOUR;
  const first = last - (TRAFFIC_HOURS - 1) * HOUR;
  const open = Math.min(Math.max(first, at.open), last + HOUR);
  await plannedForAllSites(tx);
  const hours = sql`
    hours as (
      select site_id, hour, rx_bytes + tx_bytes as bytes from site_1h
      where tenant_id = ${tenant} and hour >= ${new Date(first)} and hour < ${new Date(open)}
      union all
      select site_id, date_trunc('hour', slot, 'UTC'), sum(rx_bytes + tx_bytes)::bigint from site_5m
      where tenant_id = ${tenant} and slot >= ${new Date(open)} and slot < ${new Date(last + HOUR)}
      group by 1, 2
    )`;
  const ofHours = Array.from({ length: TRAFFIC_HOURS }, (_, index) => new Date(first + index * HOUR)).map(
    (hour) => sql`coalesce(sum(bytes) filter (where hour = ${hour}::timestamptz), 0)`,
  );
  const totals = sql`sum(bytes)::bigint as traffic, array[${sql.join(ofHours)}]::bigint[] as hourly`;
  const values = sql`coalesce(totals.traffic, 0), coalesce(totals.hourly, '{}')`;
  await tx.run(sql`
    with ${hours},
    totals as (select site_id, ${totals} from hours group by site_id)
    update site_health set (traffic, hourly) = row(${values})
    from site_health stored left join totals on totals.site_id = stored.site_id
    where stored.tenant_id = ${tenant} and stored.kind = 'all' and site_health.tenant_id = ${tenant}
      and site_health.site_id = stored.site_id and site_health.kind = 'all'
      and (stored.traffic, stored.hourly) is distinct from (${values})`);
  await tx.run(sql`
    with ${hours},
    totals as (
      select enterprise_id, ${totals}
      from hours join site on site.tenant_id = ${tenant} and site.id = hours.site_id and site.deleted_at is null
      group by enterprise_id
    )
    update enterprise_health set (traffic, hourly) = row(${values})
    from enterprise_health stored left join totals on totals.enterprise_id = stored.enterprise_id
    where stored.tenant_id = ${tenant} and enterprise_health.tenant_id = ${tenant}
      and enterprise_health.enterprise_id = stored.enterprise_id
      and (stored.traffic, stored.hourly) is distinct from (${values})`);
}

function names() {
  return sql.join(FIGURES.map((name) => sql.id(name)));
}

/** All sites are read at once. New sites have no planner statistics, and a nested loop over them would take minutes. */
export async function plannedForAllSites(tx: Transaction): Promise<void> {
  await plannedAnew(tx);
  await tx.run(sql`select set_config('enable_nestloop', 'off', true)`);
}
