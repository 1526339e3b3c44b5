import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Alarm } from '@airloom/contract/alarms/alarms.model';
import { ALARM_STATES } from '@airloom/contract/alarms/alarms.states';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmButton } from '../../../shared/alarms/ConfirmButton.tsx';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { ChoiceFilter } from '../../../shared/logs/LogFilters.tsx';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { FILTERS, readFilters, readState } from '../alarm-filters.ts';
import { allOff, useAllRules } from '../alarms.queries.ts';
import { AlarmDrawer } from './AlarmDrawer.tsx';
import { AlarmFilters } from './AlarmFilters.tsx';
import { LevelFilter } from './LevelFilter.tsx';
import { NoteDrawer } from './NoteDrawer.tsx';
import { type Deed, useAlarmActions } from './use-alarm-actions.ts';
import { AlarmStateDot, useAlarmColumns } from './use-alarm-columns.tsx';

/** No active alarms: because all is well, or because no rule is enabled. */
function NoAlarms() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const seesRules = useHolds('alarm_rule');
  const { rules, known } = useAllRules(seesRules);
  const unwatched = known && (rules.length === 0 || allOff(rules));
  return (
    <EmptyState
      icon={unwatched ? 'warning' : 'bell'}
      title={unwatched ? t('alarms.page.current.unwatched') : t('alarms.page.current.empty')}
      text={unwatched ? t('alarms.page.current.unwatchedText') : t('alarms.page.current.emptyText')}
      action={{
        id: 'toRules',
        label: t('alarms.page.toRules'),
        icon: 'settings',
        needs: 'alarm_rule',
        run: () => void navigate('/alarm/alarmSetting'),
      }}
    />
  );
}

/** Active alarms. */
export function CurrentTab({ place }: { place: Place }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const operates = useHolds('current_alarm:operate');
  const [opened, open] = useAddressValue('alarm');
  const [deed, setDeed] = useState<Deed | null>(null);
  const actionsOf = useAlarmActions(setDeed);
  const table = useTable({ filters: FILTERS });
  const filters = { ...readFilters(table.filters, place), state: readState(table.filters) };
  const query = useCall(alarmCalls.queryAlarm, { ...table.input, ...filters }, { keepPrevious: true });
  const { siteUUID, enterpriseUUID } = filters;
  const counts = useCall(alarmCalls.getAlarmLogCount, { siteUUID, enterpriseUUID }, { keepPrevious: true });
  const exporting = useCommand(alarmCalls.exportAlarms, {
    onDone: ({ url }, { format }) => saveFrom(url, `current-alarms.${format}`),
  });
  const columns: readonly Column<Alarm>[] = [
    ...useAlarmColumns<Alarm>((row) => open(row.alarmUUID)),
    {
      key: 'state',
      title: 'alarms.column.state',
      render: (row) => (
        <span className="alarms-state">
          <AlarmStateDot state={row.state} />
          {row.state === 'unconfirmed' && (
            <ConfirmButton
              alarmUUID={row.alarmUUID}
              of={`${words.type(row.type)} ${row.deviceName}`.trim()}
            />
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <LevelFilter table={table} counts={counts.data ?? undefined} />
      <DataTable
        key={place.siteUUID ?? place.enterpriseUUID ?? ''}
        name="alarms"
        label={t('alarms.page.tab.current')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.alarmUUID}
        rowName={(row) => `${words.type(row.type)} ${row.deviceName}`.trim()}
        rowActions={(row) => actionsOf([row])}
        bulkActions={operates ? actionsOf : undefined}
        onOpen={(row) => open(row.alarmUUID)}
        searchHint={t('alarms.page.search')}
        views
        filters={
          <AlarmFilters
            table={table}
            exporting={exporting.pending}
            exportAs={(format) => exporting.start({ ...filters, search: table.search, format })}
          >
            <ChoiceFilter
              table={table}
              name="state"
              label={t('alarms.column.state')}
              any={t('alarms.page.anyState')}
              choices={ALARM_STATES.map((value) => ({ value, label: t(`alarms.state.${value}`) }))}
            />
          </AlarmFilters>
        }
        empty={<NoAlarms />}
      />
      {opened !== null && (
        <AlarmDrawer
          key={opened}
          uuid={opened}
          over={false}
          actionsOf={actionsOf}
          onClose={() => open(null)}
        />
      )}
      {deed && <NoteDrawer deed={deed} onClose={() => setDeed(null)} />}
    </>
  );
}
