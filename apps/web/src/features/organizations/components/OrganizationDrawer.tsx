import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { Enterprise, Site } from '@airloom/contract/organizations/organizations.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { withScope } from '../../../shared/session/scope-address.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { Can } from '../../../shared/ui/Can.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { ZoneClock } from '../../../shared/zones/ZoneClock.tsx';
import './organizations.css';

const SHOWN = 20;

interface SitesProps {
  enterpriseUUID: string;
  addSite: Action | undefined;
  onOpen(site: Site): void;
}

function SitesOf({ enterpriseUUID, addSite, onOpen }: SitesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useCall(organizationCalls.listSites, { enterpriseUUID, size: SHOWN });
  if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton rows={3} height={20} />;
  const { rows, total } = query.data;
  if (total === 0) {
    return (
      <EmptyState
        icon="site"
        title={t('organizations.organization.noSites')}
        text={t('organizations.organization.noSitesText')}
        action={addSite}
      />
    );
  }
  return (
    <>
      <ul className="organizations-sites">
        {rows.map((site) => (
          <li key={site.siteUUID}>
            <CellOpen onOpen={() => onOpen(site)}>{site.name}</CellOpen>
            <span className="organizations-quiet">
              {format.regionName(site.countryCode)} · <ZoneClock zone={site.timeZone} />
            </span>
          </li>
        ))}
      </ul>
      <Link to={withScope('/topnav/site', enterpriseUUID)}>
        {t('organizations.organization.allSites', { count: total })}
      </Link>
    </>
  );
}

interface OrganizationDrawerProps {
  organization: Enterprise;
  actions: readonly Action[];
  addSite: Action | undefined;
  onOpenSite(site: Site): void;
  onClose(): void;
}

export function OrganizationDrawer(props: OrganizationDrawerProps) {
  const { organization, actions, addSite, onOpenSite, onClose } = props;
  const { t } = useTranslation();
  return (
    <DetailDrawer
      title={organization.name}
      actions={addSite && organization.siteCount > 0 ? [addSite, ...actions] : actions}
      onClose={onClose}
      facts={[
        { label: 'organizations.organization.address', value: organization.address },
        { label: 'organizations.organization.createdAt', value: <DateTime at={organization.createdAt} /> },
      ]}
    >
      <Can grant="site_manage">
        <section className="detail-section">
          <h2>{t('organizations.organization.sites')}</h2>
          <SitesOf enterpriseUUID={organization.enterpriseUUID} addSite={addSite} onOpen={onOpenSite} />
        </section>
      </Can>
    </DetailDrawer>
  );
}
