import type { Page } from '@airloom/contract/paging';
import type { ComparedRow } from '@airloom/contract/statistics/statistics.model';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { containing, type PageRequest } from '../../../../platform/database/paging.ts';
import type { ChartWindow } from '../../telemetry/index.ts';
import { accessPoints, byDevice, sentBy } from './ap-figures-sql.ts';
import { type ComparisonQuery, comparedOf, RETRY_SHARE, type Row, SORTS } from './compare.repository.ts';
import { pageOfFigures } from './figures-page.ts';
import { type Span, wholeHours } from './window.ts';

const BYTES = sql`coalesce(down, 0) as down, coalesce(up, 0) as up, coalesce(down, 0) + coalesce(up, 0) as bytes`;

/** The sort figure of all access points. */
function rankedBy(query: ComparisonQuery, span: Span, sort: string): RawBuilder<unknown> {
  if (sort === 'name') return sql`select id, name from aps`;
  if (sort === 'retryPercent')
    return sql`select id, name, ${RETRY_SHARE} from aps left join (${sentBy(query, span)}) sent on device_id = id`;
  const figure = sort.startsWith('clients')
    ? sql.ref(SORTS[sort === 'clientsMean' ? sort : 'clientsMost'])
    : BYTES;
  return sql`select id, name, ${figure} from aps left join (${byDevice(query, span)}) own on device_id = id`;
}

const USUAL = '-downBytes';

/**
 * Access points are compared by the hours that a window overlaps, while they are placed in the scope; the current hour
 * counts so far. All are sorted by one figure; the others are read only for the page, because they may be many.
 */
export async function compareAccessPoints(
  tx: Transaction,
  query: ComparisonQuery,
  window: ChartWindow,
  request: PageRequest,
): Promise<Page<ComparedRow>> {
  const span = wholeHours(window, query.moment);
  const sort = (request.sort ?? USUAL).replace('-', '');
  const found = accessPoints(query, span, sql`device.name ilike ${containing(request.search)}`);
  const { total, rows } = await pageOfFigures(tx, request, {
    figures: sql<{ id: string; name: string }>`${found}, figures as (${rankedBy(query, span, sort)})`,
    sorts: SORTS,
    usual: USUAL,
  });
  const ids = rows.map(({ id }) => id);
  const details = await tx.all(sql<Row>`
    with ${accessPoints(query, span, sql`device.id = any(${ids}::uuid[])`)},
    own as (${byDevice(query, span)}), sent as (${sentBy(query, span)})
    select aps.id, aps.name, aps.site_id, site.name as site_name, aps.kind, ${BYTES}, clients_mean, clients_most,
           utilisation, packets, retries
    from aps join site on site.tenant_id = ${query.scope.tenant} and site.id = aps.site_id
    left join own on own.device_id = aps.id left join sent on sent.device_id = aps.id`);
  const byId = new Map(details.map((row) => [row.id, comparedOf(row)]));
  return { total, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}
