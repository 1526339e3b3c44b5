import { onlineCalls } from '@airloom/contract/clients/online.calls';
import type { OnlineTerminal } from '@airloom/contract/clients/online.model';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { callKey, mayAsk } from '../../../shared/api/query-client.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { ChoiceFilter, LinkedFilter } from '../../../shared/logs/LogFilters.tsx';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { useTable } from '../../../shared/table/use-table.ts';
import { useWindowed } from '../../../shared/table/use-windowed.ts';
import { VirtualTable } from '../../../shared/table/VirtualTable.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { countOf, FILTERS, readFilters, SHOWN, type Shown, shownOf } from '../online-filters.ts';
import { BlockDrawer } from './BlockDrawer.tsx';
import { type ActionTarget, type Blocking, useTerminalActions } from './use-client-actions.ts';
import { useOnlineColumns } from './use-online-columns.tsx';

/** In addition to live messages, so that times and silent devices are updated. */
const READ_AGAIN_MS = 60_000;

function targetOf(row: OnlineTerminal): ActionTarget {
  return { ...row, isOnline: true };
}

/** Online clients of the selected scope. */
export function OnlineTab({ place }: { place: Place }) {
  const { t } = useTranslation();
  const operates = useHolds('authuserOnline_view:operate');
  const [blocking, setBlocking] = useState<Blocking | null>(null);
  const actionsOf = useTerminalActions(setBlocking);
  const [renamed, setRenamed] = useState<string | null>(null);
  const columns = useOnlineColumns({ mac: renamed, close: useCallback(() => setRenamed(null), []) });
  const table = useTable({ filters: FILTERS });
  const { search, sort, filters } = table;
  const input = { ...place, ...readFilters(filters), search, sort };
  const rows = useWindowed<OnlineTerminal>({
    key: [...callKey(onlineCalls.listOnlineTerminals), input],
    read: (page, size, signal) =>
      call(onlineCalls.listOnlineTerminals, { ...input, page, size }, { signal, quiet: true }),
    mayRead: mayAsk(onlineCalls.listOnlineTerminals),
    every: READ_AGAIN_MS,
  });
  const counts = useCall(onlineCalls.onlineCounts, place, { keepPrevious: true }).data;
  const names: Record<Shown, string> = {
    any: t('ui.table.anyOf'),
    '2G': t('terminal-pages.band.2G'),
    '5G': t('terminal-pages.band.5G'),
    '6G': t('terminal-pages.band.6G'),
    wired: t('terminal-pages.band.wired'),
    weak: t('terminal-pages.weak'),
  };
  const renaming = ({ mac }: OnlineTerminal): Action => ({
    id: 'renameTerminal',
    label: t('terminal-pages.rename.menu'),
    icon: 'edit',
    run: () => setRenamed(mac),
  });
  return (
    <>
      <CountFilter
        label={t('terminal-pages.counts')}
        value={shownOf(table.filter('show'))}
        counts={SHOWN.map((value) => ({
          value,
          label: names[value],
          count: counts && countOf(counts, value),
        }))}
        onChange={(value) => table.setFilter('show', value === 'any' ? undefined : value)}
      />
      <VirtualTable
        name="onlineTerminals"
        label={t('nav.onlineUser')}
        table={table}
        rows={rows}
        columns={columns}
        rowKey={(row) => `${row.mac} ${row.device.deviceUUID}`}
        rowName={(row) => row.name || row.mac}
        rowActions={operates ? (row) => [renaming(row), ...actionsOf([targetOf(row)])] : undefined}
        bulkActions={operates ? (chosen, clear) => actionsOf(chosen.map(targetOf), clear) : undefined}
        searchHint={t('terminal-pages.search')}
        filters={
          <>
            <ChoiceFilter
              table={table}
              name="ssid"
              label={t('terminals.column.ssid')}
              any={t('terminal-pages.anySsid')}
              choices={(counts?.ssids ?? []).map(({ ssid }) => ({ value: ssid, label: ssid }))}
            />
            <LinkedFilter table={table} name="deviceUUID" label={t('logs.oneDevice')} />
          </>
        }
        empty={
          <EmptyState icon="phone" title={t('terminal-pages.empty')} text={t('terminal-pages.emptyText')} />
        }
      />
      {blocking && <BlockDrawer blocking={blocking} onClose={() => setBlocking(null)} />}
    </>
  );
}
