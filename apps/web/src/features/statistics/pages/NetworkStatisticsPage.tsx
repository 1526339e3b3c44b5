import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { hasValues } from '../../../shared/chart/series.ts';
import { Contents } from '../components/Contents.tsx';
import { NothingMeasured } from '../components/NothingMeasured.tsx';
import { QueryResult } from '../components/QueryResult.tsx';
import { previousInput, previousOptions, requestInput, requestOptions } from '../components/request-input.ts';
import { StatisticsFrame } from '../components/StatisticsFrame.tsx';
import { useCompared } from '../components/use-compared.ts';
import { useComparison } from '../components/use-comparison.tsx';
import { useLinks } from '../components/use-links.ts';
import { useNetworkContent } from '../components/use-network-content.ts';
import { useStatisticsRequest } from '../components/use-statistics-request.ts';
import { useTopTerminals } from '../components/use-top-terminals.ts';

/** Traffic, clients and radio figures, and a comparison. */
export default function NetworkStatisticsPage() {
  const { t } = useTranslation();
  const request = useStatisticsRequest();
  const links = useLinks(request);
  const query = useCall(statisticsCalls.networkStatistics, requestInput(request), requestOptions(request));
  const before = useCall(statisticsCalls.networkStatistics, previousInput(request), previousOptions(request));
  const top = useTopTerminals(request, links);
  const comparison = useComparison(request, links, query.data);
  const isOfSeveral = request.place.siteUUID === undefined;
  const current = useNetworkContent(query.data, top, links, isOfSeveral);
  const previous = useNetworkContent(
    request.comparing ? before.data : undefined,
    undefined,
    links,
    isOfSeveral,
  );
  const content = useCompared(request, current, previous);
  const isMeasured = content?.charts.some(({ lines }) => hasValues(lines)) ?? false;
  return (
    <StatisticsFrame
      page="network"
      request={request}
      title={t('nav.statisticsNetwork')}
      lead={t('statistics.lead.network')}
      content={content}
      readSheet={comparison.readSheet}
    >
      <QueryResult query={query}>
        {content && isMeasured ? <Contents content={content} /> : <NothingMeasured />}
      </QueryResult>
      {isMeasured && comparison.table}
    </StatisticsFrame>
  );
}
