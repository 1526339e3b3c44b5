import { metricLines } from '@airloom/contract/statistics/metric-lines';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import type { DeviceStatistics } from '@airloom/contract/statistics/statistics.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { Contents } from '../components/Contents.tsx';
import { NothingMeasured } from '../components/NothingMeasured.tsx';
import { QueryResult } from '../components/QueryResult.tsx';
import { previousInput, previousOptions, requestInput, requestOptions } from '../components/request-input.ts';
import { StatisticsFrame } from '../components/StatisticsFrame.tsx';
import { useAvailability } from '../components/use-availability.tsx';
import { useCompared } from '../components/use-compared.ts';
import { type Links, useLinks } from '../components/use-links.ts';
import { useStatisticsRequest } from '../components/use-statistics-request.ts';
import type { Content } from '../content.ts';

function useContent(statistics: DeviceStatistics | undefined, links: Links): Content | undefined {
  const { t } = useTranslation();
  const units = useUnits();
  const format = useFormat();
  const kinds = useKindNames();
  return useMemo(() => {
    if (statistics === undefined) return undefined;
    const percent = (value: number | null) =>
      value === null ? t('statistics.unknown') : units.portion(value);
    return {
      window: statistics,
      figures: [
        {
          label: t('statistics.availability'),
          value: percent(statistics.percent),
          to: links.outages(statistics),
        },
        { label: t('reports.column.devices'), value: units.count(statistics.devices), to: links.devices() },
        {
          label: t('reports.column.outages'),
          value: units.count(statistics.outages),
          to: links.outages(statistics),
        },
        { label: t('statistics.onlineTime'), value: format.duration(statistics.onlineSeconds) },
        {
          label: t('statistics.awayTime'),
          value: format.duration(statistics.awaySeconds),
          to: links.outages(statistics),
        },
      ],
      charts: [
        {
          title: t('statistics.availability'),
          lines: metricLines(
            [{ name: t('statistics.availability'), series: statistics.series }],
            'availabilityPercent',
          ),
          value: units.portion,
          span: [0, 100],
          stepped: true,
        },
      ],
      bars: [
        {
          title: t('reports.section.kinds'),
          heads: [
            t('reports.column.kind'),
            t('reports.column.devices'),
            t('statistics.availability'),
            t('reports.column.outages'),
            t('statistics.awayTime'),
          ],
          rows: statistics.kinds.map((one) => ({
            key: one.kind,
            name: kinds[one.kind],
            to: links.devices({ kind: one.kind }),
            size: one.percent ?? 0,
            texts: [
              units.count(one.devices),
              percent(one.percent),
              units.count(one.outages),
              format.duration(one.awaySeconds),
            ],
          })),
        },
      ],
    };
  }, [t, units, format, kinds, statistics, links]);
}

/** Availability of devices, in total and each. */
export default function DeviceStatisticsPage() {
  const { t } = useTranslation();
  const request = useStatisticsRequest();
  const links = useLinks(request);
  const query = useCall(statisticsCalls.deviceStatistics, requestInput(request), requestOptions(request));
  const before = useCall(statisticsCalls.deviceStatistics, previousInput(request), previousOptions(request));
  const availability = useAvailability(request, links);
  const current = useContent(query.data, links);
  const previous = useContent(request.comparing ? before.data : undefined, links);
  const content = useCompared(request, current, previous);
  const hasDevices = query.data !== undefined && query.data.devices > 0;
  return (
    <StatisticsFrame
      page="device"
      request={request}
      title={t('nav.statisticsDevice')}
      lead={t('statistics.lead.device')}
      content={content}
      readSheet={availability.readSheet}
    >
      <QueryResult query={query}>
        {content && hasDevices ? <Contents content={content} /> : <NothingMeasured />}
      </QueryResult>
      {hasDevices && availability.table}
    </StatisticsFrame>
  );
}
