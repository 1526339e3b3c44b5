import { terminalCalls } from '@airloom/contract/clients/clients.calls';
import type { DeviceClient } from '@airloom/contract/clients/clients.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../../shared/i18n/use-units.ts';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { type SmallColumn, SmallTable } from '../../../../shared/table/small/SmallTable.tsx';
import { TerminalLink } from '../../../../shared/terminals/TerminalLink.tsx';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../../shared/ui/feedback/Skeleton.tsx';
import { TimeAgo } from '../../../../shared/ui/Times.tsx';

function useColumns(): readonly SmallColumn<DeviceClient>[] {
  const format = useFormat();
  const units = useUnits();
  return [
    {
      key: 'mac',
      title: 'terminals.column.mac',
      render: (client) => (
        <TerminalLink mac={client.mac}>
          <code>{displayMac(client.mac)}</code>
        </TerminalLink>
      ),
      value: (client) => client.mac,
    },
    {
      key: 'hostname',
      title: 'terminals.column.hostname',
      render: (client) => <Clipped text={client.hostname} />,
      value: (client) => client.hostname || null,
    },
    { key: 'ip', title: 'terminals.column.ip', render: (client) => client.ip && <code>{client.ip}</code> },
    {
      key: 'where',
      title: 'device-detail.client.where',
      render: (client) =>
        client.band === null ? (
          client.port
        ) : (
          <Clipped text={`${client.ssid} · ${client.band} ${client.channel ?? ''}`} />
        ),
      value: (client) => `${client.ssid}${client.port}`,
    },
    {
      key: 'signal',
      title: 'device-detail.client.signal',
      align: 'end',
      render: (client) => client.signal !== null && units.dbm(client.signal),
      value: (client) => client.signal,
    },
    {
      key: 'rate',
      title: 'device-detail.client.rate',
      align: 'end',
      render: (client) =>
        client.downRateKbps !== null &&
        `${units.rate(client.downRateKbps)} / ${client.upRateKbps === null ? '–' : units.rate(client.upRateKbps)}`,
      value: (client) => client.downRateKbps,
    },
    {
      key: 'down',
      title: 'device-detail.client.down',
      align: 'end',
      render: (client) => units.bytes(client.downBytes),
      value: (client) => client.downBytes,
    },
    {
      key: 'up',
      title: 'device-detail.client.up',
      align: 'end',
      render: (client) => units.bytes(client.upBytes),
      value: (client) => client.upBytes,
    },
    {
      key: 'connected',
      title: 'device-detail.client.connected',
      align: 'end',
      render: (client) => client.connectedSeconds !== null && format.duration(client.connectedSeconds),
      value: (client) => client.connectedSeconds,
    },
  ];
}

export function ClientsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const columns = useColumns();
  const { deviceUUID } = device;
  const { data, error, refetch } = useCall(terminalCalls.listDeviceClients, { deviceUUID });
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} height={20} gap={20} />;
  return (
    <>
      <p className="device-quiet">
        {data.at !== null && (
          <>
            {t('device-detail.asOf')} <TimeAgo at={data.at} />
            {' · '}
          </>
        )}
        <Link to={`/alarm/logs?tab=terminal&deviceUUID=${deviceUUID}`}>{t('device-detail.client.log')}</Link>
      </p>
      <SmallTable
        label={t('device-detail.tab.clients')}
        rows={data.clients}
        columns={columns}
        rowKey={(client) => `${client.mac} ${client.ssid}${client.port}`}
        searchText={(client) =>
          `${client.mac} ${displayMac(client.mac)} ${client.hostname} ${client.ip} ${client.ssid} ${client.port}`
        }
        empty={<EmptyState icon="people" title={t('device-detail.client.empty')} />}
      />
    </>
  );
}
