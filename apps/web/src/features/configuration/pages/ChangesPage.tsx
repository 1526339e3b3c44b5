import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Change } from '@airloom/contract/configuration/configuration.model';
import { CHANGE_STATES } from '@airloom/contract/configuration/configuration.states';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { changePage, NETWORKS_PAGE } from '../../../shared/configuration/change-page.ts';
import '../../../shared/configuration/configuration.css';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { ReviewChange } from '../../../shared/configuration/ReviewChange.tsx';
import { ChoiceFilter } from '../../../shared/logs/LogFilters.tsx';
import { SITE } from '../../../shared/session/current-site.ts';
import { usePlace, useScope } from '../../../shared/session/use-place.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { CHANGE_STATE_KEYS, CHANGE_TONES } from '../change-states.ts';
import { ChangeProgress } from '../components/ChangeProgress.tsx';
import '../components/changes.css';
import { PendingNote } from '../components/PendingNote.tsx';
import { useChangeActions } from '../components/use-change-actions.ts';

const FILTERS = ['state'] as const;

/** Changes of the selected scope. */
export default function ChangesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const scope = useScope();
  const place = usePlace();
  const [source, setSource] = useState<ChangeSource | null>(null);
  const actionsOf = useChangeActions(setSource);
  const table = useTable({ filters: FILTERS });
  const site = scope?.type === SITE ? { uuid: scope.id, name: scope.name } : null;
  const { page, size, search } = table.input;
  const state = CHANGE_STATES.find((one) => one === table.filter('state'));
  const query = useCall(
    settingCalls.listChanges,
    { page, size, search, state, ...place },
    { keepPrevious: true },
  );
  const columns: readonly Column<Change>[] = [
    {
      key: 'number',
      title: 'configuration-pages.number',
      render: (row) => (
        <CellLink to={changePage(row.changeUUID)}>
          {t('configuration-pages.named', { number: row.number })}
        </CellLink>
      ),
    },
    {
      key: 'settings',
      title: 'configuration-pages.settings',
      render: (row) => <Clipped text={row.names.join(', ')} />,
    },
    {
      key: 'reason',
      title: 'configuration-pages.reason',
      render: (row) => <Clipped text={row.reason} />,
    },
    {
      key: 'state',
      status: true,
      title: 'configuration-pages.state',
      render: (row) => (
        <StatusDot tone={CHANGE_TONES[row.state]}>{t(CHANGE_STATE_KEYS[row.state])}</StatusDot>
      ),
    },
    {
      key: 'progress',
      title: 'configuration-pages.progress',
      render: (row) => (
        <div className="change-progress">
          <ChangeProgress change={row} />
        </div>
      ),
    },
    {
      key: 'createdBy',
      title: 'configuration-pages.createdBy',
      render: (row) => <Clipped text={row.createdBy} />,
    },
    {
      key: 'createdAt',
      title: 'configuration-pages.createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
    {
      key: 'startAt',
      title: 'configuration-pages.startAt',
      extra: true,
      render: (row) =>
        row.startAt === null ? t('configuration-pages.immediately') : <DateTime at={row.startAt} />,
    },
    {
      key: 'reverts',
      title: 'configuration-pages.reverts',
      render: (row) =>
        row.reverts !== null && t('configuration-pages.revertsChange', { number: row.reverts }),
    },
  ];
  return (
    <>
      <PageHeader title={t('nav.configurationChanges')} lead={t('configuration-pages.lead')} />
      <DraftBar />
      {site && <PendingNote key={site.uuid} site={site} review={setSource} />}
      <DataTable
        name="changes"
        label={t('nav.configurationChanges')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.changeUUID}
        rowName={(row) => t('configuration-pages.named', { number: row.number })}
        rowActions={actionsOf}
        onOpen={(row) => void navigate(changePage(row.changeUUID))}
        filters={
          <ChoiceFilter
            table={table}
            name="state"
            label={t('configuration-pages.state')}
            any={t('configuration-pages.anyState')}
            choices={CHANGE_STATES.map((value) => ({ value, label: t(CHANGE_STATE_KEYS[value]) }))}
          />
        }
        empty={
          <EmptyState
            icon="compare"
            title={t('configuration-pages.empty')}
            text={t('configuration-pages.emptyText')}
            action={{
              id: 'openNetworks',
              label: t('configuration-pages.openNetworks'),
              needs: 'network',
              run: () => void navigate(NETWORKS_PAGE),
            }}
          />
        }
      />
      <ReviewChange source={source} onClose={() => setSource(null)} onApplied={() => setSource(null)} />
    </>
  );
}
