import type { DeviceReport } from '@airloom/contract/devices/report.model';
import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { Chart } from '../../../shared/chart/Chart.tsx';
import { ChartPage } from '../../../shared/chart/crosshair/ChartPage.tsx';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { isPast } from '../../../shared/devices/LastReported.tsx';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { type SmallColumn, SmallTable } from '../../../shared/table/small/SmallTable.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { ProgressBar } from '../../../shared/ui/ProgressBar.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';
import type { Port } from '../panel/port-look.ts';
import { isShown, type PortViewProps } from './port-views.ts';

type PowerState = NonNullable<Port['power']>['state'];

const POWER_TONES: Readonly<Record<PowerState, Tone>> = {
  disabled: 'offline',
  searching: 'processing',
  delivering: 'ok',
  overload: 'error',
  fault: 'error',
};
/** Share of the budget that is shown as critical. */
const CRITICAL = 0.9;
const READ_AGAIN_MS = 60_000;

function PowerBudget({ power, past }: { power: NonNullable<DeviceReport['power']>; past: boolean }) {
  const { t } = useTranslation();
  const units = useUnits();
  const used = units.watts(power.usedWatts);
  if (past || power.budgetWatts === null)
    return <p className="device-quiet">{t('device-detail.port.used', { used })}</p>;
  return (
    <div className="ports-budget">
      <ProgressBar
        label={t('device-detail.power')}
        total={power.budgetWatts}
        parts={[
          { tone: power.usedWatts > power.budgetWatts * CRITICAL ? 'error' : 'ok', count: power.usedWatts },
        ]}
      >
        {t('device-detail.port.budget', { used, budget: units.watts(power.budgetWatts) })}
      </ProgressBar>
    </div>
  );
}

function PowerChart({ deviceUUID }: { deviceUUID: string }) {
  const { t } = useTranslation();
  const units = useUnits();
  const { data } = useCall(
    telemetryCalls.deviceChart,
    { deviceUUID, range: 'day' },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  if (data === undefined) return null;
  const values = data.series.find(({ metric }) => metric === 'powerWatts')?.values ?? [];
  return (
    <ChartPage>
      <Chart
        title={t('ports.power.chart')}
        window={data}
        lines={[{ name: t('device-detail.power'), values }]}
        value={units.watts}
        span={[0, 20]}
      />
    </ChartPage>
  );
}

function useColumns({ device, report }: PortViewProps): readonly SmallColumn<Port>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const past = isPast(device);
  const peerOf = (port: Port) => report.links.find((link) => link.port === port.name)?.peer ?? null;
  return [
    {
      key: 'name',
      title: 'device-detail.port.name',
      render: (port) => port.name,
      value: (port) => port.name,
    },
    {
      key: 'state',
      title: 'device-detail.port.poe',
      render: (port) =>
        port.power && (
          <StatusDot tone={past ? 'offline' : POWER_TONES[port.power.state]}>
            {t(`telemetry.word.${port.power.state}`)}
          </StatusDot>
        ),
      value: (port) => port.power?.state ?? null,
    },
    {
      key: 'watts',
      title: 'device-detail.power',
      align: 'end',
      render: (port) => (port.power?.watts ?? null) !== null && units.watts(port.power?.watts ?? 0),
      value: (port) => port.power?.watts ?? null,
    },
    {
      key: 'peer',
      title: 'device-detail.port.peer',
      render: (port) => {
        const peer = peerOf(port);
        return peer && <CellLink to={devicePage(peer)}>{peer.name}</CellLink>;
      },
      value: (port) => peerOf(port)?.name ?? null,
    },
  ];
}

/** The PoE budget, its use over the last day, and the power of each port. */
export function PowerView(props: PortViewProps) {
  const { t } = useTranslation();
  const { device, report, selected } = props;
  const columns = useColumns(props);
  const ports = report.ports.filter(({ power }) => power !== null);
  if (ports.length === 0) {
    return (
      <div className="card">
        <EmptyState icon="switch" title={t('ports.power.empty')} text={t('ports.power.emptyText')} />
      </div>
    );
  }
  return (
    <>
      {report.power && <PowerBudget power={report.power} past={isPast(device)} />}
      {report.power && <PowerChart deviceUUID={device.deviceUUID} />}
      <div className="ports-section">
        <SmallTable
          label={t('ports.view.power')}
          rows={ports.filter(({ name }) => isShown(selected, name))}
          columns={columns}
          rowKey={(port) => port.name}
          searchText={(port) => port.name}
          empty={<EmptyState icon="switch" title={t('ports.power.notSelected')} />}
        />
      </div>
    </>
  );
}
