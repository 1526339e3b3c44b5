import type { DeviceReport } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../../shared/i18n/use-units.ts';
import { Icon } from '../../../../shared/ui/Icon.tsx';

type Port = DeviceReport['ports'][number];

/** The number at the end of a port name, else the name. */
function numberOf(name: string): string {
  return /\d+$/.exec(name)?.[0] ?? name;
}

/** Ports as on the front panel, each with its state as text. */
export function FrontPanel({ ports }: { ports: readonly Port[] }) {
  const { t } = useTranslation();
  const units = useUnits();
  const stateOf = (port: Port) => {
    const parts = [
      port.linked ? t('device-detail.port.linked') : t('device-detail.port.notLinked'),
      ...(port.linked && port.speedMbps !== null ? [units.rate(port.speedMbps * 1_000)] : []),
      ...(port.power?.state === 'delivering' ? [t('telemetry.word.delivering')] : []),
      ...(port.uplink ? [t('device-detail.port.uplink')] : []),
    ];
    return `${port.name}: ${parts.join(', ')}`;
  };
  return (
    <ul className="device-panel card" aria-label={t('device-detail.port.panel')}>
      {ports.map((port) => (
        <li
          key={port.name}
          title={stateOf(port)}
          data-linked={port.linked}
          data-optical={port.optical ?? false}
        >
          <span className="visually-hidden">{stateOf(port)}</span>
          <span aria-hidden>{numberOf(port.name)}</span>
          {port.power?.state === 'delivering' && <Icon name="reonline" size={10} />}
        </li>
      ))}
    </ul>
  );
}
