import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import type { DeviceAvailability } from '@airloom/contract/statistics/statistics.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useStatusNames } from '../../../shared/devices/use-status-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import type { Sheet } from '../content.ts';
import { requestInput, requestOptions } from './request-input.ts';
import { columnsOf, sheetOfRows, type TextColumn } from './text-columns.tsx';
import type { Links } from './use-links.ts';
import { PAPER_ROWS, useRowLimitNote } from './use-row-limit-note.ts';
import type { StatisticsRequest } from './use-statistics-request.ts';

const stateOf = (isAway: boolean) => (isAway ? 'offline' : 'online');

function useColumns(links: Links): readonly TextColumn<DeviceAvailability>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const format = useFormat();
  const kinds = useKindNames();
  const status = useStatusNames();
  return [
    {
      key: 'name',
      title: 'reports.column.name',
      sort: 'name',
      text: ({ name }) => name,
      to: (row) => links.device(row),
    },
    { key: 'kind', title: 'reports.column.kind', text: ({ kind }) => kinds[kind] },
    {
      key: 'site',
      title: 'reports.column.site',
      text: ({ siteName }) => siteName,
      to: ({ siteUUID }) => links.site(siteUUID),
    },
    {
      key: 'status',
      status: true,
      title: 'statistics.column.now',
      text: ({ isAway }) => (isAway === null ? t('statistics.moved') : status[stateOf(isAway)]),
      tone: ({ isAway }) => (isAway === false ? 'ok' : 'offline'),
    },
    {
      key: 'percent',
      title: 'statistics.availability',
      sort: 'percent',
      align: 'end',
      text: ({ percent }) => (percent === null ? t('statistics.unknown') : units.portion(percent)),
    },
    {
      key: 'outages',
      title: 'reports.column.outages',
      sort: 'outages',
      align: 'end',
      text: ({ outages }) => units.count(outages),
    },
    {
      key: 'away',
      title: 'statistics.awayTime',
      sort: 'awaySeconds',
      align: 'end',
      text: ({ awaySeconds }) => format.duration(awaySeconds),
    },
    {
      key: 'longest',
      title: 'statistics.longest',
      sort: 'longestSeconds',
      align: 'end',
      text: ({ longestSeconds }) => format.duration(longestSeconds),
    },
  ];
}

/** Availability of each device, lowest first. */
export function useAvailability(
  request: StatisticsRequest,
  links: Links,
): { table: ReactNode; readSheet(): Promise<Sheet> } {
  const { t } = useTranslation();
  const table = useTable();
  const input = { ...requestInput(request), ...table.input };
  const query = useCall(statisticsCalls.listAvailability, input, requestOptions(request));
  const cut = useRowLimitNote();
  const columns = useColumns(links);
  const title = t('statistics.availabilityOfEach');
  return {
    table: (
      <section aria-label={title}>
        <h2 className="statistics-heading">{title}</h2>
        <DataTable
          name="statistics-availability"
          label={title}
          table={table}
          query={query}
          columns={columnsOf(columns)}
          rowKey={(row) => row.deviceUUID}
          empty={
            <EmptyState title={t('statistics.none.measured')} text={t('statistics.none.measuredText')} />
          }
        />
      </section>
    ),
    async readSheet() {
      const { rows, total } = await call(statisticsCalls.listAvailability, {
        ...input,
        page: 1,
        size: PAPER_ROWS,
      });
      return sheetOfRows(title, columns, rows, { translate: t, note: cut(rows.length, total) });
    },
  };
}
