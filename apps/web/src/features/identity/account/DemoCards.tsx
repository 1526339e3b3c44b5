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

/** Both delete the account of the demo: a person inside it leaves first, so that their session does not end with it. */
async function fromOutside(change: () => Promise<unknown>): Promise<void> {
  const { currentRole, roles } = useSession.getState();
  const home = roles.find((role) => !role.demo && role.permissions.includes('account_manage:operate'));
  if (currentRole?.demo && home) await changeRole(home);
  await change();
  if (home) await refreshSelf();
  else await signOut();
}

interface DemoCardProps {
  action: string;
  lead: string;
  title: string;
  text: string;
  done: string;
  change(): Promise<unknown>;
}

function DemoCard({ action, lead, title, text, done, change }: DemoCardProps) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function run(): Promise<void> {
    if (!(await confirm({ title, text, action, danger: true }))) return;
    setPending(true);
    try {
      await fromOutside(change);
      toast.success(done);
      await navigate('/');
    } catch (error) {
      // The call has shown its failure already.
      if (!(error instanceof CallFailure)) throw error;
    } finally {
      setPending(false);
    }
  }

  return (
    <SettingsCard danger title={action} lead={lead}>
      <div className="account-card-body">
        <Button danger loading={pending} onClick={() => void run()}>
          {action}
        </Button>
      </div>
    </SettingsCard>
  );
}

/** For the owner of the demo. */
export function DemoCards() {
  const { t } = useTranslation();
  return (
    <>
      <DemoCard
        action={t('account.demo.reset')}
        lead={t('account.demo.resetLead')}
        title={t('account.demo.resetTitle')}
        text={t('account.demo.resetText')}
        done={t('account.demo.resetDone')}
        change={() => call(accountCalls.resetDemo, {})}
      />
      <DemoCard
        action={t('identity.demo.remove')}
        lead={t('identity.demo.removeLead')}
        title={t('identity.demo.removeTitle')}
        text={t('identity.demo.removeText')}
        done={t('identity.demo.removed')}
        change={() => call(accountCalls.removeDemo, {})}
      />
    </>
  );
}
