import type { DeviceDetail, DeviceReport } from '@airloom/contract/devices/report.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { devicePage } from '../../../../shared/devices/device-page.ts';
import { useUnits } from '../../../../shared/i18n/use-units.ts';
import { CellLink } from '../../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { ProgressBar } from '../../../../shared/ui/ProgressBar.tsx';
import { StatusDot, type Tone } from '../../../../shared/ui/StatusDot.tsx';
import { FrontPanel } from '../parts/FrontPanel.tsx';
import { isPast, LastReported } from '../parts/LastReported.tsx';
import { type SmallColumn, SmallTable } from '../parts/SmallTable.tsx';

type Port = DeviceReport['ports'][number];
type PowerState = NonNullable<Port['power']>['state'];

const POWER_TONES: Readonly<Record<PowerState, Tone>> = {
  disabled: 'offline',
  searching: 'processing',
  delivering: 'ok',
  overload: 'error',
  fault: 'error',
};

/** Received and sent; empty without values. */
function both(received: number | null, sent: number | null, format: (value: number) => string): string {
  if (received === null && sent === null) return '';
  return [received, sent].map((value) => (value === null ? '–' : format(value))).join(' / ');
}

function useColumns(report: DeviceReport | null, past: boolean): readonly SmallColumn<Port>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const peerOf = (port: Port) => report?.links.find((link) => link.port === port.name);
  return [
    {
      key: 'name',
      title: 'device-detail.port.name',
      render: (port) => (
        <span className="device-pair">
          {port.name}
          {port.uplink && <span className="device-mark">{t('device-detail.port.uplink')}</span>}
        </span>
      ),
      value: (port) => port.name,
    },
    {
      key: 'link',
      title: 'device-detail.port.link',
      render: (port) => (
        <StatusDot tone={port.linked && !past ? 'ok' : 'offline'}>
          {port.linked ? t('device-detail.port.linked') : t('device-detail.port.notLinked')}
        </StatusDot>
      ),
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
      key: 'type',
      title: 'device-detail.port.type',
      render: (port) =>
        port.optical !== null &&
        (port.optical ? t('device-detail.port.optical') : t('device-detail.port.copper')),
      value: (port) => (port.optical === null ? null : Number(port.optical)),
    },
    {
      key: 'power',
      title: 'device-detail.port.poe',
      render: (port) =>
        port.power && (
          <span className="device-pair">
            <StatusDot tone={past ? 'offline' : POWER_TONES[port.power.state]}>
              {t(`telemetry.word.${port.power.state}`)}
            </StatusDot>
            {port.power.watts !== null && port.power.watts > 0 && units.watts(port.power.watts)}
          </span>
        ),
      value: (port) => port.power && (port.power.watts ?? 0),
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
      value: (port) => peerOf(port)?.peerName ?? null,
    },
    {
      key: 'in',
      title: 'device-detail.received',
      align: 'end',
      render: (port) => units.bytes(port.traffic.rxBytes),
      value: (port) => port.traffic.rxBytes,
    },
    {
      key: 'out',
      title: 'device-detail.sent',
      align: 'end',
      render: (port) => units.bytes(port.traffic.txBytes),
      value: (port) => port.traffic.txBytes,
    },
    {
      key: 'packets',
      title: 'device-detail.port.packets',
      align: 'end',
      render: (port) => both(port.rxPackets, port.txPackets, units.about),
      value: (port) => port.rxPackets ?? port.txPackets,
    },
    {
      key: 'errors',
      title: 'device-detail.port.errors',
      align: 'end',
      render: (port) => both(port.rxErrors, port.txErrors, units.count),
      value: (port) =>
        port.rxErrors === null && port.txErrors === null ? null : (port.rxErrors ?? 0) + (port.txErrors ?? 0),
    },
  ];
}

/** PoE budget and its use. */
function PowerBudget({ power, past }: { power: NonNullable<DeviceReport['power']>; past: boolean }) {
  const { t } = useTranslation();
  const units = useUnits();
  const used = units.watts(power.usedWatts);
  if (past || power.budgetWatts === null)
    return <p className="device-quiet">{t('device-detail.port.used', { used })}</p>;
  return (
    <div className="device-budget">
      <ProgressBar
        label={t('device-detail.power')}
        total={power.budgetWatts}
        parts={[{ tone: power.usedWatts > power.budgetWatts * 0.9 ? 'error' : 'ok', count: power.usedWatts }]}
      >
        {t('device-detail.port.budget', { used, budget: units.watts(power.budgetWatts) })}
      </ProgressBar>
    </div>
  );
}

export function PortsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { report } = device;
  const ports = report?.ports ?? [];
  const past = isPast(device);
  const columns = useColumns(report, past);
  return (
    <LastReported device={device}>
      {ports.length > 0 && <FrontPanel ports={ports} />}
      {report?.power && <PowerBudget power={report.power} past={past} />}
      <SmallTable
        label={t('device-detail.tab.ports')}
        rows={ports}
        columns={columns}
        rowKey={(port) => port.name}
        searchText={(port) => port.name}
        empty={
          <EmptyState icon="switch" title={t('device-detail.port.empty')} text={t('device-detail.notYet')} />
        }
      />
    </LastReported>
  );
}
