import { accessCalls } from '@airloom/contract/access/access.calls';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { useCall } from '../../shared/api/use-call.ts';
import { useHolds } from '../../shared/session/session-store.ts';

/** One row is enough where only the total counts. */
const COUNT_ONLY = { size: 1 };

/** The figures of the account, as far as the role may see them; a count nobody asked for stays undefined. */
export function useCounts() {
  const seesOrganizations = useHolds('org_manage');
  const seesSites = useHolds('site_manage');
  const seesPeople = useHolds('subaccount_manage');
  return {
    organizations: useCall(organizationCalls.listEnterprises, COUNT_ONLY, { enabled: seesOrganizations }),
    sites: useCall(organizationCalls.listSites, COUNT_ONLY, { enabled: seesSites }),
    people: useCall(accessCalls.listSubAccounts, COUNT_ONLY, { enabled: seesPeople }),
    invitations: useCall(
      accessCalls.listInvitations,
      { ...COUNT_ONLY, status: 'sent' },
      { enabled: seesPeople },
    ),
  };
}
