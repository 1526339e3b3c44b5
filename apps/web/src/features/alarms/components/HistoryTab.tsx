import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import type { PastAlarm } from '@airloom/contract/alarms/alarms.model';
import { useTranslation } from 'react-i18next';
import { ALARM_CALLS } from '../../../shared/alarms/alarm-calls.ts';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { FILTERS, readFilters } from '../alarm-filters.ts';
import { AlarmDrawer } from './AlarmDrawer.tsx';
import { AlarmFilters } from './AlarmFilters.tsx';
import { LevelFilter } from './LevelFilter.tsx';
import { useAlarmColumns } from './use-alarm-columns.tsx';

const nothing = (): void => undefined;

/** Deletes alarms from the history, one or those selected. */
function useRemoval(): (uuids: readonly string[], done?: () => void) => Action[] {
  const { t } = useTranslation();
  const removing = useCommand(alarmCalls.deleteHisAlarm, { refresh: ALARM_CALLS });
  const maximum = ALARM_RULE_LIMITS.selectionMax;

  async function remove(alarmHistoryUUIDs: string[], done: () => void): Promise<void> {
    const sure = await confirm({
      title: t('alarms.page.delete.title', { count: alarmHistoryUUIDs.length }),
      text: t('alarms.page.delete.text'),
      action: t('alarms.page.delete.action'),
      danger: true,
    });
    if (!sure) return;
    const { deleted } = await removing.run({ alarmHistoryUUIDs });
    done();
    toast.success(t('alarms.page.delete.done', { count: deleted }));
  }

  return (uuids, done = nothing) => [
    {
      id: 'deletePastAlarms',
      label: t('alarms.page.delete.action'),
      icon: 'delete',
      danger: true,
      needs: 'current_alarm:operate',
      blocked: uuids.length > maximum ? t('alarms.page.tooMany', { maximum }) : undefined,
      run: () => void ignoreCallFailure(remove([...uuids], done)),
    },
  ];
}

/** Cleared alarms. */
export function HistoryTab({ place }: { place: Place }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const operates = useHolds('current_alarm:operate');
  const [opened, open] = useAddressValue('alarm');
  const removalOf = useRemoval();
  const table = useTable({ filters: FILTERS });
  const filters = readFilters(table.filters, place);
  const query = useCall(alarmCalls.queryHisAlarm, { ...table.input, ...filters }, { keepPrevious: true });
  const exporting = useCommand(alarmCalls.exportHisAlarms, {
    onDone: ({ url }, { format }) => saveFrom(url, `alarm-history.${format}`),
  });
  const columns: readonly Column<PastAlarm>[] = [
    ...useAlarmColumns<PastAlarm>((row) => open(row.alarmHistoryUUID)),
    {
      key: 'clearedAt',
      title: 'alarms.column.clearedAt',
      sort: 'clearedAt',
      render: (row) => <DateTime at={row.clearedAt} />,
    },
    {
      key: 'clearReason',
      title: 'alarms.column.clearReason',
      render: (row) => t(`alarms.clearReason.${row.clearReason}`),
    },
    {
      key: 'clearedBy',
      title: 'alarms.column.clearedBy',
      extra: true,
      render: (row) => <Clipped text={row.clearedBy} />,
    },
  ];
  return (
    <>
      <LevelFilter table={table} />
      <DataTable
        key={place.siteUUID ?? place.enterpriseUUID ?? ''}
        name="alarmHistory"
        label={t('alarms.page.tab.history')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.alarmHistoryUUID}
        rowName={(row) => `${words.type(row.type)} ${row.deviceName}`.trim()}
        rowActions={(row) => removalOf([row.alarmHistoryUUID])}
        bulkActions={
          operates
            ? (rows, clear) =>
                removalOf(
                  rows.map((row) => row.alarmHistoryUUID),
                  clear,
                )
            : undefined
        }
        onOpen={(row) => open(row.alarmHistoryUUID)}
        searchHint={t('alarms.page.search')}
        views
        filters={
          <AlarmFilters
            table={table}
            exporting={exporting.pending}
            exportAs={(format) => exporting.start({ ...filters, search: table.search, format })}
          />
        }
        empty={
          <EmptyState
            icon="log"
            title={t('alarms.page.history.empty')}
            text={t('alarms.page.history.emptyText')}
          />
        }
      />
      {opened !== null && (
        <AlarmDrawer
          key={opened}
          uuid={opened}
          over
          removal={removalOf([opened], () => open(null))}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}
