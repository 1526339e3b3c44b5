import { onlineCalls } from '@airloom/contract/clients/online.calls';
import type { BlockedTerminal } from '@airloom/contract/clients/online.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { TerminalLink } from '../../../shared/terminals/TerminalLink.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { DateTime, TimeAgo } from '../../../shared/ui/Times.tsx';
import { type ActionTarget, useTerminalActions } from './use-client-actions.ts';

const nothing = (): void => undefined;

function targetOf({ mac, name }: BlockedTerminal): ActionTarget {
  return { mac, name, isBlocked: true, isOnline: false };
}

/** Blocked clients and the ends of the blocks. */
export function BlockedTab() {
  const { t } = useTranslation();
  const operates = useHolds('authuserOnline_view:operate');
  const actionsOf = useTerminalActions(nothing);
  const table = useTable();
  const query = useCall(onlineCalls.listBlockedTerminals, table.input, { keepPrevious: true });
  const columns: readonly Column<BlockedTerminal>[] = [
    {
      key: 'name',
      title: 'terminal-pages.column.name',
      sort: 'name',
      render: (row) => <TerminalLink mac={row.mac}>{row.name || displayMac(row.mac)}</TerminalLink>,
    },
    { key: 'mac', title: 'terminals.column.mac', render: (row) => <code>{displayMac(row.mac)}</code> },
    {
      key: 'kind',
      title: 'terminal-pages.column.kind',
      render: (row) => <Clipped text={t(`terminal-pages.kind.${row.kind}`)} />,
    },
    {
      key: 'blockedAt',
      title: 'terminal-pages.column.blockedAt',
      sort: 'blockedAt',
      render: (row) => <TimeAgo at={row.blockedAt} />,
    },
    {
      key: 'until',
      title: 'terminal-pages.column.blockedUntil',
      render: (row) =>
        row.blockedUntil === null ? t('terminal-pages.block.forGood') : <DateTime at={row.blockedUntil} />,
    },
    {
      key: 'lastSeen',
      title: 'terminal-pages.column.lastSeen',
      render: (row) => <TimeAgo at={row.lastSeenAt} />,
    },
  ];
  return (
    <DataTable
      name="blockedTerminals"
      label={t('terminal-pages.tab.blocked')}
      table={table}
      query={query}
      columns={columns}
      rowKey={(row) => row.mac}
      rowName={(row) => row.name || displayMac(row.mac)}
      rowActions={(row) => actionsOf([targetOf(row)])}
      bulkActions={operates ? (rows, clear) => actionsOf(rows.map(targetOf), clear) : undefined}
      empty={
        <EmptyState
          icon="block"
          title={t('terminal-pages.block.empty')}
          text={t('terminal-pages.block.emptyText')}
        />
      }
    />
  );
}
