import { accessCalls } from '@airloom/contract/access/access.calls';
import type { InvitationView } from '@airloom/contract/access/access.model';
import { COMMON_ERRORS } from '@airloom/contract/common-errors';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRoleName } from '../../../shared/access/role-name.ts';
import { CallFailure } from '../../../shared/api/call-failure.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { hasTimedOut, hasToken } from '../../../shared/session/session-cookies.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { returningTo } from '../enter.ts';
import { AcceptInvitation } from './AcceptInvitation.tsx';
import { GateFrame } from './GateFrame.tsx';
import { RegisterForm } from './RegisterForm.tsx';

function Offer({ invitation }: { invitation: InvitationView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const roleName = useRoleName();
  return (
    <dl className="gate-facts">
      <dt>{t('identity.invitation.account')}</dt>
      <dd>{invitation.accountName}</dd>
      <dt>{t('identity.invitation.invitedBy')}</dt>
      <dd>{invitation.invitedBy}</dd>
      <dt>{t('identity.invitation.role')}</dt>
      <dd>{roleName(invitation.roleKey, invitation.roleName)}</dd>
      <dt>{t('identity.invitation.sentTo')}</dt>
      <dd>{invitation.target}</dd>
      <dt>{t('identity.invitation.validUntil')}</dt>
      <dd>{format.dateTime(invitation.expiresAt)}</dd>
    </dl>
  );
}

function Ended({ status }: { status: 'accepted' | 'revoked' | 'expired' | 'unknown' }) {
  const { t } = useTranslation();
  const texts = {
    accepted: t('identity.invitation.accepted'),
    revoked: t('identity.invitation.revoked'),
    expired: t('identity.invitation.expired'),
    unknown: t('identity.invitation.unknown'),
  };
  return (
    <GateFrame title={t('identity.invitation.endedTitle')} lead={texts[status]}>
      <Link to="/login" className="gate-way">
        {t('identity.login.submit')}
      </Link>
    </GateFrame>
  );
}

function Open({ token, invitation }: { token: string; invitation: InvitationView }) {
  const { t } = useTranslation();
  const signedIn = hasToken() && !hasTimedOut();
  const here = `/register?${new URLSearchParams({ invitation: token })}`;
  return (
    <GateFrame title={t('identity.invitation.title', { account: invitation.accountName })}>
      <Offer invitation={invitation} />
      {signedIn ? (
        <AcceptInvitation token={token} here={here} />
      ) : (
        <>
          <Link to={`/login${returningTo(here)}`} className="gate-way">
            {t('identity.invitation.signIn')}
          </Link>
          <p className="gate-or">{t('identity.invitation.orNew')}</p>
          <RegisterForm invitation={{ token, target: invitation.target }} />
        </>
      )}
    </GateFrame>
  );
}

/** The page of an invitation link: inviter, offer, and ways to accept. */
export function InvitationGate({ token }: { token: string }) {
  const { t } = useTranslation();
  const view = useCall(accessCalls.viewInvitation, { token });
  if (view.error instanceof CallFailure && view.error.is(COMMON_ERRORS.notFound))
    return <Ended status="unknown" />;
  if (view.data === undefined) {
    return (
      <GateFrame title={t('identity.invitation.plainTitle')}>
        {view.error ? (
          <FailedState error={view.error} retry={() => void view.refetch()} />
        ) : (
          <Skeleton rows={5} />
        )}
      </GateFrame>
    );
  }
  const { status } = view.data;
  return status === 'sent' ? <Open token={token} invitation={view.data} /> : <Ended status={status} />;
}
