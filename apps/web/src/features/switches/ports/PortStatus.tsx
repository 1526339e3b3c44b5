import { displayMac } from '@airloom/contract/formats/network/mac';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { isPast } from '../../../shared/devices/LastReported.tsx';
import { useTrafficColumns } from '../../../shared/devices/use-traffic-columns.ts';
import { loadTexts } from '../../../shared/i18n/i18n.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type SmallColumn, SmallTable } from '../../../shared/table/small/SmallTable.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import type { Port } from '../panel/port-look.ts';
import { PortName } from './PortName.tsx';
import { isShown, type PortViewProps } from './port-views.ts';

const PortDrawer = lazy(async () => {
  const [{ PortDrawer: drawer }] = await Promise.all([
    import('../port/PortDrawer.tsx'),
    loadTexts(['switches', 'configuration', 'commands', 'telemetry']),
  ]);
  return { default: drawer };
});

/** Received and sent; empty without values. */
function both(received: number | null, sent: number | null, format: (value: number) => string): string {
  if (received === null && sent === null) return '';
  return [received, sent].map((value) => (value === null ? '–' : format(value))).join(' / ');
}

function sumOf(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}

function useColumns(
  { device, report, activities }: PortViewProps,
  open: (port: string) => void,
): readonly SmallColumn<Port>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const traffic = useTrafficColumns<Port>();
  const past = isPast(device);
  const peerOf = (port: Port) => report.links.find((link) => link.port === port.name);
  const activityOf = (port: Port) => activities.find(({ name }) => name === port.name);
  const isDisabled = (port: Port) => report.disabledPorts?.includes(port.name) ?? false;
  const linkOf = (port: Port) => {
    if (isDisabled(port)) return t('ports.panel.disabled');
    return port.linked ? t('device-detail.port.linked') : t('device-detail.port.notLinked');
  };
  return [
    {
      key: 'name',
      title: 'device-detail.port.name',
      render: (port) => (
        <PortName
          port={port}
          activity={activityOf(port)}
          onOpen={device.kind === 'switch' ? () => open(port.name) : null}
        />
      ),
      value: (port) => port.name,
    },
    {
      key: 'link',
      title: 'device-detail.port.link',
      render: (port) => <StatusDot tone={port.linked && !past ? 'ok' : 'offline'}>{linkOf(port)}</StatusDot>,
      value: (port) => Number(port.linked),
    },
    {
      key: 'speed',
      title: 'device-detail.port.speed',
      align: 'end',
      render: (port) => port.linked && port.speedMbps !== null && units.rate(port.speedMbps * 1_000),
      value: (port) => (port.linked ? port.speedMbps : null),
    },
    {
      key: 'duplex',
      title: 'device-detail.port.duplex',
      render: (port) =>
        port.linked &&
        port.fullDuplex !== null &&
        (port.fullDuplex ? t('device-detail.port.full') : t('device-detail.port.half')),
      value: (port) => (port.linked && port.fullDuplex !== null ? Number(port.fullDuplex) : null),
    },
    {
      key: 'peer',
      title: 'device-detail.port.peer',
      render: (port) => {
        const link = peerOf(port);
        if (!link) return null;
        if (link.peer) return <CellLink to={devicePage(link.peer)}>{link.peer.name}</CellLink>;
        return (
          <Clipped
            text={[link.peerName || displayMac(link.peerMac), link.peerPort].filter(Boolean).join(' · ')}
          />
        );
      },
      value: (port) => peerOf(port)?.peer?.name ?? peerOf(port)?.peerName ?? null,
    },
    {
      key: 'vlans',
      title: 'ports.column.vlans',
      render: (port) => <Clipped text={activityOf(port)?.vlans.join(', ') ?? ''} />,
      value: (port) => activityOf(port)?.vlans[0] ?? null,
    },
    {
      key: 'rate',
      title: 'ports.column.rate',
      align: 'end',
      render: (port) => {
        const activity = past || !port.linked ? undefined : activityOf(port);
        return both(activity?.rxKbps ?? null, activity?.txKbps ?? null, units.rate);
      },
      value: (port) => sumOf(activityOf(port)?.rxKbps ?? null, activityOf(port)?.txKbps ?? null),
    },
    {
      key: 'errors',
      title: 'device-detail.port.errors',
      align: 'end',
      render: (port) => both(port.rxErrors, port.txErrors, units.count),
      value: (port) => sumOf(port.rxErrors, port.txErrors),
    },
    ...traffic,
    {
      key: 'packets',
      title: 'device-detail.port.packets',
      align: 'end',
      render: (port) => both(port.rxPackets, port.txPackets, units.about),
      value: (port) => port.rxPackets ?? port.txPackets,
    },
    {
      key: 'type',
      title: 'device-detail.port.type',
      render: (port) =>
        port.optical !== null &&
        (port.optical ? t('device-detail.port.optical') : t('device-detail.port.copper')),
      value: (port) => (port.optical === null ? null : Number(port.optical)),
    },
    {
      key: 'changes',
      title: 'ports.column.linkChanges',
      align: 'end',
      render: (port) => units.count(activityOf(port)?.linkChanges ?? 0),
      value: (port) => activityOf(port)?.linkChanges || null,
    },
  ];
}

/** State and counters of each port. */
export function PortStatus(props: PortViewProps) {
  const { t } = useTranslation();
  const [shown, show] = useState<string | null>(null);
  const columns = useColumns(props, show);
  return (
    <>
      <SmallTable
        label={t('ports.view.status')}
        rows={props.report.ports.filter(({ name }) => isShown(props.selected, name))}
        columns={columns}
        rowKey={(port) => port.name}
        searchText={(port) => port.name}
        empty={null}
      />
      {shown !== null && (
        <Suspense>
          <PortDrawer device={props.device} name={shown} onClose={() => show(null)} />
        </Suspense>
      )}
    </>
  );
}
