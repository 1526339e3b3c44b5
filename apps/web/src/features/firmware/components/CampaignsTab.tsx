import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { type Campaign, campaignState } from '@airloom/contract/firmware/firmware.model';
import { ROLLOUT_STATES } from '@airloom/contract/rollout/rollout.states';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { ChoiceFilter } from '../../../shared/logs/LogFilters.tsx';
import { useLocalStartText } from '../../../shared/rollout/use-start-texts.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { CAMPAIGN_TONES, useCampaignStateNames } from '../firmware.queries.ts';
import { CampaignDrawer } from './CampaignDrawer.tsx';
import { CampaignProgress } from './CampaignProgress.tsx';
import './firmware.css';
import { useCampaignActions } from './use-campaign-actions.ts';

interface CampaignsTabProps {
  create: Action;
  opened: string | null;
  open(campaignUUID: string | null): void;
}

const FILTERS = ['state'] as const;

export function CampaignsTab({ create, opened, open }: CampaignsTabProps) {
  const { t } = useTranslation();
  const states = useCampaignStateNames();
  const actionsOf = useCampaignActions();
  const localStartText = useLocalStartText();
  const table = useTable({ filters: FILTERS });
  const state = campaignState.safeParse(table.filter('state')).data;
  const query = useCall(
    firmwareCalls.listCampaigns,
    { ...table.input, ...usePlace(), state },
    { keepPrevious: true },
  );
  const columns: readonly Column<Campaign>[] = [
    {
      key: 'name',
      title: 'firmware-pages.campaign.name',
      render: (row) => <CellOpen onOpen={() => open(row.campaignUUID)}>{row.name}</CellOpen>,
    },
    {
      key: 'state',
      status: true,
      title: 'firmware.column.state',
      render: (row) => <StatusDot tone={CAMPAIGN_TONES[row.state]}>{states[row.state]}</StatusDot>,
    },
    {
      key: 'progress',
      title: 'firmware-pages.campaign.progress',
      render: (row) => (
        <div className="firmware-progress">
          <CampaignProgress campaign={row} />
        </div>
      ),
    },
    { key: 'version', title: 'firmware-pages.version', render: (row) => <Clipped text={row.version} /> },
    {
      key: 'models',
      title: 'firmware-pages.models',
      extra: true,
      render: (row) => <Clipped text={row.models.join(', ')} />,
    },
    {
      key: 'startAt',
      title: 'firmware-pages.campaign.start',
      sort: 'startAt',
      render: (row) =>
        row.localStart !== null ? (
          localStartText(row.localStart)
        ) : row.startAt === null ? (
          t('firmware-pages.campaign.atOnce')
        ) : (
          <DateTime at={row.startAt} />
        ),
    },
    {
      key: 'createdAt',
      title: 'firmware-pages.createdAt',
      sort: 'createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
    {
      key: 'createdBy',
      title: 'firmware-pages.createdBy',
      render: (row) => <Clipped text={row.createdBy} />,
    },
  ];
  return (
    <>
      <DataTable
        name="campaigns"
        label={t('firmware-pages.tab.campaigns')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.campaignUUID}
        rowName={(row) => row.name}
        rowActions={actionsOf}
        onOpen={(row) => open(row.campaignUUID)}
        filters={
          <ChoiceFilter
            table={table}
            name="state"
            label={t('firmware.column.state')}
            any={t('firmware-pages.anyState')}
            choices={ROLLOUT_STATES.map((value) => ({ value, label: states[value] }))}
          />
        }
        empty={
          <EmptyState
            icon="upgrade"
            title={t('firmware-pages.campaign.empty')}
            text={t('firmware-pages.campaign.emptyText')}
            action={create}
          />
        }
      />
      {opened !== null && <CampaignDrawer key={opened} campaignUUID={opened} onClose={() => open(null)} />}
    </>
  );
}
