import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/session/session-store.ts';
import { CloseDrawer } from './CloseDrawer.tsx';
import { DemoCards } from './DemoCards.tsx';
import { SettingsCard } from './SettingsCard.tsx';

/** Irreversible actions. */
export function CloseTab() {
  const { t } = useTranslation();
  const [closing, setClosing] = useState(false);
  const roles = useSession((state) => state.roles);
  const ownsDemo = roles.some((role) => role.demo && role.permissions.includes('account_manage:operate'));
  return (
    <div className="account-sections">
      {ownsDemo && <DemoCards />}
      <SettingsCard danger title={t('account.close.title')} lead={t('account.close.lead')}>
        <div className="account-card-body">
          <Button danger onClick={() => setClosing(true)}>
            {t('account.close.action')}
          </Button>
        </div>
      </SettingsCard>
      {closing && <CloseDrawer onClose={() => setClosing(false)} />}
    </div>
  );
}
