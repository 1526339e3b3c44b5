import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { BindDrawer } from './BindDrawer.tsx';
import { PasswordDrawer } from './PasswordDrawer.tsx';
import { SecurityEventsCard } from './SecurityEventsCard.tsx';
import { SettingRow, SettingsCard } from './SettingsCard.tsx';
import { TwoFactorCard } from './TwoFactorCard.tsx';
import { WechatRow } from './WechatRow.tsx';

type Opened = 'password' | 'phone' | 'mail' | null;

export function SecurityTab() {
  const { t } = useTranslation();
  const profile = useSession((state) => state.profile);
  const installation = useCall(signInCalls.initDomain, {});
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  if (profile === null) return null;
  const missing = <StatusDot tone="offline">{t('account.security.notBound')}</StatusDot>;
  return (
    <div className="account-sections">
      <SettingsCard title={t('account.security.title')}>
        <SettingRow
          name={t('identity.password.label')}
          value={t(profile.passwordSet ? 'account.security.passwordSet' : 'account.security.noPassword')}
          actions={
            profile.passwordSet ? (
              <Button onClick={() => setOpened('password')}>{t('account.change')}</Button>
            ) : (
              <Link to="/findpwd">{t('account.security.choosePassword')}</Link>
            )
          }
        />
        <SettingRow
          name={t('identity.contact.phone')}
          value={profile.phone || missing}
          actions={
            <Button onClick={() => setOpened('phone')}>
              {t(profile.phone ? 'account.change' : 'account.security.bind')}
            </Button>
          }
        />
        <SettingRow
          name={t('identity.contact.mail')}
          value={profile.email || missing}
          actions={
            <Button onClick={() => setOpened('mail')}>
              {t(profile.email ? 'account.change' : 'account.security.bind')}
            </Button>
          }
        />
        {installation.data?.wechat && <WechatRow bound={profile.wechatBound} />}
      </SettingsCard>
      <TwoFactorCard profile={profile} />
      <SecurityEventsCard />
      {opened === 'password' && <PasswordDrawer profile={profile} onClose={close} />}
      {(opened === 'phone' || opened === 'mail') && <BindDrawer kind={opened} onClose={close} />}
    </div>
  );
}
