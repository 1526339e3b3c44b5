import { type EnterpriseNode, MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type CurrentSite,
  organizationAsCurrent,
  siteAsCurrent,
} from '../../../shared/session/current-site.ts';
import { changeSite, openShared } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';

type SiteNode = EnterpriseNode['sites'][number];

/** Selects an organization or site. A shared site belongs to another account, so its role is selected first. */
export function useSelectScope() {
  const { t } = useTranslation();
  const navigate = useNavigate();

  function select(to: CurrentSite): void {
    changeSite(to);
    toast.success(t('home.tree.nowViewing', { name: to.name }));
  }

  return {
    organization: (organization: EnterpriseNode): void => select(organizationAsCurrent(organization)),
    async site(organization: EnterpriseNode, site: SiteNode): Promise<void> {
      if (organization.enterpriseuuid === MY_SHARES_UUID) {
        await openShared(site);
        const account = useSession.getState().currentRole?.accountName ?? '';
        toast.success(t('home.tree.nowIn', { account }));
        await navigate('/');
        return;
      }
      select(siteAsCurrent(organization, site));
    },
  };
}
