import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import type { Site } from '@airloom/contract/organizations/organizations.model';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import type { SiteHealthRow } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { LinkedFilter } from '../../../shared/logs/LogFilters.tsx';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { useMayMakeOrganizations, useMayMakeSites } from '../../../shared/session/account-reach.ts';
import { withScope } from '../../../shared/session/scope-address.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { CellLink, CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { useZoneNames } from '../../../shared/zones/zone-names.ts';
import { BinDrawer } from '../components/BinDrawer.tsx';
import { useHealthColumns } from '../components/health-columns.tsx';
import { SiteForm } from '../components/SiteForm.tsx';
import '../components/organizations.css';
import { useSitePanels } from '../components/use-site-panels.tsx';
import { useOrganizationChoices, useOrganizationInView } from '../organizations.queries.ts';

const FILTERS = ['withoutPlace'] as const;
/** Figures change all the time; large accounts are counted every few seconds. */
const READ_AGAIN_MS = 30_000;

/** The site whose form a link opens. */
function useSiteToEdit(siteUUID: string | null): Site | undefined {
  const { data } = useCall(
    organizationCalls.listSites,
    { siteUUID: siteUUID ?? undefined, size: 1 },
    { enabled: siteUUID !== null },
  );
  return siteUUID === null ? undefined : data?.rows[0];
}

export default function SitesPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const zones = useZoneNames();
  const clock = useClock();
  const navigate = useNavigate();
  const table = useTable({ filters: FILTERS });
  const place = usePlace();
  const query = useCall(
    statisticsCalls.listSiteHealth,
    { ...table.input, ...place, withoutPlace: table.filter('withoutPlace') !== undefined },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  const health = useHealthColumns<SiteHealthRow>((row) => row.siteUUID);
  const organizations = useOrganizationChoices();
  const organizationInView = useOrganizationInView();
  const [creating, setCreating] = useAddressFlag('new');
  const [binOpen, setBinOpen] = useAddressFlag('bin');
  const sites = useSitePanels(query.data?.rows ?? []);
  const [edited, edit] = useAddressValue('edit');
  const operates = useHolds('site_manage:operate');
  const asked = useSiteToEdit(operates ? edited : null);
  const mayMakeOrganizations = useMayMakeOrganizations();
  const mayMakeSites = useMayMakeSites();
  const homeless = !organizations.loading && organizations.choices.length === 0;

  const create: Action = {
    id: 'newSite',
    label: t('organizations.site.new'),
    icon: 'plus',
    primary: true,
    blocked: homeless ? t('organizations.site.needsOrganization') : undefined,
    run: () => setCreating(true),
  };
  const createOrganization: Action = {
    id: 'newOrganization',
    label: t('organizations.site.createOrganization'),
    icon: 'plus',
    primary: true,
    run: () => void navigate('/topnav/org?new=1'),
  };
  const bin: Action = {
    id: 'siteBin',
    label: t('organizations.bin.title'),
    icon: 'delete',
    run: () => setBinOpen(true),
  };

  const columns: readonly Column<SiteHealthRow>[] = [
    {
      key: 'name',
      title: 'organizations.site.name',
      sort: 'name',
      render: (row) => <CellOpen onOpen={() => sites.open(row)}>{row.name}</CellOpen>,
    },
    health.state,
    {
      key: 'enterpriseName',
      title: 'organizations.site.organization',
      sort: 'enterpriseName',
      render: (row) => (
        <CellLink to={withScope('/topnav/site', row.enterpriseUUID)}>{row.enterpriseName}</CellLink>
      ),
    },
    ...health.figures,
    {
      key: 'code',
      title: 'organizations.site.code',
      extra: true,
      render: (row) => row.code && <code>{row.code}</code>,
    },
    {
      key: 'country',
      extra: true,
      title: 'organizations.site.country',
      render: (row) => <Clipped text={format.regionName(row.countryCode)} />,
    },
    {
      key: 'timeZone',
      extra: true,
      title: 'organizations.site.timeZone',
      render: (row) => <Clipped text={zones.full(row.timeZone, clock)} />,
    },
    {
      key: 'address',
      title: 'organizations.site.address',
      extra: true,
      render: (row) => <Clipped text={row.address} />,
    },
    {
      key: 'ntpServer',
      extra: true,
      title: 'organizations.site.ntpServer',
      render: (row) => row.ntpServer && <code>{row.ntpServer}</code>,
    },
    {
      key: 'management',
      extra: true,
      title: 'organizations.site.management',
      render: (row) => t(row.observeOnly ? 'organizations.site.observeOnly' : 'organizations.site.managed'),
    },
    {
      key: 'createdAt',
      extra: true,
      title: 'organizations.site.createdAt',
      sort: 'createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
  ];

  function empty() {
    if (homeless && mayMakeOrganizations) {
      return (
        <EmptyState
          icon="organization"
          title={t('organizations.site.empty')}
          text={t('organizations.site.needsOrganization')}
          action={createOrganization}
        />
      );
    }
    return (
      <EmptyState
        icon="site"
        title={t('organizations.site.empty')}
        text={t('organizations.site.emptyText')}
        action={mayMakeSites ? create : undefined}
      />
    );
  }

  return (
    <>
      <PageHeader
        title={t('nav.site')}
        lead={query.data?.counting === true ? t('health.counting') : t('organizations.site.lead')}
        actions={mayMakeSites ? [bin, create] : []}
      />
      <DataTable
        name="sites"
        label={t('nav.site')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.siteUUID}
        rowName={(row) => row.name}
        rowActions={sites.actionsOf}
        onOpen={sites.open}
        filters={
          <LinkedFilter table={table} name="withoutPlace" label={t('organizations.site.withoutPlace')} />
        }
        empty={empty()}
      />
      {sites.panels}
      {asked && <SiteForm key={asked.siteUUID} site={asked} onClose={() => edit(null)} />}
      {creating && mayMakeSites && (
        <SiteForm site={null} enterpriseUUID={organizationInView} onClose={() => setCreating(false)} />
      )}
      {binOpen && mayMakeSites && <BinDrawer onClose={() => setBinOpen(false)} />}
    </>
  );
}
