import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Page } from '@airloom/contract/paging';
import type { ComparedRow } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { containing, type PageRequest } from '../../../../platform/database/paging.ts';
import type { ChartWindow } from '../../telemetry/index.ts';
import { pageOfFigures } from './figures-page.ts';
import { airParts, figuresBySite, type SitesQuery } from './site-figures.repository.ts';
import { networks } from './wifi.repository.ts';
import { percentOf, rounded, wholeHours } from './window.ts';

export interface ComparisonQuery extends SitesQuery {
  readonly kinds: readonly DeviceKind[];
}

export interface Row {
  readonly id: string | null;
  readonly name: string;
  readonly site_id: string | null;
  readonly site_name: string | null;
  readonly kind: DeviceKind | null;
  readonly down: string | number | null;
  readonly up: string | number | null;
  readonly clients_mean: number | null;
  readonly clients_most: number | null;
  readonly utilisation: number | null;
  readonly packets: string | number | null;
  readonly retries: string | number | null;
}

export function comparedOf(row: Row): ComparedRow {
  return {
    id: row.id,
    name: row.name,
    siteUUID: row.site_id,
    siteName: row.site_name ?? '',
    deviceKind: row.kind,
    downBytes: Number(row.down ?? 0),
    upBytes: Number(row.up ?? 0),
    clientsMean: row.clients_mean === null ? null : rounded(row.clients_mean),
    clientsMost: row.clients_most,
    utilisationPercent:
      row.utilisation === null ? null : rounded(Math.min(100, Math.max(0, row.utilisation))),
    retryPercent: percentOf(Number(row.retries ?? 0), Number(row.packets ?? 0)),
  };
}

export const SORTS = {
  name: 'name',
  downBytes: 'down',
  upBytes: 'up',
  bytes: 'bytes',
  clientsMean: 'clients_mean',
  clientsMost: 'clients_most',
  retryPercent: 'retry_share',
};

async function compared(
  tx: Transaction,
  request: PageRequest,
  figures: RawBuilder<Row>,
): Promise<Page<ComparedRow>> {
  const paged = await pageOfFigures(tx, request, { figures, sorts: SORTS, usual: '-downBytes' });
  return { total: paged.total, rows: paged.rows.map(comparedOf) };
}

export const RETRY_SHARE = sql`retries::float8 / nullif(packets, 0) as retry_share`;

export function compareSites(
  tx: Transaction,
  query: ComparisonQuery,
  window: ChartWindow,
  request: PageRequest,
): Promise<Page<ComparedRow>> {
  const { scope, sites, moment } = query;
  const found = sql`site.tenant_id = ${scope.tenant} and site.id = any(${sites}::uuid[])
    and site.name ilike ${containing(request.search)}`;
  return compared(
    tx,
    request,
    sql<Row>`
    by_site as (with ${figuresBySite(query, window, window.source)} select * from by_site),
    air_by_site as (
      with ${airParts(query, window, window.source)}
      select site_id, sum(utilisation_sum)::float8 / nullif(sum(utilisation_samples), 0) as utilisation
      from air group by site_id
    ),
    ${networks(query, wholeHours(window, moment))},
    wifi_by_site as (
      select site_id, sum(packets)::bigint as packets, sum(retries)::bigint as retries
      from networks group by site_id
    ),
    figures as (
      select site.id, site.name, site.id as site_id, site.name as site_name, null::text as kind,
             coalesce(rx_bytes, 0) as down, coalesce(tx_bytes, 0) as up,
             coalesce(rx_bytes, 0) + coalesce(tx_bytes, 0) as bytes, clients_mean, clients_most, utilisation,
             packets, retries, ${RETRY_SHARE}
      from site left join by_site on by_site.site_id = site.id
      left join air_by_site on air_by_site.site_id = site.id
      left join wifi_by_site on wifi_by_site.site_id = site.id
      where ${found}
    )`,
  );
}

/** A network is identified by its name at all sites. Its peak of clients is unknown. */
export function compareNetworks(
  tx: Transaction,
  query: ComparisonQuery,
  window: ChartWindow,
  request: PageRequest,
): Promise<Page<ComparedRow>> {
  const span = wholeHours(window, query.moment);
  const seconds = Math.max(1, (span.to - span.from) / 1000);
  return compared(
    tx,
    request,
    sql<Row>`
    ${networks(query, span)},
    figures as (
      select null::uuid as id, ssid as name, null::uuid as site_id, null::text as site_name, null::text as kind,
             down, up, down + up as bytes, clients_mean, null::int as clients_most, null::float8 as utilisation, packets, retries,
             ${RETRY_SHARE}
      from (
        select ssid, sum(tx_bytes)::bigint as down, sum(rx_bytes)::bigint as up,
               sum(seconds) / ${seconds}::float8 as clients_mean, sum(packets)::bigint as packets,
               sum(retries)::bigint as retries
        from networks where ssid ilike ${containing(request.search)} group by ssid
      ) summed
    )`,
  );
}
