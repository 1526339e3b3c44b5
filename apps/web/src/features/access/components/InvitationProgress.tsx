import type { Invitation } from '@airloom/contract/access/access.model';
import { INVITATION_TONES, type InvitationStatus } from '@airloom/contract/access/access.states';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import './access.css';

export const STATUS_TEXTS: Readonly<Record<InvitationStatus, MessageKey>> = {
  sent: 'access.invitation.sent',
  accepted: 'access.invitation.accepted',
  revoked: 'access.invitation.revoked',
  expired: 'access.invitation.expired',
};

const DELIVERY_TEXTS: Readonly<Record<Invitation['delivery'], MessageKey>> = {
  queued: 'access.invitation.queued',
  sent: 'access.invitation.delivered',
  failed: 'access.invitation.failed',
  noSender: 'access.invitation.noSender',
};

/** The status of an invitation; while it is open, also the delivery of its message. */
export function InvitationProgress({ invitation: { status, delivery } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const undelivered = status === 'sent' && (delivery === 'failed' || delivery === 'noSender');
  return (
    <div className="table-lines">
      <StatusDot tone={undelivered ? 'error' : INVITATION_TONES[status]}>{t(STATUS_TEXTS[status])}</StatusDot>
      {status === 'sent' && <div className="access-small">{t(DELIVERY_TEXTS[delivery])}</div>}
    </div>
  );
}
