import { type EnterpriseNode, MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { organizationAsCurrent, siteAsCurrent } from '../../../shared/session/current-site.ts';
import { changeSite, openShared } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { toast } from '../../../shared/ui/toast.ts';

type SiteNode = EnterpriseNode['sites'][number];

/** Turns the console to an organization or a site. A shared site lies in another account: its role comes first. */
export function useLookAt() {
  const { t } = useTranslation();
  const navigate = useNavigate();

  return {
    organization(organization: EnterpriseNode): void {
      changeSite(organizationAsCurrent(organization));
      toast.success(t('home.tree.nowViewing', { name: organization.enterprisename }));
    },
    async site(organization: EnterpriseNode, site: SiteNode): Promise<void> {
      if (organization.enterpriseuuid === MY_SHARES_UUID) {
        await openShared(site);
        const account = useSession.getState().currentRole?.accountName ?? '';
        toast.success(t('home.tree.nowIn', { account }));
        await navigate('/');
        return;
      }
      changeSite(siteAsCurrent(organization, site));
      toast.success(t('home.tree.nowViewing', { name: site.sitename }));
    },
  };
}
