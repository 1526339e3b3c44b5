import type { Page } from '@airloom/contract/paging';
import type { ComparedRow } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { containing, type PageRequest } from '../../platform/database/paging.ts';
import type { ChartWindow } from '../telemetry/index.ts';
import { type ComparedAsked, comparedOf, RETRY_SHARE, type Row, SORTS } from './compare.repository.ts';
import { pageOfFigures } from './figures-page.ts';
import { daysWithin, type Span, wholeHours } from './window.ts';

const RADIOS = ['r0', 'r1', 'r2'];
/** What means were made of: counts and percentages are told in whole numbers. */
const summed = (mean: string) => `round(${mean} * reports)`;
/** Of several radios the mean of those that told it. */
const UTILISATION = sql.raw(
  `${RADIOS.map((radio) => `coalesce(${summed(`${radio}_utilisation_avg`)}, 0)`).join(' + ')} as utilisation,
   (${RADIOS.map((radio) => `(${radio}_utilisation_avg is not null)::int`).join(' + ')}) * reports as utilised`,
);
const CLIENTS = sql.raw(summed('clients_avg'));
const ROLLED = sql`
  device_id, rx_bytes, tx_bytes, ${CLIENTS} as clients, reports, clients_max, ${UTILISATION}`;
const SENT = sql`device_id, packets, retries`;

/** What stands in a table of days and in one of hours, in the hours of a span: whole days, and hours around them. */
function daysAndHours(
  { scope, moment }: ComparedAsked,
  span: Span,
  { columns, table }: { readonly columns: RawBuilder<unknown>; readonly table: 'device' | 'device_wifi' },
): RawBuilder<unknown> {
  const days = daysWithin(span, moment);
  const hasDays = days.to > days.from;
  const part = (unit: 'day' | 'hour', { from, to }: Span) => sql`
    select ${columns} from ${sql.table(`${table}_1${unit === 'day' ? 'd' : 'h'}`)}
    where tenant_id = ${scope.tenant} and device_id = any(array(select id from aps))
      and ${sql.ref(unit)} >= ${new Date(from)} and ${sql.ref(unit)} < ${new Date(to)}`;
  return sql`
    ${part('day', days)}
    union all ${part('hour', { from: span.from, to: hasDays ? days.from : span.to })}
    union all ${part('hour', { from: hasDays ? days.to : span.to, to: span.to })}`;
}

/** With `aps`: what passed each, how many clients it had, how busy the air was. */
function byDevice(asked: ComparedAsked, span: Span): RawBuilder<unknown> {
  return sql`
    select device_id, sum(rx_bytes::float8) as down, sum(tx_bytes::float8) as up,
           sum(clients) / nullif(sum(reports), 0) as clients_mean, max(clients_max)::int as clients_most,
           sum(utilisation) / nullif(sum(utilised), 0) as utilisation
    from (${daysAndHours(asked, span, { columns: ROLLED, table: 'device' })}) parts group by device_id`;
}

/** With `aps`: what each sent to its clients; of hours that are not rolled up yet by the clients themselves. */
function sentBy(asked: ComparedAsked, span: Span): RawBuilder<unknown> {
  const { scope, sites, moment } = asked;
  const open = Math.min(Math.max(span.from, moment.open), span.to);
  return sql`
    select device_id, sum(packets::float8) as packets, sum(retries::float8) as retries from (
      ${daysAndHours(asked, { from: span.from, to: open }, { columns: SENT, table: 'device_wifi' })}
      union all
      select ${SENT} from terminal_1h
      where tenant_id = ${scope.tenant} and site_id = any(${sites}::uuid[]) and band is not null
        and hour >= ${new Date(open)} and hour < ${new Date(span.to)}
    ) hours group by device_id`;
}

function accessPoints(
  { scope, sites, kinds }: ComparedAsked,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    aps as (
      select device.id, device.name, device.kind, device.site_id from device
      where device.tenant_id = ${scope.tenant} and device.site_id = any(${sites}::uuid[])
        and device.kind in ('ap', 'smart') and device.kind = any(${kinds}::text[]) and ${which}
    )`;
}

const BYTES = sql`coalesce(down, 0) as down, coalesce(up, 0) as up, coalesce(down, 0) + coalesce(up, 0) as bytes`;

/** The figure they are sorted by, of all of them. */
function rankedBy(asked: ComparedAsked, span: Span, sort: string): RawBuilder<unknown> {
  if (sort === 'name') return sql`select id, name from aps`;
  if (sort === 'retryPercent')
    return sql`select id, name, ${RETRY_SHARE} from aps left join (${sentBy(asked, span)}) sent on device_id = id`;
  const figure = sort.startsWith('clients')
    ? sql.ref(SORTS[sort === 'clientsMean' ? sort : 'clientsMost'])
    : BYTES;
  return sql`select id, name, ${figure} from aps left join (${byDevice(asked, span)}) own on device_id = id`;
}

const USUAL = '-downBytes';

/**
 * Access points are compared by the hours a window touches; the one that runs counts as far as it was counted. All are
 * put in order by one figure, and the others read for those of the page: they may be many.
 */
export async function compareAccessPoints(
  tx: Transaction,
  asked: ComparedAsked,
  window: ChartWindow,
  request: PageRequest,
): Promise<Page<ComparedRow>> {
  const span = wholeHours(window, asked.moment);
  const sort = (request.sort ?? USUAL).replace('-', '');
  const found = accessPoints(asked, sql`device.name ilike ${containing(request.search)}`);
  const { total, rows } = await pageOfFigures(tx, request, {
    figures: sql<{ id: string; name: string }>`${found}, figures as (${rankedBy(asked, span, sort)})`,
    sorts: SORTS,
    usual: USUAL,
  });
  const ids = rows.map(({ id }) => id);
  const details = await tx.all(sql<Row>`
    with ${accessPoints(asked, sql`device.id = any(${ids}::uuid[])`)},
    own as (${byDevice(asked, span)}), sent as (${sentBy(asked, span)})
    select aps.id, aps.name, aps.site_id, site.name as site_name, aps.kind, ${BYTES}, clients_mean, clients_most,
           utilisation, packets, retries
    from aps join site on site.tenant_id = ${asked.scope.tenant} and site.id = aps.site_id
    left join own on own.device_id = aps.id left join sent on sent.device_id = aps.id`);
  const byId = new Map(details.map((row) => [row.id, comparedOf(row)]));
  return { total, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}
