import type { DeviceReport } from '@airloom/contract/devices/report.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type SmallColumn, SmallTable } from '../../../shared/table/small/SmallTable.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { isShown, type PortViewProps } from './port-views.ts';

type Neighbour = DeviceReport['links'][number];

const COLUMNS: readonly SmallColumn<Neighbour>[] = [
  {
    key: 'port',
    title: 'device-detail.port.name',
    render: ({ port }) => port,
    value: ({ port }) => port,
  },
  {
    key: 'name',
    title: 'ports.lldp.neighbour',
    render: ({ peer, peerName }) =>
      peer ? <CellLink to={devicePage(peer)}>{peer.name}</CellLink> : <Clipped text={peerName} />,
    value: ({ peer, peerName }) => peer?.name ?? peerName,
  },
  {
    key: 'mac',
    title: 'terminals.column.mac',
    render: ({ peerMac }) => <code>{displayMac(peerMac)}</code>,
    value: ({ peerMac }) => peerMac,
  },
  {
    key: 'peerPort',
    title: 'ports.lldp.port',
    render: ({ peerPort }) => <Clipped text={peerPort} />,
    value: ({ peerPort }) => peerPort,
  },
  {
    key: 'description',
    title: 'ports.lldp.description',
    render: ({ peerDescription }) => <Clipped text={peerDescription} />,
    value: ({ peerDescription }) => peerDescription,
  },
];

export function LldpNeighbours({ report, selected }: PortViewProps) {
  const { t } = useTranslation();
  return (
    <SmallTable
      label={t('ports.view.lldp')}
      rows={report.links.filter(({ port }) => isShown(selected, port))}
      columns={COLUMNS}
      rowKey={({ port, peerMac }) => `${port} ${peerMac}`}
      searchText={({ port, peer, peerName, peerMac }) =>
        `${port} ${peer?.name ?? ''} ${peerName} ${peerMac} ${displayMac(peerMac)}`
      }
      empty={
        <EmptyState
          icon="switch"
          title={selected.length > 0 ? t('ports.lldp.emptySelected') : t('ports.lldp.empty')}
          text={t('ports.lldp.emptyText')}
        />
      }
    />
  );
}
