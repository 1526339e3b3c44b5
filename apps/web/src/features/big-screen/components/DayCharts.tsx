import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { ScreenChart } from './ScreenChart.tsx';

interface Series {
  metric: string;
  values: (number | null)[];
}

interface DayChartsProps {
  day: ComponentProps<typeof ScreenChart>['window'] & { series: readonly Series[] };
  /** Minimum upper end of the traffic scale in kbit/s. */
  least: number;
}

/** Traffic and clients of a day. */
export function DayCharts({ day, least }: DayChartsProps) {
  const { t } = useTranslation();
  const units = useUnits();
  const lines = useMemo(() => {
    const of = (metric: string) => day.series.find((one) => one.metric === metric)?.values ?? [];
    return {
      traffic: [
        { name: t('big-screen.down'), values: of('trafficDown') },
        { name: t('big-screen.up'), values: of('trafficUp') },
      ],
      clients: [{ name: t('big-screen.clients'), values: of('clients') }],
    };
  }, [day, t]);
  return (
    <>
      <ScreenChart
        title={t('big-screen.traffic')}
        lines={lines.traffic}
        window={day}
        value={units.rate}
        least={least}
      />
      <ScreenChart
        title={t('big-screen.clients')}
        lines={lines.clients}
        window={day}
        value={units.about}
        least={4}
      />
    </>
  );
}
