import { displayMac } from '@airloom/contract/formats/network/mac';
import { portCalls } from '@airloom/contract/ports/ports.calls';
import type { MacTableRow } from '@airloom/contract/ports/ports.model';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { TerminalLink } from '../../../shared/terminals/TerminalLink.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import type { PortViewProps } from './port-views.ts';

function useColumns(): readonly Column<MacTableRow>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'mac',
      title: 'terminals.column.mac',
      sort: 'mac',
      render: ({ mac, device, client }) => {
        const address = <code>{displayMac(mac)}</code>;
        if (device) return <CellLink to={devicePage(device)}>{address}</CellLink>;
        return client ? <TerminalLink mac={mac}>{address}</TerminalLink> : address;
      },
    },
    {
      key: 'name',
      title: 'ports.column.name',
      render: ({ device, client }) => <Clipped text={device?.name ?? client?.name ?? ''} />,
    },
    {
      key: 'ip',
      title: 'terminals.column.ip',
      render: ({ client }) => client?.ip && <code>{client.ip}</code>,
    },
    {
      key: 'port',
      title: 'device-detail.port.name',
      sort: 'port',
      render: ({ port, isUplink }) => (
        <span className="device-pair">
          {port}
          {isUplink && <span className="device-mark">{t('device-detail.port.uplink')}</span>}
        </span>
      ),
    },
    { key: 'vlan', title: 'ports.column.vlan', sort: 'vlan', align: 'end', render: ({ vlan }) => vlan },
  ];
}

/** Addresses that the switch has learned, and where. */
export function MacTable({ device, selected }: PortViewProps) {
  const { t } = useTranslation();
  const table = useTable({ prefix: 'mac' });
  const columns = useColumns();
  const [only] = selected.length === 1 ? selected : [];
  const query = useCall(
    portCalls.listMacTable,
    { deviceUUID: device.deviceUUID, ...table.input, ...(only === undefined ? {} : { port: only }) },
    { keepPrevious: true },
  );
  return (
    <>
      {selected.length > 1 && <p className="device-quiet">{t('ports.macTable.onePort')}</p>}
      <DataTable
        name="mac-table"
        label={t('ports.view.macTable')}
        table={table}
        query={query}
        columns={columns}
        rowKey={({ mac, port, vlan }) => `${mac} ${port} ${vlan}`}
        search
        searchHint={t('ports.macTable.searchHint')}
        empty={
          <EmptyState icon="switch" title={t('ports.macTable.empty')} text={t('ports.macTable.emptyText')} />
        }
      />
    </>
  );
}
