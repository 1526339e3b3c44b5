import { type EnterpriseNode, MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { organizationAsCurrent, siteAsCurrent } from '../../../shared/session/current-site.ts';
import { changeSite, openShared, siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';

type SiteNode = EnterpriseNode['sites'][number];

/** Selects an organization or site. A shared site belongs to another account, so its role is selected first. */
export function useSelectScope(onSelected?: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const tree = useQuery(siteTreeQuery).data;

  function select(to: Parameters<typeof changeSite>[0]): void {
    changeSite(to);
    onSelected?.();
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
    /** A site of this account. */
    siteOf(id: string): void {
      const organization = tree?.trees.find(({ sites }) => sites.some(({ siteuuid }) => siteuuid === id));
      const site = organization?.sites.find(({ siteuuid }) => siteuuid === id);
      if (organization && site) select(siteAsCurrent(organization, site));
    },
  };
}
