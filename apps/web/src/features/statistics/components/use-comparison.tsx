import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import {
  COMPARED,
  type ComparedRow,
  type NetworkStatistics,
} from '@airloom/contract/statistics/statistics.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../shared/api/call.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import type { Sheet } from '../content.ts';
import { requestInput, requestOptions } from './request-input.ts';
import { columnsOf, sheetOfRows, type TextColumn } from './text-columns.tsx';
import type { Links } from './use-links.ts';
import { PAPER_ROWS, useRowLimitNote } from './use-row-limit-note.ts';
import type { StatisticsRequest } from './use-statistics-request.ts';

type Compared = (typeof COMPARED)[number];

/** The counted span, once it is known. */
type Window = Pick<NetworkStatistics, 'from' | 'to'> | undefined;

function linkOf(
  { id, name, deviceKind }: ComparedRow,
  what: Compared,
  links: Links,
  window: Window,
): string | undefined {
  if (what === 'ssids') return window && links.visits(window, name);
  if (id === null) return undefined;
  return what === 'aps' ? links.device({ kind: deviceKind ?? 'ap', deviceUUID: id }) : links.site(id);
}

function useColumns(what: Compared, links: Links, window: Window): readonly TextColumn<ComparedRow>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const unknown = t('statistics.unknown');
  const known = (value: number | null, format: (value: number) => string) =>
    value === null ? unknown : format(value);
  const all: readonly TextColumn<ComparedRow>[] = [
    {
      key: 'name',
      title: 'reports.column.name',
      sort: 'name',
      text: ({ name }) => name,
      to: (row) => linkOf(row, what, links, window),
    },
    {
      key: 'site',
      title: 'reports.column.site',
      text: ({ siteName }) => siteName,
      to: ({ siteUUID }) => (siteUUID === null ? undefined : links.site(siteUUID)),
    },
    {
      key: 'down',
      title: 'statistics.down',
      sort: 'downBytes',
      align: 'end',
      text: (row) => units.bytes(row.downBytes),
    },
    {
      key: 'up',
      title: 'statistics.up',
      sort: 'upBytes',
      align: 'end',
      text: (row) => units.bytes(row.upBytes),
    },
    {
      key: 'clientsMean',
      title: 'reports.column.clientsMean',
      sort: 'clientsMean',
      align: 'end',
      text: (row) => known(row.clientsMean, units.tenths),
    },
    {
      key: 'clientsMost',
      title: 'reports.column.clientsMost',
      sort: 'clientsMost',
      align: 'end',
      text: (row) => known(row.clientsMost, units.count),
    },
    {
      key: 'utilisation',
      title: 'statistics.utilisation',
      align: 'end',
      text: (row) => known(row.utilisationPercent, units.percent),
    },
    {
      key: 'retries',
      title: 'statistics.retries',
      sort: 'retryPercent',
      align: 'end',
      text: (row) => known(row.retryPercent, units.percent),
    },
  ];
  const left: Record<Compared, readonly string[]> = {
    sites: ['site'],
    aps: [],
    // Radio figures of a network are unknown, because its radios carry others too.
    ssids: ['site', 'clientsMost', 'utilisation'],
  };
  return all.filter(({ key }) => !left[what].includes(key));
}

/** Comparison of sites, access points or networks, chosen in the address. */
export function useComparison(
  request: StatisticsRequest,
  links: Links,
  window: Window,
): { table: ReactNode; readSheet(): Promise<Sheet> } {
  const { t } = useTranslation();
  const table = useTable();
  const [address, setAddress] = useSearchParams();
  const what = COMPARED.find((one) => one === address.get('what')) ?? 'sites';
  const input = { ...requestInput(request), ...table.input, what };
  const query = useCall(statisticsCalls.compareNetwork, input, requestOptions(request));
  const cut = useRowLimitNote();
  const columns = useColumns(what, links, window);
  const names: Record<Compared, string> = {
    sites: t('reports.section.sites'),
    aps: t('reports.section.aps'),
    ssids: t('reports.section.ssids'),
  };

  /** Clears the search, which belongs to the other list. */
  function compare(wanted: Compared): void {
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        for (const name of ['page', 'search', 'sort']) next.delete(name);
        next.set('what', wanted);
        return next;
      },
      { replace: true },
    );
  }

  return {
    table: (
      <section aria-label={t('statistics.compare')}>
        <h2 className="statistics-heading">{t('statistics.compare')}</h2>
        <CountFilter
          label={t('statistics.compare')}
          counts={COMPARED.map((value) => ({ value, label: names[value] }))}
          value={what}
          onChange={compare}
        />
        {what !== 'sites' && <p className="statistics-note">{t('statistics.compareByHour')}</p>}
        <DataTable
          name={`statistics-${what}`}
          label={names[what]}
          table={table}
          query={query}
          columns={columnsOf(columns)}
          rowKey={(row) => row.id ?? row.name}
          empty={<EmptyState title={t('statistics.none.compare')} text={t('statistics.none.compareText')} />}
        />
      </section>
    ),
    async readSheet() {
      const { rows, total } = await call(statisticsCalls.compareNetwork, {
        ...input,
        page: 1,
        size: PAPER_ROWS,
      });
      return sheetOfRows(names[what], columns, rows, { translate: t, note: cut(rows.length, total) });
    },
  };
}
