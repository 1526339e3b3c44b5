import {
  INVITATION_STATUSES,
  INVITATION_TRANSITIONS,
  type InvitationStatus,
} from '@airloom/contract/access/access.states';
import { Failure } from '../../../../platform/failure.ts';

/** An invitation is expired as soon as its time has passed, even before the daily job stores that. */
export function statusAt(
  invitation: { readonly status: InvitationStatus; readonly expires_at: Date },
  now: Date,
): InvitationStatus {
  return invitation.status === 'sent' && invitation.expires_at <= now ? 'expired' : invitation.status;
}

/** The only transition function of an invitation status. */
export function moved(from: InvitationStatus, to: InvitationStatus): InvitationStatus {
  if (!INVITATION_TRANSITIONS[from].includes(to)) throw new Failure('invitationEnded');
  return to;
}

export function statusesBefore(to: InvitationStatus): InvitationStatus[] {
  return INVITATION_STATUSES.filter((from) => INVITATION_TRANSITIONS[from].includes(to));
}
