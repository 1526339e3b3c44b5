import { accessCalls } from '@airloom/contract/access/access.calls';
import type { InvitationLink, Role } from '@airloom/contract/access/access.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { InvitationLinks } from '../components/InvitationLinks.tsx';
import { InvitationsTab } from '../components/InvitationsTab.tsx';
import { InviteForm } from '../components/InviteForm.tsx';
import { PeopleTab } from '../components/PeopleTab.tsx';

const INVITATIONS = 'invitations';
const NO_LINKS: readonly InvitationLink[] = [];
const NO_ROLES: readonly Role[] = [];

export default function SubAccountsPage() {
  const { t } = useTranslation();
  const roles = useCall(accessCalls.listRoles, {}).data;
  const [, setQuery] = useSearchParams();
  const [inviting, setInviting] = useAddressFlag('new');
  const [links, setLinks] = useState(NO_LINKS);
  const mayInvite = useHolds('subaccount_manage:operate');
  const invite: Action = {
    id: 'invite',
    label: t('access.invite.action'),
    icon: 'invite',
    primary: true,
    needs: 'subaccount_manage:operate',
    run: () => setInviting(true),
  };
  return (
    <>
      <PageHeader title={t('nav.subaccount')} lead={t('access.person.lead')} actions={[invite]} />
      <AddressTabs
        label={t('nav.subaccount')}
        items={[
          {
            key: 'people',
            label: t('access.person.tab'),
            children: <PeopleTab roles={roles ?? NO_ROLES} invite={invite} />,
          },
          {
            key: INVITATIONS,
            label: t('access.invitation.tab'),
            children: <InvitationsTab invite={invite} onLinks={setLinks} />,
          },
        ]}
      />
      <InvitationLinks links={links} onDone={() => setLinks(NO_LINKS)} />
      {inviting && mayInvite && roles && (
        <InviteForm
          roles={roles}
          onLinks={setLinks}
          onClose={(invited) =>
            invited ? setQuery({ tab: INVITATIONS }, { replace: true }) : setInviting(false)
          }
        />
      )}
    </>
  );
}
