import { useTranslation } from 'react-i18next';
import { type ExpectedDevices, useRefusedAttempts } from './RefusedAttempts.tsx';
import { useGateway } from './use-gateway.ts';
import './wizard.css';

/** What to check when a device does not appear. */
export function Checks({ of }: { of: ExpectedDevices }) {
  const { t } = useTranslation();
  const gateway = useGateway();
  const refused = useRefusedAttempts(of).data?.total;
  return (
    <details className="card adding-checks">
      <summary>{t('adding.checks.title')}</summary>
      <ul>
        <li>{t('adding.checks.power')}</li>
        <li>{t('adding.checks.reach', { gateway })}</li>
        <li>{t('adding.checks.clock')}</li>
        {of.macs !== undefined && <li>{t('adding.checks.mac')}</li>}
        <li>{t('adding.checks.elsewhere')}</li>
        {refused === 0 && <li>{t('adding.checks.none')}</li>}
      </ul>
    </details>
  );
}
