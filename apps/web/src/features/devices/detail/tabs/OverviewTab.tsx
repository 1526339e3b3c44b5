import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import { CHART_RANGES, type ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useRangeNames } from '../../../../shared/chart/use-range-names.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { momentIn } from '../../../../shared/logs/local-time.ts';
import { CountFilter } from '../../../../shared/ui/CountFilter.tsx';
import { FailedState } from '../../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../../shared/ui/feedback/Skeleton.tsx';
import { Charts } from '../parts/Charts.tsx';
import { ConnectionSteps } from '../parts/ConnectionSteps.tsx';
import { Figures } from '../parts/Figures.tsx';

/** Polling in addition to live messages, so that the time range of a silent device advances. */
const READ_AGAIN_MS = 60_000;
/** Time range before and after a moment. */
const AROUND_MS = 3_600_000;
const AROUND = 'around';

/** Time range around a moment in the address, as in links of alarms. */
function windowAround(moment: number): { from: string; to: string } {
  return {
    from: new Date(moment - AROUND_MS).toISOString(),
    to: new Date(moment + AROUND_MS).toISOString(),
  };
}

export function OverviewTab({ device }: { device: DeviceDetail }) {
  return device.status === 'neverConnected' ? (
    <ConnectionSteps device={device} />
  ) : (
    <Measured device={device} />
  );
}

function Measured({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const format = useFormat();
  const range = CHART_RANGES.find((one) => one === query.get('range')) ?? 'hour';
  const at = momentIn(query.get('at') ?? undefined);
  const shown = at === undefined ? { range } : windowAround(Date.parse(at));
  const chart = useCall(
    telemetryCalls.deviceChart,
    { deviceUUID: device.deviceUUID, ...shown },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  const names = useRangeNames();

  function show(next: ChartRange | typeof AROUND): void {
    if (next === AROUND) return;
    setQuery(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.delete('at');
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
        counts={[
          ...(at === undefined
            ? []
            : [
                {
                  value: AROUND,
                  label: t('device-detail.range.around', { time: format.dateTime(at) }),
                } as const,
              ]),
          ...CHART_RANGES.map((value) => ({ value, label: names[value] })),
        ]}
        value={at === undefined ? range : AROUND}
        onChange={show}
      />
      {chart.error && <FailedState error={chart.error} retry={() => void chart.refetch()} />}
      {chart.isPending && <Skeleton rows={4} height={180} />}
      {chart.data && <Charts device={device} chart={chart.data} />}
    </>
  );
}
