import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import { CHART_RANGES, type ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import type { TimeWindow } from '@airloom/contract/telemetry/time-window';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../../shared/api/use-call.ts';
import { ChartPage } from '../../../../shared/chart/crosshair/ChartPage.tsx';
import { PreviousSwitch } from '../../../../shared/chart/previous/PreviousSwitch.tsx';
import { lengthOf } from '../../../../shared/chart/time-window.ts';
import { useRangeNames } from '../../../../shared/chart/use-range-names.ts';
import { LazyZoomNote } from '../../../../shared/chart/zoom/LazyZoomNote.tsx';
import { useSetZoom } from '../../../../shared/chart/zoom/use-zoom.ts';
import { readZoom, withZoom, type Zoom } from '../../../../shared/chart/zoom/zoom.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { momentIn } from '../../../../shared/logs/local-time.ts';
import { useAddressFlag } from '../../../../shared/routing/use-address-flag.ts';
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

function shownWindow(zoom: Zoom | null, at: string | undefined, range: ChartRange): TimeWindow {
  if (zoom !== null) return { from: new Date(zoom.from).toISOString(), to: new Date(zoom.to).toISOString() };
  return at === undefined ? { range } : windowAround(Date.parse(at));
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
  const zoom = readZoom(query);
  const setZoom = useSetZoom();
  const [comparing, setComparing] = useAddressFlag('previous');
  const shown = shownWindow(zoom, at, range);
  const input = { deviceUUID: device.deviceUUID, ...shown };
  const chart = useCall(telemetryCalls.deviceChart, input, { keepPrevious: true, every: READ_AGAIN_MS });
  const before = useCall(
    telemetryCalls.deviceChart,
    { ...input, previous: true },
    { keepPrevious: true, every: READ_AGAIN_MS, enabled: comparing },
  );
  const previous = comparing && before.data ? { chart: before.data, shiftMs: lengthOf(shown) } : null;
  const names = useRangeNames();

  function show(next: ChartRange | typeof AROUND): void {
    if (next === AROUND) return;
    setQuery(
      (current) => {
        const changed = withZoom(current, null);
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
      <div className="device-chart-bar">
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
        <PreviousSwitch on={comparing} set={setComparing} />
      </div>
      <LazyZoomNote zoom={zoom} />
      {chart.error && <FailedState error={chart.error} retry={() => void chart.refetch()} />}
      {chart.isPending && <Skeleton rows={4} height={180} />}
      {chart.data && (
        <ChartPage onZoom={setZoom}>
          <Charts device={device} chart={chart.data} previous={previous} />
        </ChartPage>
      )}
    </>
  );
}
