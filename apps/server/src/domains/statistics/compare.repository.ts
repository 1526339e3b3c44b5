import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import type { Page } from '@airloom/contract/paging';
import type { ComparedRow } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { containing, type PageRequest } from '../../platform/database/paging.ts';
import { type ChartWindow, passing, samplesOf } from '../telemetry/index.ts';
import { pageOfFigures } from './figures-page.ts';
import { airParts, figuresBySite, type SitesAsked } from './site-figures.repository.ts';
import { networks } from './wifi.repository.ts';
import { daysWithin, percentOf, rounded, type Span, wholeHours } from './window.ts';

export interface ComparedAsked extends SitesAsked {
  readonly kinds: readonly DeviceKind[];
}

interface Row {
  readonly id: string | null;
  readonly name: string;
  readonly site_id: string | null;
  readonly site_name: string | null;
  readonly kind: DeviceKind | null;
  readonly down: string | null;
  readonly up: string | null;
  readonly clients_mean: number | null;
  readonly clients_most: number | null;
  readonly utilisation: number | null;
  readonly packets: string | null;
  readonly retries: string | null;
}

function comparedOf(row: Row): ComparedRow {
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

const SORTS = {
  name: 'name',
  downBytes: 'down',
  upBytes: 'up',
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

const RETRY_SHARE = sql`retries::float8 / nullif(packets, 0) as retry_share`;

export function compareSites(
  tx: Transaction,
  asked: ComparedAsked,
  window: ChartWindow,
  request: PageRequest,
): Promise<Page<ComparedRow>> {
  const { scope, sites, moment } = asked;
  const found = sql`site.tenant_id = ${scope.tenant} and site.id = any(${sites}::uuid[])
    and site.name ilike ${containing(request.search)}`;
  return compared(
    tx,
    request,
    sql<Row>`
    by_site as (with ${figuresBySite(asked, window, window.source)} select * from by_site),
    air_by_site as (
      with ${airParts(asked, window, window.source)}
      select site_id, sum(utilisation_sum)::float8 / nullif(sum(utilisation_samples), 0) as utilisation
      from air group by site_id
    ),
    ${networks(asked, wholeHours(window, moment))},
    wifi_by_site as (
      select site_id, sum(packets)::bigint as packets, sum(retries)::bigint as retries
      from networks group by site_id
    ),
    figures as (
      select site.id, site.name, site.id as site_id, site.name as site_name, null::text as kind,
             coalesce(rx_bytes, 0) as down, coalesce(tx_bytes, 0) as up, clients_mean, clients_most, utilisation,
             packets, retries, ${RETRY_SHARE}
      from site left join by_site on by_site.site_id = site.id
      left join air_by_site on air_by_site.site_id = site.id
      left join wifi_by_site on wifi_by_site.site_id = site.id
      where ${found}
    )`,
  );
}

/** A network is its name, wherever it is. How many clients it had at most at once is not known. */
export function compareNetworks(
  tx: Transaction,
  asked: ComparedAsked,
  window: ChartWindow,
  request: PageRequest,
): Promise<Page<ComparedRow>> {
  const span = wholeHours(window, asked.moment);
  const seconds = Math.max(1, (span.to - span.from) / 1000);
  return compared(
    tx,
    request,
    sql<Row>`
    ${networks(asked, span)},
    figures as (
      select null::uuid as id, ssid as name, null::uuid as site_id, null::text as site_name, null::text as kind,
             down, up, clients_mean, null::int as clients_most, null::float8 as utilisation, packets, retries,
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

const RADIOS = ['r0', 'r1', 'r2'];
/** What means were made of: counts and percentages are told in whole numbers. */
const summed = (mean: string) => `round(${mean} * reports)`;
/** Of several radios the mean of those that told it. */
const UTILISATION = sql.raw(
  `${RADIOS.map((radio) => `coalesce(${summed(`${radio}_utilisation_avg`)}, 0)`).join(' + ')} as utilisation,
   (${RADIOS.map((radio) => `(${radio}_utilisation_avg is not null)::int`).join(' + ')}) * reports as utilised`,
);
const SAMPLED = sql.raw(
  `sum(${RADIOS.map((radio) => `coalesce(${radio}_utilisation, 0)`).join(' + ')})::float8 as utilisation,
   (${RADIOS.map((radio) => `count(${radio}_utilisation)`).join(' + ')}) as utilised`,
);
const SAMPLE_COLUMNS = sql.raw(['clients', ...RADIOS.map((radio) => `${radio}_utilisation`)].join(', '));
const ROLLED = sql`device_id, rx_bytes, tx_bytes, ${sql.raw(summed('clients_avg'))} as clients, reports, clients_max, ${UTILISATION}`;

/** Access points as `parts`: whole days, hours at the edges, reports of what is not rolled up yet. */
function partsOfDevices(asked: ComparedAsked, window: ChartWindow): RawBuilder<unknown> {
  const { scope, moment } = asked;
  const open = Math.min(
    window.source === 'reports' ? window.from : Math.max(window.from, moment.open),
    window.to,
  );
  const days = daysWithin({ from: window.from, to: open }, moment);
  const within = (column: string, { from, to }: Span) =>
    sql`tenant_id = ${scope.tenant} and device_id = any(array(select id from aps))
      and ${sql.ref(column)} >= ${new Date(from)} and ${sql.ref(column)} < ${new Date(to)}`;
  const samples = samplesOf(
    {
      tenant: sql`${scope.tenant}::uuid`,
      device: sql`aps.id`,
      from: sql`${new Date(open)}::timestamptz`,
      to: sql`${new Date(window.to)}::timestamptz`,
    },
    sql`${passing.columns}, ${SAMPLE_COLUMNS}`,
  );
  const hasDays = days.to > days.from;
  return sql`
    samples as (
      select aps.id as device_id, ${passing.withBefore}, ${SAMPLE_COLUMNS}
      from aps cross join lateral ${samples} sample
      where ${open < window.to} window w as (partition by aps.id order by ts)
    ),
    parts as (
      select ${ROLLED} from device_1d where ${within('day', days)}
      union all
      select ${ROLLED} from device_1h where ${within('hour', { from: window.from, to: hasDays ? days.from : open })}
      union all
      select ${ROLLED} from device_1h where ${within('hour', { from: hasDays ? days.to : open, to: open })}
      union all
      select device_id, rx_bytes, tx_bytes, clients, reports, clients_max, utilisation, utilised from (
        select device_id, ${passing.sums}, sum(clients)::float8 as clients, count(*)::int as reports,
               max(clients) as clients_max, ${SAMPLED}
        from samples where ts >= ${new Date(open)} group by device_id
      ) fresh
    )`;
}

export function compareAccessPoints(
  tx: Transaction,
  asked: ComparedAsked,
  window: ChartWindow,
  request: PageRequest,
): Promise<Page<ComparedRow>> {
  const { scope, sites, kinds, moment } = asked;
  const span = wholeHours(window, moment);
  const open = new Date(Math.min(Math.max(span.from, moment.open), span.to));
  return compared(
    tx,
    request,
    sql<Row>`
    aps as (
      select device.id, device.name, device.kind, device.site_id from device
      where device.tenant_id = ${scope.tenant} and device.site_id = any(${sites}::uuid[])
        and device.kind in ('ap', 'smart') and device.kind = any(${kinds}::text[])
        and device.name ilike ${containing(request.search)}
    ),
    ${partsOfDevices(asked, window)},
    by_device as (
      select device_id, sum(rx_bytes)::bigint as down, sum(tx_bytes)::bigint as up,
             (sum(clients) / nullif(sum(reports), 0))::float8 as clients_mean,
             max(clients_max)::int as clients_most,
             (sum(utilisation) / nullif(sum(utilised), 0))::float8 as utilisation
      from parts group by device_id
    ),
    sent as (
      select device_id, sum(packets)::bigint as packets, sum(retries)::bigint as retries from (
        select device_id, packets, retries from device_wifi_1h
        where tenant_id = ${scope.tenant} and device_id = any(array(select id from aps))
          and hour >= ${new Date(span.from)} and hour < ${open}
        union all
        select device_id, packets, retries from terminal_1h
        where tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[]) and band is not null
          and hour >= ${open} and hour < ${new Date(span.to)}
      ) hours group by device_id
    ),
    figures as (
      select aps.id, aps.name, aps.site_id, site.name as site_name, aps.kind, coalesce(down, 0) as down,
             coalesce(up, 0) as up, clients_mean, clients_most, utilisation, packets, retries, ${RETRY_SHARE}
      from aps join site on site.tenant_id = ${scope.tenant} and site.id = aps.site_id
      left join by_device on by_device.device_id = aps.id left join sent on sent.device_id = aps.id
    )`,
  );
}
