import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Invitation, InvitationLink } from '@airloom/contract/access/access.model';
import { INVITATION_STATUSES, type InvitationStatus } from '@airloom/contract/access/access.states';
import { reachOf } from '@airloom/contract/roles';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { InvitationProgress, STATUS_TEXTS } from './InvitationProgress.tsx';
import { useAccessColumns } from './use-access-columns.tsx';
import { useInvitationActions } from './use-invitation-actions.ts';

const FILTERS = ['status'] as const;
const ALL = 'all';

function isStatus(value: string | undefined): value is InvitationStatus {
  return INVITATION_STATUSES.some((status) => status === value);
}

function useCount(status: InvitationStatus | undefined): number | undefined {
  return useCall(accessCalls.listInvitations, { size: 1, status }, { keepPrevious: true }).data?.total;
}

function StatusFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation();
  const all = useCount(undefined);
  const counts: Readonly<Record<InvitationStatus, number | undefined>> = {
    sent: useCount('sent'),
    accepted: useCount('accepted'),
    revoked: useCount('revoked'),
    expired: useCount('expired'),
  };
  if (all === 0) return null;
  return (
    <CountFilter
      label={t('access.invitation.filter')}
      value={value}
      onChange={onChange}
      counts={[
        { value: ALL, label: t('access.invitation.all'), count: all },
        ...INVITATION_STATUSES.map((status) => ({
          value: status,
          label: t(STATUS_TEXTS[status]),
          count: counts[status],
        })),
      ]}
    />
  );
}

interface InvitationsTabProps {
  invite: Action;
  onLinks(links: readonly InvitationLink[]): void;
}

export function InvitationsTab({ invite, onLinks }: InvitationsTabProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const table = useTable({ filters: FILTERS, prefix: 'inv.' });
  const chosen = table.filter('status');
  const status = isStatus(chosen) ? chosen : undefined;
  const query = useCall(accessCalls.listInvitations, { ...table.input, status }, { keepPrevious: true });
  const actionsOf = useInvitationActions(onLinks);
  const access = useAccessColumns<Invitation>((row) => ({
    all: reachOf(row.roleKey) === 'account',
    total: row.reachNames.length,
  }));

  const columns: readonly Column<Invitation>[] = [
    { key: 'target', title: 'access.invitation.target', render: (row) => <Clipped text={row.target} /> },
    ...access,
    {
      key: 'progress',
      title: 'access.invitation.progress',
      render: (row) => <InvitationProgress invitation={row} />,
    },
    {
      key: 'invitedBy',
      title: 'access.invitation.invitedBy',
      render: (row) => <Clipped text={row.invitedBy} />,
    },
    {
      key: 'createdAt',
      title: 'access.invitation.createdAt',
      sort: 'createdAt',
      render: (row) => <TimeAgo at={row.createdAt} />,
    },
    {
      key: 'expiresAt',
      title: 'access.invitation.expiresAt',
      render: (row) => <Clipped text={format.date(row.expiresAt)} />,
    },
  ];

  return (
    <>
      <StatusFilter
        value={status ?? ALL}
        onChange={(value) => table.setFilter('status', value === ALL ? undefined : value)}
      />
      <DataTable
        name="invitations"
        label={t('access.invitation.tab')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.invitationUUID}
        rowName={(row) => row.target}
        rowActions={actionsOf}
        empty={
          <EmptyState
            icon="invite"
            title={t('access.invitation.empty')}
            text={t('access.invitation.emptyText')}
            action={invite}
          />
        }
      />
    </>
  );
}
