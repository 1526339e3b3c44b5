import { portCalls } from '@airloom/contract/ports/ports.calls';
import type { ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { Chart } from '../../../shared/chart/Chart.tsx';
import { ChartPage } from '../../../shared/chart/crosshair/ChartPage.tsx';
import { useRangeNames } from '../../../shared/chart/use-range-names.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { busiestPorts } from './busiest-ports.ts';
import type { PortViewProps } from './port-views.ts';

const RANGES = ['sixHours', 'day', 'week', 'twoWeeks'] as const satisfies readonly ChartRange[];
/** Charts of more ports at once are not readable, and each is a call. */
const PORTS_MAX = 6;
const BUSIEST = 2;
const READ_AGAIN_MS = 60_000;

function ChartsOfPort({ deviceUUID, port, range }: { deviceUUID: string; port: string; range: ChartRange }) {
  const { t } = useTranslation();
  const units = useUnits();
  const { data, error, refetch } = useCall(
    portCalls.portTraffic,
    { deviceUUID, port, range },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={1} height={180} />;
  const [received, sent] = [t('ports.traffic.in'), t('ports.traffic.out')];
  return (
    <>
      <Chart
        title={t('ports.traffic.chart', { port })}
        window={data}
        lines={[
          { name: received, values: data.rxKbps },
          { name: sent, values: data.txKbps },
        ]}
        value={units.rate}
        span={[0, 100]}
        stepped
      />
      <Chart
        title={t('ports.traffic.errors', { port })}
        window={data}
        lines={[
          { name: received, values: data.rxErrors },
          { name: sent, values: data.txErrors },
        ]}
        value={units.count}
        span={[0, 4]}
        whole
        stepped
      />
    </>
  );
}

/** Traffic and errors over time of the selected ports, otherwise of the busiest. */
export function PortTraffic({ device, report, activities, selected }: PortViewProps) {
  const { t } = useTranslation();
  const [range, setRange] = useState<(typeof RANGES)[number]>('day');
  const names = useRangeNames();
  const isChosen = selected.length > 0;
  const shown = isChosen ? selected.slice(0, PORTS_MAX) : busiestPorts(report.ports, activities, BUSIEST);
  return (
    <>
      <CountFilter
        label={t('device-detail.range.label')}
        counts={RANGES.map((value) => ({ value, label: names[value] }))}
        value={range}
        onChange={(next) => setRange(next)}
      />
      {!isChosen && <p className="device-quiet">{t('ports.traffic.busiest')}</p>}
      {selected.length > PORTS_MAX && (
        <p className="device-quiet">{t('ports.traffic.first', { count: PORTS_MAX })}</p>
      )}
      <ChartPage>
        <div className="device-charts">
          {shown.map((port) => (
            <ChartsOfPort key={port} deviceUUID={device.deviceUUID} port={port} range={range} />
          ))}
        </div>
      </ChartPage>
    </>
  );
}
