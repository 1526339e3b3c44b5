import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../shared/chart/Chart.tsx';
import { ChartPage } from '../../../shared/chart/crosshair/ChartPage.tsx';
import { useDay } from '../../../shared/health/day.queries.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { Place } from '../../../shared/session/place.ts';
import { QueryResult } from './Card.tsx';
import './home.css';
import './rankings.css';

type Day = NonNullable<ReturnType<typeof useDay>['data']>;

function Drawn({ day }: { day: Day }) {
  const { t } = useTranslation();
  const units = useUnits();
  const { traffic, clients } = useMemo(() => {
    const of = (metric: Day['series'][number]['metric']) =>
      day.series.find((series) => series.metric === metric)?.values ?? [];
    return {
      traffic: [
        { name: t('home.trends.down'), values: of('trafficDown') },
        { name: t('home.trends.up'), values: of('trafficUp') },
      ],
      clients: [{ name: t('home.trends.clients'), values: of('clients') }],
    };
  }, [day, t]);
  return (
    <ChartPage>
      <Chart
        title={t('home.trends.traffic')}
        lines={traffic}
        window={day}
        value={units.rate}
        span={[0, 1_000]}
      />
      <Chart
        title={t('home.trends.clients')}
        lines={clients}
        window={day}
        value={units.about}
        span={[0, 4]}
        whole
      />
    </ChartPage>
  );
}

/** The last 24 hours. */
export function Trends({ place }: { place: Place }) {
  const day = useDay(place);
  return (
    <div className="home-trends">
      <QueryResult query={day} rows={8}>
        {(data) => <Drawn day={data} />}
      </QueryResult>
    </div>
  );
}
