import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { Site } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { told } from '../../../shared/api/told.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useMayMakeSites } from '../../../shared/session/account-reach.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { ZoneClock } from '../../../shared/ui/Times.tsx';
import './home.css';
import { useLookAt } from './use-look-at.ts';

const SHOWN = 12;

function SiteRow({ site }: { site: Site }) {
  const format = useFormat();
  const tree = useQuery(siteTreeQuery).data;
  const lookAt = useLookAt();

  function open(): void {
    const organization = tree?.trees.find((node) => node.enterpriseuuid === site.enterpriseUUID);
    const node = organization?.sites.find((candidate) => candidate.siteuuid === site.siteUUID);
    if (organization && node) void told(lookAt.site(organization, node));
  }

  return (
    <tr>
      <td>
        <CellOpen onOpen={open}>{site.name}</CellOpen>
      </td>
      <td className="home-sites-organization">{site.enterpriseName}</td>
      <td>{format.regionName(site.countryCode)}</td>
      <td className="home-time">
        <ZoneClock zone={site.timeZone} />
      </td>
    </tr>
  );
}

function Sites() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayMakeSites = useMayMakeSites();
  const query = useCall(organizationCalls.listSites, { size: SHOWN });
  if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton rows={6} height={24} />;
  const { rows, total } = query.data;
  if (total === 0) {
    return (
      <EmptyState
        icon="site"
        title={t('home.sites.empty')}
        text={t('home.sites.emptyText')}
        action={
          mayMakeSites
            ? {
                id: 'addSite',
                label: t('home.sites.add'),
                icon: 'plus',
                run: () => void navigate('/topnav/site?new=1'),
              }
            : undefined
        }
      />
    );
  }
  return (
    <>
      <table className="home-sites">
        <thead>
          <tr>
            <th scope="col">{t('home.sites.name')}</th>
            <th scope="col" className="home-sites-organization">
              {t('home.sites.organization')}
            </th>
            <th scope="col">{t('home.sites.country')}</th>
            <th scope="col" className="home-time">
              {t('home.sites.localTime')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((site) => (
            <SiteRow key={site.siteUUID} site={site} />
          ))}
        </tbody>
      </table>
      <Link to="/topnav/site">{t('home.sites.all', { count: total })}</Link>
    </>
  );
}

/** Where the sites are and what their clocks say. */
export function SitesCard() {
  const { t } = useTranslation();
  return (
    <section className="card home-card" aria-labelledby="home-sites-title">
      <header className="home-card-head">
        <h2 id="home-sites-title">{t('home.sites.title')}</h2>
      </header>
      <Sites />
    </section>
  );
}
