import { IDENTITY_ERRORS } from '@airloom/contract/identity/identity.errors';
import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../shared/api/call.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { failureText } from '../../../shared/api/on-failure.ts';
import { hasToken } from '../../../shared/session/session-cookies.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { signedIn } from '../../../shared/session/signed-in.ts';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { GateFrame } from '../components/GateFrame.tsx';

/** Switches a person with a role in the demo account to that role. Returns whether there is one. */
async function enterWithOwnRole(): Promise<boolean> {
  const { changeRole, loadSession } = await import('../../../shared/session/session-actions.ts');
  await loadSession();
  const { roles, currentRole } = useSession.getState();
  const own = roles.find((role) => role.demo);
  if (own && currentRole?.demo !== true) await changeRole(own);
  return own !== undefined;
}

/** Enters the demo at once, unless that would sign the person out: then it asks. */
export default function DemoPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const entered = useRef(false);

  const enter = useEffectEvent(async (isLeaving: boolean) => {
    try {
      if (hasToken() && !isLeaving) {
        if (!(await enterWithOwnRole())) return setAsks(true);
        return await navigate('/', { replace: true });
      }
      signedIn(await call(signInCalls.demoLogin, {}, { quiet: true }));
      await navigate('/', { replace: true });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
    }
  });
  useEffect(() => {
    if (entered.current) return;
    entered.current = true;
    void enter(false);
  }, []);

  async function leave(): Promise<void> {
    setAsks(false);
    await enter(true);
  }

  if (failure !== null) {
    return (
      <GateFrame
        title={t(
          failure.is(IDENTITY_ERRORS.demoOff) ? 'identity.demo.offTitle' : 'identity.demo.failedTitle',
        )}
        lead={failureText(failure)}
      >
        <Link to="/login" className="gate-way">
          {t('identity.login.submit')}
        </Link>
      </GateFrame>
    );
  }
  if (asks) {
    return (
      <GateFrame title={t('identity.demo.askTitle')} lead={t('identity.demo.askText')}>
        <div className="gate-stack">
          <Button type="primary" block onClick={() => void leave()}>
            {t('identity.demo.enter')}
          </Button>
          <Link to="/" className="gate-way">
            {t('identity.demo.stay')}
          </Link>
        </div>
      </GateFrame>
    );
  }
  return (
    <GateFrame title={t('identity.demo.title')} lead={t('identity.demo.lead')}>
      <Skeleton rows={3} />
    </GateFrame>
  );
}
