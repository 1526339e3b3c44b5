import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { portCalls } from '@airloom/contract/ports/ports.calls';
import type { PortAccessPoint } from '@airloom/contract/ports/ports.model';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { LastReported } from '../../../shared/devices/LastReported.tsx';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type SmallColumn, SmallTable } from '../../../shared/table/small/SmallTable.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';

function useColumns(): readonly SmallColumn<PortAccessPoint>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const sources: Record<PortAccessPoint['source'], string> = {
    lldp: t('ports.accessPoint.lldp'),
    manual: t('ports.accessPoint.manual'),
    macTable: t('ports.accessPoint.macTable'),
  };
  return [
    {
      key: 'name',
      title: 'ports.accessPoint.name',
      render: ({ device }) => <CellLink to={devicePage(device)}>{device.name}</CellLink>,
      value: ({ device }) => device.name,
    },
    {
      key: 'status',
      title: 'ports.accessPoint.status',
      status: true,
      render: ({ device }) => <DeviceStatusDot status={device.status} />,
      value: ({ device }) => device.status,
    },
    { key: 'port', title: 'device-detail.port.name', render: ({ port }) => port, value: ({ port }) => port },
    {
      key: 'speed',
      title: 'device-detail.port.speed',
      align: 'end',
      render: ({ speedMbps }) => speedMbps !== null && units.rate(speedMbps * 1_000),
      value: ({ speedMbps }) => speedMbps,
    },
    {
      key: 'power',
      title: 'ports.accessPoint.power',
      align: 'end',
      render: ({ power }) => (power?.watts ?? null) !== null && units.watts(power?.watts ?? 0),
      value: ({ power }) => power?.watts ?? null,
    },
    {
      key: 'model',
      title: 'ports.accessPoint.model',
      render: ({ device }) => <Clipped text={device.model} />,
      value: ({ device }) => device.model,
    },
    {
      key: 'mac',
      title: 'terminals.column.mac',
      render: ({ mac }) => <code>{displayMac(mac)}</code>,
      value: ({ mac }) => mac,
    },
    {
      key: 'source',
      title: 'ports.accessPoint.source',
      render: ({ source }) => sources[source],
      value: ({ source }) => sources[source],
    },
  ];
}

/** Access points that were found at the ports of a switch. */
export function AccessPointsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const columns = useColumns();
  const { data, error, refetch } = useCall(portCalls.listPortAccessPoints, {
    deviceUUID: device.deviceUUID,
  });
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} height={20} gap={20} />;
  return (
    <LastReported device={device}>
      <SmallTable
        label={t('device-detail.tab.accessPoints')}
        rows={data.accessPoints}
        columns={columns}
        rowKey={({ device: { deviceUUID } }) => deviceUUID}
        searchText={({ device: { name, model }, mac, port }) =>
          `${name} ${model} ${mac} ${displayMac(mac)} ${port}`
        }
        empty={
          <EmptyState
            icon="ap"
            title={t('ports.accessPoint.empty')}
            text={t('ports.accessPoint.emptyText')}
          />
        }
      />
    </LastReported>
  );
}
