import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import {
  AIR_SUMS,
  hasReportedSince,
  MEMBERS,
  SLOT_SECONDS,
  trafficAndClientsBySlot,
} from '../../telemetry/index.ts';
import { type Moment, partsOf, type Span } from './window.ts';

/** In the first minutes of an hour, devices that reported shortly before it count as sources too. */
const RECENT_MS = 5 * 60_000;

export interface SitesQuery {
  readonly scope: TenantScope;
  readonly sites: readonly string[];
  readonly moment: Moment;
}

export type Source = 'reports' | 'hours';

const moment = (at: number) => sql`${new Date(at)}::timestamptz`;

/** Rows of these sites within a span. */
function within(
  { scope, sites }: SitesQuery,
  column: 'day' | 'hour' | 'slot',
  { from, to }: Span,
): RawBuilder<unknown> {
  return sql`tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[])
    and ${sql.ref(column)} >= ${moment(from)} and ${sql.ref(column)} < ${moment(to)}`;
}

/** End of the rolled-up part; from there on slots are read. */
function openFrom({ moment: at }: SitesQuery, { from, to }: Span, source: Source): number {
  return source === 'reports' ? from : Math.min(Math.max(from, at.open), to);
}

/** By site and hour: rollups, and slots where they are missing. */
function hours(query: SitesQuery, span: Span): RawBuilder<unknown> {
  const open = openFrom(query, span, 'hours');
  return sql`
    hours as (
      select site_id, hour, rx_bytes, tx_bytes, clients_avg, clients_max from site_1h
      where ${within(query, 'hour', { from: span.from, to: open })}
      union all
      select site_id, date_trunc('hour', slot, 'UTC'), sum(rx_bytes)::bigint, sum(tx_bytes)::bigint,
             avg(clients), round(max(clients))::int
      from site_5m where ${within(query, 'slot', { from: open, to: span.to })}
      group by 1, 2
    )`;
}

export interface TrafficFigures {
  readonly at: number;
  readonly down: number;
  readonly up: number;
  readonly clients: number;
  readonly most: number;
}

interface TrafficRow {
  readonly at: string;
  readonly rx: string;
  readonly tx: string;
  readonly clients: number;
  readonly most: number;
}

function figuresOf({ at, rx, tx, clients, most }: TrafficRow): TrafficFigures {
  return { at: Number(at), down: Number(rx), up: Number(tx), clients, most };
}

/** All sites together, by hour. */
export async function networkHours(
  tx: Transaction,
  query: SitesQuery,
  span: Span,
): Promise<TrafficFigures[]> {
  const rows = await tx.all(sql<TrafficRow>`
    with ${hours(query, span)}
    select (extract(epoch from hour) * 1000)::bigint as at, sum(rx_bytes)::bigint as rx,
           sum(tx_bytes)::bigint as tx, sum(clients_avg) as clients, sum(clients_max)::int as most
    from hours group by hour order by hour`);
  return rows.map(figuresOf);
}

/** All sites together, by slot. */
export async function networkSlots(
  tx: Transaction,
  query: SitesQuery,
  span: Span,
): Promise<TrafficFigures[]> {
  const rows = await tx.all(sql<TrafficRow>`
    select (extract(epoch from slot) * 1000)::bigint as at, sum(rx_bytes)::bigint as rx,
           sum(tx_bytes)::bigint as tx, sum(clients) as clients, round(sum(clients))::int as most
    from site_5m where ${within(query, 'slot', span)} group by slot order by slot`);
  return rows.map(figuresOf);
}

/** By site: `site_id`, `rx_bytes`, `tx_bytes`, `clients_mean`, `clients_most`, for a query of sites. */
export function figuresBySite(query: SitesQuery, span: Span, source: Source): RawBuilder<unknown> {
  const sums = sql`sum(rx_bytes)::bigint as rx_bytes, sum(tx_bytes)::bigint as tx_bytes`;
  return source === 'reports'
    ? sql`by_site as (
        select site_id, ${sums}, avg(clients) as clients_mean, round(max(clients))::int as clients_most
        from site_5m where ${within(query, 'slot', span)} group by site_id
      )`
    : sql`${hours(query, span)},
      by_site as (
        select site_id, ${sums}, avg(clients_avg) as clients_mean, max(clients_max) as clients_most
        from hours group by site_id
      )`;
}

/** Traffic of a short span, from raw reports; null without any. */
export async function passedIn(
  tx: Transaction,
  { scope, sites, moment: at }: SitesQuery,
  { from, to }: Span,
): Promise<{ readonly down: number; readonly up: number } | null> {
  const recent = sql`least(members.hour, ${moment(at.now - RECENT_MS)})`;
  const row = await tx.first(sql<{ rx: string | null; tx: string | null }>`
    with due as (
      select ${scope.tenant}::uuid as tenant_id, site_id, hour, greatest(hour, ${moment(from)}) as since,
             least(hour + interval '1 hour', ${moment(to)}) as until
      from unnest(${sites}::uuid[]) site_id
      cross join generate_series(date_trunc('hour', ${moment(from)}, 'UTC'), ${moment(to - 1)},
                                 interval '1 hour') hour
    ),
    ${MEMBERS}, ${trafficAndClientsBySlot(hasReportedSince(recent))}
    select sum(rx_bytes)::bigint as rx, sum(tx_bytes)::bigint as tx from passed`);
  if (row === undefined || row.rx === null || row.tx === null) return null;
  return { down: Number(row.rx), up: Number(row.tx) };
}

const SAMPLES = sql`utilisation_sum, utilisation_samples, noise_sum, noise_samples`;

/** Radio samples: `air` by site, time (`at`, with its length) and band. */
export function airParts(query: SitesQuery, span: Span, source: Source): RawBuilder<unknown> {
  const open = openFrom(query, span, source);
  const { days, hours: edges } = partsOf({ from: span.from, to: open }, query.moment);
  const hourly = (part: Span) => sql`
    select site_id, hour as at, 3600 as seconds, band, ${SAMPLES} from air_1h where ${within(query, 'hour', part)}`;
  return sql`
    air as (
      select site_id, day as at, 86400 as seconds, band, ${SAMPLES} from air_1d where ${within(query, 'day', days)}
      union all ${hourly(edges[0])} union all ${hourly(edges[1])}
      union all
      select site_id, slot, ${sql.lit(SLOT_SECONDS)}, band, ${SAMPLES} from air_5m
      where ${within(query, 'slot', { from: open, to: span.to })}
    )`;
}

export interface MeasuredAir extends Span {
  readonly band: string;
  readonly utilisationSum: number;
  readonly utilisationSamples: number;
  readonly noiseSum: number;
  readonly noiseSamples: number;
}

/** All radios of a band together. */
export async function networkAir(
  tx: Transaction,
  query: SitesQuery,
  span: Span,
  source: Source,
): Promise<MeasuredAir[]> {
  const rows = await tx.all(sql<{
    at: string;
    seconds: number;
    band: string;
    utilisation_sum: string;
    utilisation_samples: number;
    noise_sum: string;
    noise_samples: number;
  }>`
    with ${airParts(query, span, source)}
    select (extract(epoch from at) * 1000)::bigint as at, seconds, band, ${AIR_SUMS}
    from air group by 1, 2, 3`);
  return rows.map((row) => ({
    from: Number(row.at),
    to: Number(row.at) + row.seconds * 1000,
    band: row.band,
    utilisationSum: Number(row.utilisation_sum),
    utilisationSamples: row.utilisation_samples,
    noiseSum: Number(row.noise_sum),
    noiseSamples: row.noise_samples,
  }));
}
