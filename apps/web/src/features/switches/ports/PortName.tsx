import type { PortActivity } from '@airloom/contract/ports/ports.model';
import { useTranslation } from 'react-i18next';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import type { Port } from '../panel/port-look.ts';

interface PortNameProps {
  port: Port;
  activity: PortActivity | undefined;
  /** Opens the details of the port; null where there are none. */
  onOpen: (() => void) | null;
}

/** With its role, and a warning for each problem of the last hour. */
export function PortName({ port, activity, onOpen }: PortNameProps) {
  const { t } = useTranslation();
  return (
    <span className="device-pair">
      {onOpen === null ? port.name : <CellOpen onOpen={onOpen}>{port.name}</CellOpen>}
      {port.uplink && <span className="device-mark">{t('device-detail.port.uplink')}</span>}
      {activity?.isFlapping && (
        <span
          className="ports-warning"
          title={t('ports.warning.flappingText', { count: activity.linkChanges })}
        >
          {t('ports.warning.flapping')}
        </span>
      )}
      {activity?.loop === 'reported' && (
        <span className="ports-warning" title={t('ports.warning.loopReported')}>
          {t('ports.warning.loop')}
        </span>
      )}
      {activity?.loop === 'severalPorts' && (
        <span className="ports-warning" title={t('ports.warning.loopSeveralPorts')}>
          {t('ports.warning.loop')}
        </span>
      )}
      {(activity?.recentErrors ?? 0) > 0 && (
        <span
          className="ports-warning"
          title={t('ports.warning.errorsText', { count: activity?.recentErrors ?? 0 })}
        >
          {t('ports.warning.errors')}
        </span>
      )}
    </span>
  );
}
