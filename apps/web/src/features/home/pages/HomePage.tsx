import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMayMakeOrganizations } from '../../../shared/session/account-reach.ts';
import { SITE } from '../../../shared/session/current-site.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { Can } from '../../../shared/ui/Can.tsx';
import { PageHeader } from '../../../shared/ui/PageHeader.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { Counts } from '../components/Counts.tsx';
import { DemoBanner } from '../components/DemoBanner.tsx';
import { FirstRun } from '../components/FirstRun.tsx';
import { NextSteps } from '../components/NextSteps.tsx';
import { SitesCard } from '../components/SitesCard.tsx';
import { TreeCard } from '../components/TreeCard.tsx';
import '../components/home.css';
import { greetingAt } from '../greeting.ts';

function useViewing(): string {
  const { t } = useTranslation();
  const tree = useQuery(siteTreeQuery).data;
  const current = useSession((state) => state.currentSite);
  const account = useSession((state) => state.currentRole?.accountName ?? '');
  if (current === null) return t('home.viewing.nothing', { account });
  if (current.type !== SITE) return t('home.viewing.organization', { organization: current.name });
  const organization = tree?.trees.find((node) => node.enterpriseuuid === current.parentId)?.enterprisename;
  return t('home.viewing.site', { site: current.name, organization: organization ?? account });
}

/** Whether there is nothing yet, and this role is the one to begin. */
function useIsFirstRun(): boolean {
  const tree = useQuery(siteTreeQuery).data;
  const mayBegin = useMayMakeOrganizations();
  const own = tree?.trees.filter((node) => node.enterpriseuuid !== MY_SHARES_UUID);
  return mayBegin && own?.length === 0;
}

export default function HomePage() {
  const { t } = useTranslation();
  const viewing = useViewing();
  const firstRun = useIsFirstRun();
  const hour = new Date(useClock()).getHours();
  const name = useSession(
    ({ currentRole, profile }) => currentRole?.alias || profile?.nickname || profile?.userName || '',
  );
  return (
    <>
      <DemoBanner />
      <PageHeader title={t(greetingAt(hour), { name })} lead={viewing} />
      <div className="home">
        {firstRun ? (
          <FirstRun />
        ) : (
          <>
            <Counts />
            <NextSteps />
            <div className="home-columns">
              <TreeCard />
              <Can grant="site_manage">
                <SitesCard />
              </Can>
            </div>
          </>
        )}
      </div>
    </>
  );
}
