import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { GateFrame } from '../components/GateFrame.tsx';
import { InvitationGate } from '../components/InvitationGate.tsx';
import { RegisterForm } from '../components/RegisterForm.tsx';

function OpenAccount() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const installation = useCall(signInCalls.initDomain, {});
  const closed = installation.data?.registration === false;
  return (
    <GateFrame
      title={t('identity.register.title')}
      lead={t(closed ? 'identity.register.closed' : 'identity.register.lead')}
      links={
        <span>
          {t('identity.register.haveAccount')}{' '}
          <Link to={`/login${search}`}>{t('identity.login.submit')}</Link>
        </span>
      }
    >
      {!closed && <RegisterForm />}
    </GateFrame>
  );
}

export default function RegisterPage() {
  const [query] = useSearchParams();
  const token = query.get('invitation');
  return token === null ? <OpenAccount /> : <InvitationGate token={token} />;
}
