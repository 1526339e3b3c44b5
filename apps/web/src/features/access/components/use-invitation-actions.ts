import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Invitation, InvitationLink } from '@airloom/contract/access/access.model';
import { INVITATION_TRANSITIONS } from '@airloom/contract/access/access.states';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PEOPLE_CALLS } from '../access.queries.ts';

/** Open and expired invitations can be resent or revoked; the others are history. */
export function useInvitationActions(
  onLinks: (links: readonly InvitationLink[]) => void,
): (invitation: Invitation) => Action[] {
  const { t } = useTranslation();
  const resending = useCommand(accessCalls.resendInvitation, { refresh: PEOPLE_CALLS });
  const revoking = useCommand(accessCalls.revokeInvitation, { refresh: PEOPLE_CALLS });

  async function resend({ invitationUUID, target }: Invitation): Promise<void> {
    const { link } = await resending.run({ invitationUUID });
    if (link !== null) onLinks([link]);
    else toast.success(t('access.invitation.resent', { target }));
  }

  async function revoke({ invitationUUID, target }: Invitation): Promise<void> {
    const sure = await confirm({
      title: t('access.invitation.revokeTitle', { target }),
      text: t('access.invitation.revokeText'),
      action: t('access.invitation.revoke'),
      danger: true,
    });
    if (!sure) return;
    await revoking.run({ invitationUUID });
    toast.success(t('access.invitation.revokedDone', { target }));
  }

  return (invitation) => {
    if (!INVITATION_TRANSITIONS[invitation.status].includes('revoked')) return [];
    return [
      {
        id: 'resendInvitation',
        frequent: true,
        label: t(
          invitation.delivery === 'noSender' ? 'access.invitation.newLink' : 'access.invitation.resend',
        ),
        icon: 'send',
        needs: 'subaccount_manage:operate',
        run: () => void ignoreCallFailure(resend(invitation)),
      },
      {
        id: 'revokeInvitation',
        label: t('access.invitation.revoke'),
        icon: 'close',
        danger: true,
        needs: 'subaccount_manage:operate',
        run: () => void ignoreCallFailure(revoke(invitation)),
      },
    ];
  };
}
