import { accessCalls } from '@airloom/contract/access/access.calls';
import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../shared/api/call.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { returningTo } from '../enter.ts';
import { useRefusal } from '../use-refusal.ts';
import './gate.css';
import { RefusalNote } from './RefusalNote.tsx';

/** For signed-in people: joins with their current sign-in, and continues in the joined account. */
export function AcceptInvitation({ token, here }: { token: string; here: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusal = useRefusal();
  const [pending, setPending] = useState(false);
  const self = useCall(identityCalls.initPage, {});

  async function accept(): Promise<void> {
    setPending(true);
    try {
      const joined = await refusal.guard(() =>
        call(accessCalls.acceptInvitation, { token }, { quiet: true }),
      );
      const { changeRole } = await import('../../../shared/session/session-actions.ts');
      await changeRole(joined);
      await navigate('/', { replace: true });
    } catch (error) {
      // The refusal is shown above the button.
      if (!(error instanceof CallFailure)) throw error;
    } finally {
      setPending(false);
    }
  }

  async function changeLogin(): Promise<void> {
    const { signOut } = await import('../../../shared/session/session-actions.ts');
    await signOut();
    await navigate(`/login${returningTo(here)}`);
  }

  const name = self.data?.profile.userName;
  return (
    <div className="gate-stack">
      <RefusalNote refusal={refusal} />
      <Button type="primary" block loading={pending} disabled={refusal.waiting} onClick={() => void accept()}>
        {name === undefined ? t('identity.invitation.accept') : t('identity.invitation.acceptAs', { name })}
      </Button>
      <Button type="link" disabled={pending} onClick={() => void changeLogin()}>
        {t('identity.invitation.other')}
      </Button>
    </div>
  );
}
