import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { onlineCalls } from '@airloom/contract/clients/online.calls';
import { displayMac } from '@airloom/contract/formats/network/mac';
import type { Page } from '@airloom/contract/paging';
import { Segmented } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { callKey, mayAsk } from '../../../shared/api/query-client.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { ChoiceFilter, LinkedFilter } from '../../../shared/logs/LogFilters.tsx';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { type TableState, useTable } from '../../../shared/table/use-table.ts';
import { useWindowed } from '../../../shared/table/use-windowed.ts';
import { VirtualTable } from '../../../shared/table/VirtualTable.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { type ClientRow, onlineRow } from '../client-row.ts';
import {
  countOf,
  FILTERS,
  type FilterName,
  LATELY,
  readFilters,
  SHOWN,
  type Shown,
  shownOf,
} from '../online-filters.ts';
import { BlockDrawer } from './BlockDrawer.tsx';
import { NoClients } from './NoClients.tsx';
import { type ActionTarget, type Blocking, useTerminalActions } from './use-client-actions.ts';
import { useClientColumns } from './use-client-columns.tsx';

/** In addition to live messages, so that times and silent devices are updated. */
const READ_AGAIN_MS = 60_000;

interface ClientPage extends Page<ClientRow> {
  readonly isPartial: boolean;
}

const ONLINE = 'online';

function targetOf(row: ClientRow): ActionTarget {
  const { mac, name, isBlocked, isOnline, band } = row;
  return { mac, name, isBlocked, isOnline, ...(isOnline ? { band } : {}) };
}

function useClients(place: Place, table: TableState<FilterName>) {
  const { search, sort, filters } = table;
  const isLately = filters['seen'] === LATELY;
  const online = {
    ...place,
    ...readFilters(filters),
    search,
    sort: sort === 'lastSeenAt' ? undefined : sort,
  };
  const known = { ...place, search, sort: sort?.endsWith('lastSeenAt') ? sort : undefined };
  const asked = isLately ? onlineCalls.listKnownTerminals : onlineCalls.listOnlineTerminals;
  return useWindowed<ClientRow, ClientPage>({
    key: [...callKey(asked), isLately ? known : online],
    read: async (page, size, signal) => {
      if (isLately)
        return call(onlineCalls.listKnownTerminals, { ...known, page, size }, { signal, quiet: true });
      const now = new Date().toISOString();
      const list = await call(
        onlineCalls.listOnlineTerminals,
        { ...online, page, size },
        { signal, quiet: true },
      );
      return { ...list, rows: list.rows.map((row) => onlineRow(row, now)) };
    },
    mayRead: mayAsk(asked),
    every: READ_AGAIN_MS,
  });
}

/** Online clients by band and signal. */
function Counts({ place, table }: { place: Place; table: TableState<FilterName> }) {
  const { t } = useTranslation();
  const counts = useCall(onlineCalls.onlineCounts, place, { keepPrevious: true }).data;
  const names: Record<Shown, string> = {
    any: t('ui.table.anyOf'),
    '2G': t('terminal-pages.band.2G'),
    '5G': t('terminal-pages.band.5G'),
    '6G': t('terminal-pages.band.6G'),
    wired: t('terminal-pages.band.wired'),
    weak: t('terminal-pages.weak'),
  };
  return (
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
  );
}

function NetworkFilter({ place, table }: { place: Place; table: TableState<FilterName> }) {
  const { t } = useTranslation();
  const counts = useCall(onlineCalls.onlineCounts, place, { keepPrevious: true }).data;
  return (
    <ChoiceFilter
      table={table}
      name="ssid"
      label={t('terminals.column.ssid')}
      any={t('terminal-pages.anySsid')}
      choices={(counts?.ssids ?? []).map(({ ssid }) => ({ value: ssid, label: ssid }))}
    />
  );
}

/** Clients of the selected scope: online now, or seen lately. */
export function ClientList({ place }: { place: Place }) {
  const { t } = useTranslation();
  const format = useFormat();
  const operates = useHolds('authuserOnline_view:operate');
  const [blocking, setBlocking] = useState<Blocking | null>(null);
  const actionsOf = useTerminalActions(setBlocking);
  const [renamed, setRenamed] = useState<string | null>(null);
  const table = useTable({ filters: FILTERS });
  const isLately = table.filter('seen') === LATELY;
  const close = useCallback(() => setRenamed(null), []);
  const columns = useClientColumns({ mac: renamed, close }, !isLately);
  const rows = useClients(place, table);
  const isNarrow = place.siteUUID !== undefined || place.enterpriseUUID !== undefined;
  const renaming = ({ mac }: ClientRow): Action => ({
    id: 'renameTerminal',
    frequent: true,
    label: t('terminal-pages.rename.menu'),
    icon: 'edit',
    run: () => setRenamed(mac),
  });
  const choose = (value: string) => {
    const next = new URLSearchParams(table.query);
    for (const name of ['show', 'ssid', 'deviceUUID', 'sort']) next.delete(name);
    if (value === LATELY) next.set('seen', LATELY);
    else next.delete('seen');
    table.show(next);
  };
  return (
    <>
      {!isLately && <Counts place={place} table={table} />}
      {rows.first?.isPartial === true && (
        <p className="terminal-note">
          {t('terminal-pages.partial', { maximum: format.number(CLIENT_LIMITS.searchedMax) })}
        </p>
      )}
      <VirtualTable
        name="clients"
        label={t('nav.onlineUser')}
        table={table}
        rows={rows}
        columns={columns}
        rowKey={(row) => `${row.mac} ${row.device?.deviceUUID ?? ''}`}
        rowName={(row) => row.name || displayMac(row.mac)}
        rowActions={operates ? (row) => [renaming(row), ...actionsOf([targetOf(row)])] : undefined}
        bulkActions={operates ? (chosen, clear) => actionsOf(chosen.map(targetOf), clear) : undefined}
        searchHint={t('terminal-pages.search')}
        filters={
          <>
            <Segmented
              aria-label={t('terminal-pages.seen.label')}
              value={isLately ? LATELY : ONLINE}
              options={[
                { value: ONLINE, label: t('terminal-pages.seen.online') },
                { value: LATELY, label: t('terminal-pages.seen.lately') },
              ]}
              onChange={choose}
            />
            {!isLately && <NetworkFilter place={place} table={table} />}
            <LinkedFilter table={table} name="deviceUUID" label={t('logs.oneDevice')} />
          </>
        }
        empty={
          <EmptyState
            icon="phone"
            title={t('terminal-pages.empty')}
            text={t('terminal-pages.emptyText')}
            action={{
              id: 'lately',
              label: t('terminal-pages.noMatch.lately'),
              icon: 'clock',
              run: () => choose(LATELY),
            }}
          />
        }
        noMatch={<NoClients table={table} isNarrow={isNarrow} />}
      />
      {blocking && <BlockDrawer blocking={blocking} onClose={() => setBlocking(null)} />}
    </>
  );
}
