import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import type { DeviceMetric } from '@airloom/contract/telemetry/telemetry.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import './wall.css';
import { WallChart } from './WallChart.tsx';

const READ_AGAIN_MS = 60_000;

/** The last 24 hours of a device. */
export function DeviceDay({ deviceUUID }: { deviceUUID: string }) {
  const { t } = useTranslation();
  const units = useUnits();
  const { data } = useCall(
    telemetryCalls.deviceChart,
    { deviceUUID, range: 'day' },
    { every: READ_AGAIN_MS },
  );
  const lines = useMemo(() => {
    const of = (metric: DeviceMetric) => data?.series.find((one) => one.metric === metric)?.values ?? [];
    return {
      traffic: [
        { name: t('big-screen.down'), values: of('trafficDown') },
        { name: t('big-screen.up'), values: of('trafficUp') },
      ],
      clients: [{ name: t('big-screen.clients'), values: of('clients') }],
    };
  }, [data, t]);
  if (!data) return null;
  return (
    <section className="wall-box wall-day">
      <WallChart
        title={t('big-screen.traffic')}
        lines={lines.traffic}
        window={data}
        value={units.rate}
        least={100}
      />
      <WallChart
        title={t('big-screen.clients')}
        lines={lines.clients}
        window={data}
        value={units.about}
        least={4}
      />
    </section>
  );
}
