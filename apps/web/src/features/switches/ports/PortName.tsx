import type { PortActivity } from '@airloom/contract/ports/ports.model';
import { useTranslation } from 'react-i18next';
import type { Port } from '../panel/port-look.ts';

/** With its role, and a warning for each problem of the last hour. */
export function PortName({ port, activity }: { port: Port; activity: PortActivity | undefined }) {
  const { t } = useTranslation();
  return (
    <span className="device-pair">
      {port.name}
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
