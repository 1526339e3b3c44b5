import { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../shared/api/call.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { changeRole, signOut } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { refreshSelf } from './refresh-self.ts';
import { SettingsCard } from './SettingsCard.tsx';

/** A person inside the demo leaves it first, so that they are not removed with it. */
async function removeDemo(): Promise<void> {
  const { currentRole, roles } = useSession.getState();
  const home = roles.find((role) => !role.demo && role.permissions.includes('account_manage:operate'));
  if (currentRole?.demo && home) await changeRole(home);
  await call(accountCalls.removeDemo, {});
  if (home) await refreshSelf();
  else await signOut();
}

export function RemoveDemoCard() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function remove(): Promise<void> {
    const sure = await confirm({
      title: t('identity.demo.removeTitle'),
      text: t('identity.demo.removeText'),
      action: t('identity.demo.remove'),
      danger: true,
    });
    if (!sure) return;
    setPending(true);
    try {
      await removeDemo();
      toast.success(t('identity.demo.removed'));
      await navigate('/');
    } catch (error) {
      // The call has shown its failure already.
      if (!(error instanceof CallFailure)) throw error;
    } finally {
      setPending(false);
    }
  }

  return (
    <SettingsCard danger title={t('identity.demo.remove')} lead={t('identity.demo.removeLead')}>
      <div className="account-card-body">
        <Button danger loading={pending} onClick={() => void remove()}>
          {t('identity.demo.remove')}
        </Button>
      </div>
    </SettingsCard>
  );
}
