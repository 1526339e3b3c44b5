import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import { useMayMakeOrganizations } from '../../../shared/session/account-reach.ts';
import { SITE } from '../../../shared/session/current-site.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useHolds, useOwnName, useSession } from '../../../shared/session/session-store.ts';
import { usePlace, useScope } from '../../../shared/session/use-place.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { Dashboard } from '../components/Dashboard.tsx';
import { DemoBanner } from '../components/DemoBanner.tsx';
import { FirstRun } from '../components/FirstRun.tsx';
import { NextSteps } from '../components/NextSteps.tsx';
import { TreeCard } from '../components/TreeCard.tsx';
import '../../../shared/ui/layout/page.css';
import '../components/home.css';
import { greetingAt } from '../greeting.ts';
import { useHomeLinks } from '../home-links.ts';

function useViewing(): string {
  const { t } = useTranslation();
  const tree = useQuery(siteTreeQuery).data;
  const current = useScope();
  const account = useSession((state) => state.currentRole?.accountName ?? '');
  if (current === null) return t('home.viewing.account', { account });
  if (current.type !== SITE) return t('home.viewing.organization', { organization: current.name });
  const organization = tree?.trees.find((node) => node.enterpriseuuid === current.parentId)?.enterprisename;
  return t('home.viewing.site', { site: current.name, organization: organization ?? account });
}

/** Whether the account is empty and this role may set it up. */
function useIsFirstRun(): boolean {
  const tree = useQuery(siteTreeQuery).data;
  const mayBegin = useMayMakeOrganizations();
  const own = tree?.trees.filter((node) => node.enterpriseuuid !== MY_SHARES_UUID);
  return mayBegin && own?.length === 0;
}

export default function HomePage() {
  const { t } = useTranslation();
  const place = usePlace();
  const sees = useHolds('statistics');
  const { bigScreen } = useHomeLinks(place);
  const viewing = useViewing();
  const firstRun = useIsFirstRun();
  const mayAdd = useHolds('device_manage:operate');
  const hour = new Date(useClock()).getHours();
  const name = useOwnName();
  return (
    <>
      <DemoBanner />
      <header className="page-header">
        <div className="page-heading">
          <h1>{t(greetingAt(hour), { name })}</h1>
          {!firstRun && <p className="page-lead">{viewing}</p>}
        </div>
        {!firstRun && (sees || mayAdd) && (
          <div className="page-actions home-actions">
            {sees && (
              <Link to={bigScreen} className="home-big-screen">
                <Icon name="wall" /> {t('home.wall')}
              </Link>
            )}
            {mayAdd && (
              <Link to={ADD_DEVICE} className="home-add">
                <Icon name="plus" /> {t('home.add')}
              </Link>
            )}
          </div>
        )}
      </header>
      <div className="home">
        {firstRun ? (
          <FirstRun />
        ) : (
          <>
            <NextSteps />
            {sees ? <Dashboard place={place} /> : <TreeCard />}
          </>
        )}
      </div>
    </>
  );
}
