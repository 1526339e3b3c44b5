import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { ActionButton } from '../../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { useAllowedActions } from '../../../../shared/ui/actions/use-actions.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import { confirm } from '../../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { StatusDot } from '../../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../../shared/ui/Times.tsx';
import { DEVICE_CALLS } from '../../devices.queries.ts';

const SHORT = 16;

/** Certificates of the device; without a valid one it is not admitted. */
export function Certificates({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { deviceUUID, name, certificates } = device;
  const revoking = useCommand(deviceCalls.revokeDevice, { refresh: DEVICE_CALLS });
  const valid = certificates.some((one) => one.revokedAt === null);

  async function revoke(): Promise<void> {
    const sure = await confirm({
      title: t('device-detail.certificate.revokeTitle', { name }),
      text: t('device-detail.certificate.revokeText'),
      action: t('device-detail.certificate.revoke'),
      danger: true,
    });
    if (!sure) return;
    await revoking.run({ deviceUUID });
    toast.success(t('device-detail.certificate.done', { name }));
  }

  const action: Action = {
    id: 'revokeDevice',
    label: t('device-detail.certificate.revoke'),
    icon: 'locked',
    danger: true,
    needs: 'device_manage:operate',
    pending: revoking.pending,
    run: () => void ignoreCallFailure(revoke()),
  };
  const actions = useAllowedActions(valid ? [action] : []);
  if (certificates.length === 0) return null;
  return (
    <section className="device-section">
      <div className="device-bar">
        <h2>{t('device-detail.certificate.title')}</h2>
        {actions.map((one) => (
          <ActionButton key={one.id} action={one} />
        ))}
      </div>
      <ul className="device-lines card">
        {certificates.map((one) => (
          <li key={one.fingerprint}>
            <CopyText text={one.fingerprint} shown={`${one.fingerprint.slice(0, SHORT)}…`} />
            <span>
              {one.issuedHere
                ? t('device-detail.certificate.here')
                : t('device-detail.certificate.elsewhere')}
            </span>
            <span className="device-quiet">
              {t('device-detail.certificate.until')} <DateTime at={one.notAfter} />
            </span>
            <StatusDot tone={one.revokedAt === null ? 'ok' : 'error'}>
              {one.revokedAt === null
                ? t('device-detail.certificate.valid')
                : t('device-detail.certificate.revoked')}
            </StatusDot>
          </li>
        ))}
      </ul>
    </section>
  );
}
