import { metricLines } from '@airloom/contract/statistics/metric-lines';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import type { TerminalStatistics } from '@airloom/contract/statistics/statistics.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import type { BarsProps } from '../../../shared/chart/Bars.tsx';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { Contents } from '../components/Contents.tsx';
import { NothingMeasured } from '../components/NothingMeasured.tsx';
import { QueryResult } from '../components/QueryResult.tsx';
import { previousInput, previousOptions, requestInput, requestOptions } from '../components/request-input.ts';
import { StatisticsFrame } from '../components/StatisticsFrame.tsx';
import { useCompared } from '../components/use-compared.ts';
import { type Links, useLinks } from '../components/use-links.ts';
import { useStatisticsRequest } from '../components/use-statistics-request.ts';
import { useTopTerminals } from '../components/use-top-terminals.ts';
import { useValueNames } from '../components/use-value-names.ts';
import type { Content } from '../content.ts';

function useContent(
  statistics: TerminalStatistics | undefined,
  top: BarsProps | undefined,
  links: Links,
): Content | undefined {
  const { t } = useTranslation();
  const units = useUnits();
  const words = useValueNames();
  return useMemo(() => {
    if (statistics === undefined) return undefined;
    const share = (count: number, of: number) => units.percent(of === 0 ? 0 : (100 * count) / of);
    const terminals = t('reports.column.terminals');
    const fresh = t('reports.column.fresh');
    return {
      window: statistics,
      figures: [
        { label: terminals, value: units.count(statistics.terminals), to: links.visits(statistics) },
        { label: fresh, value: units.count(statistics.fresh), to: links.visits(statistics) },
        {
          label: t('statistics.down'),
          value: units.bytes(statistics.downBytes),
          to: links.visits(statistics),
        },
        { label: t('statistics.up'), value: units.bytes(statistics.upBytes), to: links.visits(statistics) },
      ],
      charts: [
        {
          title: terminals,
          lines: [
            ...metricLines([{ name: terminals, series: statistics.series }], 'terminals'),
            ...metricLines([{ name: fresh, series: statistics.series }], 'fresh'),
          ],
          value: units.count,
          span: [0, 4],
          whole: true,
          stepped: true,
        },
      ],
      bars: [
        {
          title: t('reports.section.durations'),
          heads: [t('reports.column.duration'), terminals, t('statistics.column.share')],
          rows: statistics.durations.map(({ band, terminals: count }) => ({
            key: band,
            name: words.duration[band],
            to: links.visits(statistics),
            size: count,
            texts: [units.count(count), share(count, statistics.terminals)],
          })),
        },
        {
          title: t('reports.section.terminalKinds'),
          heads: [t('reports.column.kind'), terminals, t('statistics.column.share'), t('statistics.traffic')],
          rows: statistics.kinds.map(({ kind, terminals: count, bytes }) => ({
            key: kind,
            name: words.terminalKind[kind],
            size: count,
            texts: [units.count(count), share(count, statistics.terminals), units.bytes(bytes)],
          })),
        },
        ...(top ? [top] : []),
      ],
    };
  }, [t, units, words, statistics, top, links]);
}

/** Clients by kind and session time. */
export default function TerminalStatisticsPage() {
  const { t } = useTranslation();
  const request = useStatisticsRequest();
  const links = useLinks(request);
  const query = useCall(statisticsCalls.terminalStatistics, requestInput(request), requestOptions(request));
  const before = useCall(
    statisticsCalls.terminalStatistics,
    previousInput(request),
    previousOptions(request),
  );
  const top = useTopTerminals(request, links);
  const current = useContent(query.data, top, links);
  const previous = useContent(request.comparing ? before.data : undefined, undefined, links);
  const content = useCompared(request, current, previous);
  return (
    <StatisticsFrame
      page="terminal"
      request={request}
      title={t('nav.statisticsTerminal')}
      lead={t('statistics.lead.terminal')}
      content={content}
    >
      <QueryResult query={query}>
        {content && query.data && query.data.terminals > 0 ? (
          <Contents content={content} />
        ) : (
          <NothingMeasured />
        )}
      </QueryResult>
    </StatisticsFrame>
  );
}
