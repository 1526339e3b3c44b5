import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Page } from '@airloom/contract/paging';
import type { DeviceAvailability } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { containing, type PageRequest } from '../../../../platform/database/paging.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import type { ChartWindow } from '../../telemetry/index.ts';
import { pageOfFigures } from './figures-page.ts';
import { percentOf, type Span } from './window.ts';

export interface DevicesQuery {
  readonly scope: TenantScope;
  readonly sites: readonly string[];
  readonly kinds: readonly DeviceKind[];
}

const moment = (at: number) => sql`${new Date(at)}::timestamptz`;
const seconds = (length: RawBuilder<unknown>) => sql`date_part('epoch', ${length})`;

/**
 * Within a span: `placed` has the placements of devices that were ever online, clipped to the span, most of them
 * `throughout`; `placements` the same merged over sites, and `outage_periods` their offline times. An outage counts once,
 * also when the device is moved between the sites during it.
 */
function placementsAndOutages(
  { scope, sites, kinds }: DevicesQuery,
  { from, to }: Span,
): RawBuilder<unknown> {
  return sql`
    placed as (
      select device.id, device.kind, placement.site_id, greatest(first_online_at, placement.from_at, ${moment(from)}) as since,
             least(placement.to_at, ${moment(to)}) as until,
             placement.from_at <= greatest(first_online_at, ${moment(from)}) and placement.to_at >= ${moment(to)} as throughout
      from device_stay placement join device on device.tenant_id = ${scope.tenant} and device.id = placement.device_id
      where placement.tenant_id = ${scope.tenant} and placement.site_id = any(${sites}::uuid[])
        and placement.to_at > ${moment(from)} and placement.from_at < ${moment(to)}
        and device.kind = any(${kinds}::text[]) and first_online_at < least(placement.to_at, ${moment(to)})
    ),
    placements as (
      select id, kind, since, until from placed where throughout
      union all
      select id, kind, min(since), max(until) from (
        select *, count(*) filter (where anew) over (partition by id order by since) as placement from (
          select *, since is distinct from lag(until) over (partition by id order by since) as anew
          from placed where not throughout
        ) moved
      ) numbered
      group by id, kind, placement
    ),
    outage_periods as (
      select placements.id, placements.kind, greatest(began_at, placements.since) as began,
             least(coalesce(ended_at, placements.until), placements.until) as ended
      from placements join device_away away on away.tenant_id = ${scope.tenant} and away.device_id = placements.id
      where away.began_at < placements.until and (away.ended_at is null or away.ended_at > placements.since)
        and (away.ended_at is null or away.ended_at > ${moment(from)})
    )`;
}

export interface KindPresence {
  readonly kind: DeviceKind;
  readonly devices: number;
  /** Counted time, and the offline part of it. */
  readonly seconds: number;
  readonly away: number;
  readonly outages: number;
}

export function presenceByKind(tx: Transaction, query: DevicesQuery, span: Span): Promise<KindPresence[]> {
  return tx.all(sql<KindPresence>`
    with ${placementsAndOutages(query, span)},
    counted as (select id, kind, sum(${seconds(sql`until - since`)}) as seconds from placed group by id, kind),
    gone as (select kind, count(*)::int as outages, sum(${seconds(sql`ended - began`)}) as away from outage_periods group by 1)
    select kind, count(*)::int as devices, sum(seconds) as seconds,
           coalesce(min(away), 0) as away, coalesce(min(outages), 0) as outages
    from counted left join gone using (kind) group by kind order by kind`);
}

export interface StepPresence {
  readonly step: number;
  /** Change of the number of counted devices in this step, and of the counted time. */
  readonly came: number;
  readonly seconds: number;
  readonly away: number;
}

/** Offline time per step, and devices that came or left in it; devices present before have step -1. */
export function presenceBySteps(
  tx: Transaction,
  query: DevicesQuery,
  { from, to, first, stepMs }: ChartWindow,
): Promise<StepPresence[]> {
  const stepOf = (at: RawBuilder<unknown>) =>
    sql`floor((date_part('epoch', ${at}) * 1000 - ${first}::float8) / ${stepMs}::float8)::int`;
  const border = (step: RawBuilder<unknown>) =>
    sql`to_timestamp((${first}::float8 + ${step} * ${stepMs}::float8) / 1000)`;
  return tx.all(sql<StepPresence>`
    with ${placementsAndOutages(query, { from, to })},
    changes as (
      select case when since > ${moment(from)} then ${stepOf(sql`since`)} else -1 end as step, since as at, 1 as devices
      from placements
      union all
      select ${stepOf(sql`until`)}, until, -1 from placements where until < ${moment(to)}
    ),
    came as (
      select step, sum(devices)::int as came,
             sum(devices * ${seconds(sql`least(${moment(to)}, ${border(sql`(step + 1)`)}) - at`)}) as seconds
      from changes group by step
    ),
    gone as (
      select step, sum(${seconds(sql`least(ended, ${border(sql`(step + 1)`)}) - greatest(began, ${border(sql`step`)})`)}) as away
      from outage_periods cross join lateral generate_series(${stepOf(sql`began`)}, ${stepOf(sql`ended`)}) step
      group by step
    )
    select step, coalesce(came, 0) as came, coalesce(came.seconds, 0) as seconds, coalesce(away, 0) as away
    from came full join gone using (step)`);
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly site_id: string;
  readonly site_name: string;
  readonly is_away: boolean | null;
  readonly seconds: number;
  readonly away: number;
  readonly outages: number;
  readonly longest: number;
}

const SORTS = {
  name: 'name',
  percent: 'share',
  awaySeconds: 'away',
  outages: 'outages',
  longestSeconds: 'longest',
};

export async function listAvailability(
  tx: Transaction,
  query: DevicesQuery,
  span: Span,
  request: PageRequest,
): Promise<Page<DeviceAvailability>> {
  const figures = sql<Row>`
    ${placementsAndOutages(query, span)},
    gone as (
      select id, count(*)::int as outages, sum(${seconds(sql`ended - began`)}) as away,
             max(${seconds(sql`ended - began`)}) as longest
      from outage_periods group by id
    ),
    counted as (
      select id, sum(${seconds(sql`until - since`)}) as seconds, (array_agg(site_id order by until desc))[1] as site_id
      from placed group by id
    ),
    figures as (
      select counted.id, device.name, device.kind, counted.site_id, site.name as site_name,
             case when device.site_id = any(${query.sites}::uuid[]) then device.status = 'offline' end as is_away,
             counted.seconds, coalesce(away, 0) as away, coalesce(outages, 0) as outages, coalesce(longest, 0) as longest,
             1 - coalesce(away, 0) / nullif(counted.seconds, 0) as share
      from counted join device on device.tenant_id = ${query.scope.tenant} and device.id = counted.id
      join site on site.tenant_id = ${query.scope.tenant} and site.id = counted.site_id
      left join gone on gone.id = counted.id
      where device.name ilike ${containing(request.search)}
    )`;
  const { total, rows } = await pageOfFigures(tx, request, { figures, sorts: SORTS, usual: 'percent' });
  return {
    total,
    rows: rows.map((row) => ({
      deviceUUID: row.id,
      kind: row.kind,
      name: row.name,
      siteUUID: row.site_id,
      siteName: row.site_name,
      isAway: row.is_away,
      ...presenceOf(row),
      longestSeconds: Math.round(row.longest),
    })),
  };
}

/** Half a second rounds up: sums of fractions are exact to the millisecond only. */
function wholeSeconds(exact: number): number {
  return Math.round(Math.round(exact * 1_000) / 1_000);
}

export function presenceOf({
  seconds: all,
  away,
  outages,
}: Pick<KindPresence, 'seconds' | 'away' | 'outages'>) {
  return {
    percent: percentOf(all - away, all),
    onlineSeconds: wholeSeconds(all - away),
    awaySeconds: wholeSeconds(away),
    outages,
  };
}
