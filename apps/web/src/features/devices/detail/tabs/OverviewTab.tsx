import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import { CHART_RANGES, type ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../../shared/api/use-call.ts';
import { CountFilter } from '../../../../shared/ui/CountFilter.tsx';
import { FailedState } from '../../../../shared/ui/FailedState.tsx';
import { Skeleton } from '../../../../shared/ui/Skeleton.tsx';
import { Charts } from '../parts/Charts.tsx';
import { Figures } from '../parts/Figures.tsx';

/** Beside the reports that come live, so that a silent device's window moves on too. */
const READ_AGAIN_MS = 60_000;

export function OverviewTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const range = CHART_RANGES.find((one) => one === query.get('range')) ?? 'hour';
  const chart = useCall(
    telemetryCalls.deviceChart,
    { deviceUUID: device.deviceUUID, range },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  const names: Record<ChartRange, string> = {
    hour: t('device-detail.range.hour'),
    sixHours: t('device-detail.range.sixHours'),
    day: t('device-detail.range.day'),
    week: t('device-detail.range.week'),
    twoWeeks: t('device-detail.range.twoWeeks'),
    month: t('device-detail.range.month'),
  };

  function show(next: ChartRange): void {
    setQuery(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set('range', next);
        return changed;
      },
      { replace: true },
    );
  }

  return (
    <>
      <Figures device={device} />
      <CountFilter
        label={t('device-detail.range.label')}
        counts={CHART_RANGES.map((value) => ({ value, label: names[value] }))}
        value={range}
        onChange={show}
      />
      {chart.error && <FailedState error={chart.error} retry={() => void chart.refetch()} />}
      {chart.isPending && <Skeleton rows={4} height={180} />}
      {chart.data && <Charts device={device} chart={chart.data} />}
    </>
  );
}
