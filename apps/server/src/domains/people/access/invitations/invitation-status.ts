import {
  INVITATION_STATUSES,
  INVITATION_TRANSITIONS,
  type InvitationStatus,
} from '@airloom/contract/access/access.states';
import { Failure } from '../../../../platform/failure.ts';

/** An invitation has run out as soon as its time is up, whenever the daily job writes that down. */
export function statusAt(
  invitation: { readonly status: InvitationStatus; readonly expires_at: Date },
  now: Date,
): InvitationStatus {
  return invitation.status === 'sent' && invitation.expires_at <= now ? 'expired' : invitation.status;
}

/** The only way an invitation changes its status. */
export function moved(from: InvitationStatus, to: InvitationStatus): InvitationStatus {
  if (!INVITATION_TRANSITIONS[from].includes(to)) throw new Failure('invitationEnded');
  return to;
}

export function statusesBefore(to: InvitationStatus): InvitationStatus[] {
  return INVITATION_STATUSES.filter((from) => INVITATION_TRANSITIONS[from].includes(to));
}
