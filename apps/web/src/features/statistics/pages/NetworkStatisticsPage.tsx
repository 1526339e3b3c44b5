import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { hasValues } from '../../../shared/chart/series.ts';
import { Contents } from '../components/Contents.tsx';
import { NothingMeasured } from '../components/NothingMeasured.tsx';
import { Told } from '../components/QueryResult.tsx';
import { askedInput, askedOptions } from '../components/request-input.ts';
import { StatisticsFrame } from '../components/StatisticsFrame.tsx';
import { useComparison } from '../components/use-comparison.tsx';
import { useLinks } from '../components/use-links.ts';
import { useNetworkContent } from '../components/use-network-content.ts';
import { useAsked } from '../components/use-statistics-request.ts';
import { useTopTerminals } from '../components/use-top-terminals.ts';

/** Traffic, clients and the air; then what they are made of, side by side. */
export default function NetworkStatisticsPage() {
  const { t } = useTranslation();
  const asked = useAsked();
  const links = useLinks(asked);
  const query = useCall(statisticsCalls.networkStatistics, askedInput(asked), askedOptions(asked));
  const top = useTopTerminals(asked, links);
  const comparison = useComparison(asked, links, query.data);
  const content = useNetworkContent(query.data, top, links, asked.place.siteUUID === undefined);
  const isMeasured = content?.charts.some(({ lines }) => hasValues(lines)) ?? false;
  return (
    <StatisticsFrame
      page="network"
      asked={asked}
      title={t('nav.statisticsNetwork')}
      lead={t('statistics.lead.network')}
      content={content}
      readSheet={comparison.readSheet}
    >
      <Told query={query}>
        {content && isMeasured ? <Contents content={content} /> : <NothingMeasured />}
      </Told>
      {isMeasured && comparison.table}
    </StatisticsFrame>
  );
}
