import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import type { Page } from '@airloom/contract/paging';
import type { DeviceAvailability } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { containing, type PageRequest } from '../../platform/database/paging.ts';
import type { TenantScope } from '../../platform/scope.ts';
import type { ChartWindow } from '../telemetry/index.ts';
import { pageOfFigures } from './figures-page.ts';
import { percentOf, type Span } from './window.ts';

export interface DevicesAsked {
  readonly scope: TenantScope;
  readonly sites: readonly string[];
  readonly kinds: readonly DeviceKind[];
}

const moment = (at: number) => sql`${new Date(at)}::timestamptz`;
const seconds = (length: RawBuilder<unknown>) => sql`date_part('epoch', ${length})`;

/** `devices` that were ever online, each `since` it counts, and `aways`, the times they were not, within a span. */
function devicesAndAways({ scope, sites, kinds }: DevicesAsked, { from, to }: Span): RawBuilder<unknown> {
  return sql`
    devices as (
      select id, kind, name, site_id, status, greatest(first_online_at, ${moment(from)}) as since from device
      where tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[]) and kind = any(${kinds}::text[])
        and first_online_at < ${moment(to)}
    ),
    aways as (
      select devices.id, devices.kind, greatest(began_at, devices.since) as began,
             least(coalesce(ended_at, ${moment(to)}), ${moment(to)}) as ended
      from devices join device_away away on away.tenant_id = ${scope.tenant} and away.device_id = devices.id
      where away.began_at < ${moment(to)} and (away.ended_at is null or away.ended_at > devices.since)
    )`;
}

export interface KindPresence {
  readonly kind: DeviceKind;
  readonly devices: number;
  /** All the time that counts, and of it the time away. */
  readonly seconds: number;
  readonly away: number;
  readonly outages: number;
}

export function presenceByKind(tx: Transaction, asked: DevicesAsked, span: Span): Promise<KindPresence[]> {
  return tx.all(sql<KindPresence>`
    with ${devicesAndAways(asked, span)},
    gone as (select kind, count(*)::int as outages, sum(${seconds(sql`ended - began`)}) as away from aways group by 1)
    select kind, count(*)::int as devices, sum(${seconds(sql`${moment(span.to)} - since`)}) as seconds,
           coalesce(min(away), 0) as away, coalesce(min(outages), 0) as outages
    from devices left join gone using (kind) group by kind order by kind`);
}

export interface StepPresence {
  readonly step: number;
  /** Devices that count from within this step on, and for how long of it. */
  readonly came: number;
  readonly seconds: number;
  readonly away: number;
}

/** What of the time away falls into each step, and who came in it; those that were there before have step -1. */
export function presenceBySteps(
  tx: Transaction,
  asked: DevicesAsked,
  { from, to, first, stepMs }: ChartWindow,
): Promise<StepPresence[]> {
  const stepOf = (at: RawBuilder<unknown>) =>
    sql`floor((date_part('epoch', ${at}) * 1000 - ${first}::float8) / ${stepMs}::float8)::int`;
  const border = (step: RawBuilder<unknown>) =>
    sql`to_timestamp((${first}::float8 + ${step} * ${stepMs}::float8) / 1000)`;
  return tx.all(sql<StepPresence>`
    with ${devicesAndAways(asked, { from, to })},
    coming as (
      select case when since > ${moment(from)} then ${stepOf(sql`since`)} else -1 end as step, since from devices
    ),
    came as (
      select step, count(*)::int as came,
             sum(${seconds(sql`least(${moment(to)}, ${border(sql`(step + 1)`)}) - since`)}) as seconds
      from coming group by step
    ),
    gone as (
      select step, sum(${seconds(sql`least(ended, ${border(sql`(step + 1)`)}) - greatest(began, ${border(sql`step`)})`)}) as away
      from aways cross join lateral generate_series(${stepOf(sql`began`)}, ${stepOf(sql`ended`)}) step
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
  readonly is_away: boolean;
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
  asked: DevicesAsked,
  span: Span,
  request: PageRequest,
): Promise<Page<DeviceAvailability>> {
  const figures = sql<Row>`
    ${devicesAndAways(asked, span)},
    gone as (
      select id, count(*)::int as outages, sum(${seconds(sql`ended - began`)}) as away,
             max(${seconds(sql`ended - began`)}) as longest
      from aways group by id
    ),
    figures as (
      select devices.id, devices.name, devices.kind, devices.site_id, site.name as site_name,
             devices.status = 'offline' as is_away, spent.seconds, coalesce(away, 0) as away,
             coalesce(outages, 0) as outages, coalesce(longest, 0) as longest,
             1 - coalesce(away, 0) / nullif(spent.seconds, 0) as share
      from devices join site on site.tenant_id = ${asked.scope.tenant} and site.id = devices.site_id
      left join gone on gone.id = devices.id
      cross join lateral (select ${seconds(sql`${moment(span.to)} - since`)} as seconds) spent
      where devices.name ilike ${containing(request.search)}
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

export function presenceOf({
  seconds: all,
  away,
  outages,
}: Pick<KindPresence, 'seconds' | 'away' | 'outages'>) {
  return {
    percent: percentOf(all - away, all),
    onlineSeconds: Math.round(all - away),
    awaySeconds: Math.round(away),
    outages,
  };
}
