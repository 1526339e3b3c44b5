import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import './big-screen.css';
import './screen-detail.css';
import { DayCharts } from './DayCharts.tsx';

const READ_AGAIN_MS = 60_000;

/** The last 24 hours of a device. */
export function DeviceDayCharts({ deviceUUID }: { deviceUUID: string }) {
  const { t } = useTranslation();
  const { data } = useCall(
    telemetryCalls.deviceChart,
    { deviceUUID, range: 'day' },
    { every: READ_AGAIN_MS },
  );
  if (!data) return null;
  return (
    <section className="big-screen-box big-screen-day">
      <h2 className="visually-hidden">{t('big-screen.panel.trends')}</h2>
      <DayCharts day={data} least={100} />
    </section>
  );
}
