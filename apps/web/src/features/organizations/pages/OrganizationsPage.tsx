import type { Enterprise } from '@airloom/contract/organizations/organizations.model';
import { statisticsCalls } from '@airloom/contract/statistics/statistics.calls';
import type { OrganizationHealthRow } from '@airloom/contract/statistics/statistics.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
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
import { BinDrawer } from '../components/BinDrawer.tsx';
import { useHealthColumns } from '../components/health-columns.tsx';
import { OrganizationDrawer } from '../components/OrganizationDrawer.tsx';
import { OrganizationForm } from '../components/OrganizationForm.tsx';
import { useOrganizationActions } from '../components/use-organization-actions.ts';
import { useSitePanels } from '../components/use-site-panels.tsx';

/** Figures change all the time; large accounts are counted every few seconds. */
const READ_AGAIN_MS = 30_000;

export default function OrganizationsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const table = useTable();
  const place = usePlace();
  const query = useCall(
    statisticsCalls.listOrganizationHealth,
    { ...table.input, ...place },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  const health = useHealthColumns<OrganizationHealthRow>((row) => row.enterpriseUUID);
  const [creating, setCreating] = useAddressFlag('new');
  const [binOpen, setBinOpen] = useAddressFlag('bin');
  const [edited, setEdited] = useState<Enterprise | null>(null);
  const [opened, setOpened] = useState<Enterprise | null>(null);
  const actionsOf = useOrganizationActions({ edit: setEdited, onDeleted: () => setOpened(null) });
  const sites = useSitePanels([]);
  const seesSites = useHolds('site_manage');
  const mayMakeOrganizations = useMayMakeOrganizations();
  const mayMakeSites = useMayMakeSites();
  const shown =
    opened && (query.data?.rows.find((row) => row.enterpriseUUID === opened.enterpriseUUID) ?? opened);

  const create: Action = {
    id: 'newOrganization',
    label: t('organizations.organization.new'),
    icon: 'plus',
    primary: true,
    run: () => setCreating(true),
  };
  const bin: Action = {
    id: 'organizationBin',
    label: t('organizations.bin.title'),
    icon: 'delete',
    run: () => setBinOpen(true),
  };
  const addSiteTo = ({ enterpriseUUID }: Enterprise): Action => ({
    id: 'newSite',
    label: t('organizations.site.new'),
    icon: 'plus',
    primary: true,
    run: () => void navigate(withScope('/topnav/site?new=1', enterpriseUUID)),
  });

  const columns: readonly Column<OrganizationHealthRow>[] = [
    {
      key: 'name',
      title: 'organizations.organization.name',
      sort: 'name',
      render: (row) => <CellOpen onOpen={() => setOpened(row)}>{row.name}</CellOpen>,
    },
    health.state,
    {
      key: 'address',
      title: 'organizations.organization.address',
      extra: true,
      render: (row) => <Clipped text={row.address} />,
    },
    {
      key: 'siteCount',
      title: 'organizations.organization.siteCount',
      sort: 'siteCount',
      highestFirst: true,
      align: 'end',
      render: (row) =>
        seesSites && row.siteCount > 0 ? (
          <CellLink to={withScope('/topnav/site', row.enterpriseUUID)}>
            {format.number(row.siteCount)}
          </CellLink>
        ) : (
          format.number(row.siteCount)
        ),
    },
    ...health.figures,
    {
      key: 'createdAt',
      extra: true,
      title: 'organizations.organization.createdAt',
      sort: 'createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
  ];

  return (
    <>
      <PageHeader
        title={t('nav.org')}
        lead={query.data?.counting === true ? t('health.counting') : t('organizations.organization.lead')}
        actions={[...(mayMakeSites ? [bin] : []), ...(mayMakeOrganizations ? [create] : [])]}
      />
      <DataTable
        name="organizations"
        label={t('nav.org')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.enterpriseUUID}
        rowName={(row) => row.name}
        rowActions={actionsOf}
        onOpen={(row) => setOpened(row)}
        empty={
          <EmptyState
            icon="organization"
            title={t('organizations.organization.empty')}
            text={t('organizations.organization.emptyText')}
            action={mayMakeOrganizations ? create : undefined}
          />
        }
      />
      {shown && (
        <OrganizationDrawer
          organization={shown}
          actions={actionsOf(shown)}
          addSite={mayMakeSites ? addSiteTo(shown) : undefined}
          onOpenSite={sites.open}
          onClose={() => setOpened(null)}
        />
      )}
      {sites.panels}
      {edited && (
        <OrganizationForm key={edited.enterpriseUUID} organization={edited} onClose={() => setEdited(null)} />
      )}
      {creating && mayMakeOrganizations && (
        <OrganizationForm organization={null} onCreated={setOpened} onClose={() => setCreating(false)} />
      )}
      {binOpen && mayMakeSites && <BinDrawer onClose={() => setBinOpen(false)} />}
    </>
  );
}
