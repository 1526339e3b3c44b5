import type { Profile, TwoFactorMethod } from '@airloom/contract/identity/identity.model';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SettingRow, SettingsCard } from './SettingsCard.tsx';
import { SwitchDrawer } from './SwitchDrawer.tsx';
import { TotpDrawer } from './TotpDrawer.tsx';

function MethodStatus({ on }: { on: boolean }) {
  const { t } = useTranslation();
  return (
    <StatusDot tone={on ? 'ok' : 'offline'}>
      {t(on ? 'account.twoFactor.on' : 'account.twoFactor.off')}
    </StatusDot>
  );
}

/** The second factor at sign-in: an authenticator app, or a code by SMS or mail; one of them at a time. */
export function TwoFactorCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<TwoFactorMethod | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { twoFactor, recoveryCodesLeft } = profile;
  const close = () => setOpened(null);
  const hasContact = profile.phone !== '' || profile.email !== '';
  return (
    <SettingsCard
      title={t('account.twoFactor.title')}
      lead={t('account.twoFactor.lead')}
      action={
        twoFactor !== 'off' && (
          <Button danger onClick={() => setOpened('off')}>
            {t('account.twoFactor.turnOff')}
          </Button>
        )
      }
    >
      <SettingRow
        name={t('account.twoFactor.app')}
        value={<MethodStatus on={twoFactor === 'totp'} />}
        note={t('account.twoFactor.appNote')}
        actions={
          <Button onClick={() => setOpened('totp')}>
            {t(twoFactor === 'totp' ? 'account.twoFactor.setUpAgain' : 'account.twoFactor.setUp')}
          </Button>
        }
      />
      <SettingRow
        name={t('account.twoFactor.code')}
        value={<MethodStatus on={twoFactor === 'code'} />}
        note={t('account.twoFactor.codeNote')}
        actions={
          <ActionButton
            action={{
              id: 'codeFactor',
              label: t(twoFactor === 'code' ? 'account.twoFactor.newCodes' : 'account.twoFactor.turnOn'),
              blocked: hasContact ? undefined : t('account.twoFactor.needsContact'),
              run: () => setOpened('code'),
            }}
          />
        }
      />
      {twoFactor !== 'off' && (
        <SettingRow
          name={t('account.twoFactor.recovery')}
          value={t('account.twoFactor.recoveryLeft', { count: recoveryCodesLeft })}
          note={t('account.twoFactor.recoveryNote')}
        />
      )}
      {opened === 'totp' && <TotpDrawer onClose={close} onCodes={setCodes} />}
      {(opened === 'code' || opened === 'off') && (
        <SwitchDrawer twoFactor={opened} onClose={close} onCodes={setCodes} />
      )}
      {codes.length > 0 && (
        <RecoveryCodes codes={codes} userName={profile.userName} onDone={() => setCodes([])} />
      )}
    </SettingsCard>
  );
}
