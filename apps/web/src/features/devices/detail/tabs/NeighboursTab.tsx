import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import type { DeviceNeighbours } from '@airloom/contract/telemetry/telemetry.model';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useOfferedCommands } from '../../../../shared/devices/device-commands.ts';
import { useUnits } from '../../../../shared/i18n/use-units.ts';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { type SmallColumn, SmallTable } from '../../../../shared/table/small/SmallTable.tsx';
import { ActionButton } from '../../../../shared/ui/actions/ActionButton.tsx';
import { useAllowedActions } from '../../../../shared/ui/actions/use-actions.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../../shared/ui/feedback/Skeleton.tsx';
import { TimeAgo } from '../../../../shared/ui/Times.tsx';

/** A scan result is stored shortly after its command has ended. */
const READ_AGAIN_MS = 5_000;

type Neighbour = DeviceNeighbours['neighbours'][number];

export function NeighboursTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const units = useUnits();
  const commands = useOfferedCommands();
  const scans = useAllowedActions(commands([device]).filter(({ id }) => id === 'wifiScan'));
  const { data, error, refetch } = useCall(
    telemetryCalls.deviceNeighbours,
    { deviceUUID: device.deviceUUID },
    { every: READ_AGAIN_MS },
  );
  const columns: readonly SmallColumn<Neighbour>[] = [
    {
      key: 'ssid',
      title: 'device-detail.neighbour.ssid',
      render: (one) => <Clipped text={one.ssid || t('device-detail.neighbour.hidden')} />,
      value: (one) => one.ssid || null,
    },
    {
      key: 'bssid',
      title: 'device-detail.neighbour.bssid',
      render: (one) => <code>{displayMac(one.bssid)}</code>,
      value: (one) => one.bssid,
    },
    {
      key: 'channel',
      title: 'device-detail.radio.channel',
      align: 'end',
      render: (one) => one.channel,
      value: (one) => one.channel,
    },
    {
      key: 'signal',
      title: 'device-detail.client.signal',
      align: 'end',
      render: (one) => units.dbm(one.signal),
      value: (one) => one.signal,
    },
  ];
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} height={20} gap={20} />;
  return (
    <>
      <div className="device-bar">
        <p className="device-quiet">
          {data.at === null ? (
            t('device-detail.neighbour.never')
          ) : (
            <>
              {t('device-detail.neighbour.heard')} <TimeAgo at={data.at} />
            </>
          )}
        </p>
        {scans.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      </div>
      <SmallTable
        label={t('device-detail.tab.neighbours')}
        rows={data.neighbours}
        columns={columns}
        rowKey={(one) => `${one.bssid} ${one.channel}`}
        searchText={(one) => `${one.ssid} ${one.bssid} ${displayMac(one.bssid)}`}
        empty={
          <EmptyState
            icon="scan"
            title={t('device-detail.neighbour.empty')}
            text={t('device-detail.neighbour.emptyText')}
          />
        }
      />
    </>
  );
}
