import { useTranslation } from 'react-i18next';
import { useSession } from '../../../../shared/session/session-store.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import '../devices.css';

/** Address for devices; empty when this installation has no gateway address. */
export function GatewayAddress() {
  const { t } = useTranslation();
  const urls = useSession((state) => state.urls);
  if (!urls?.gatewayAddress) return null;
  return (
    <dl className="devices-gateway" aria-label={t('devices-pages.unclaimed.where')}>
      <div>
        <dt>{t('devices-pages.unclaimed.connect')}</dt>
        <dd>
          <CopyText text={`wss://${urls.gatewayAddress}`} />
        </dd>
      </div>
      <div>
        <dt>{t('devices-pages.unclaimed.enrol')}</dt>
        <dd>
          <CopyText text={urls.enrolmentUrl} />
        </dd>
      </div>
    </dl>
  );
}
