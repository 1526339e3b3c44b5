import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { WallChart } from './ScreenChart.tsx';

interface Series {
  metric: string;
  values: (number | null)[];
}

interface WallDayProps {
  day: ComponentProps<typeof WallChart>['window'] & { series: readonly Series[] };
  /** So much traffic, in kbit/s, the scale shows at least. */
  least: number;
}

/** Traffic and clients of a day. */
export function WallDay({ day, least }: WallDayProps) {
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
      <WallChart
        title={t('big-screen.traffic')}
        lines={lines.traffic}
        window={day}
        value={units.rate}
        least={least}
      />
      <WallChart
        title={t('big-screen.clients')}
        lines={lines.clients}
        window={day}
        value={units.about}
        least={4}
      />
    </>
  );
}
