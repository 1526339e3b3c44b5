import { ALARM_TYPE_NAMES } from '@airloom/contract/alarms/alarms.types';
import type { ExportFormat } from '@airloom/contract/export-call';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { ChoiceFilter, ExportMenu, LinkedFilter, TimeFilter } from '../../../shared/logs/LogFilters.tsx';
import type { TableState } from '../../../shared/table/use-table.ts';
import type { FilterName } from '../alarm-filters.ts';

interface AlarmFiltersProps {
  table: TableState<FilterName>;
  exporting: boolean;
  exportAs(format: ExportFormat): void;
  /** Filters of one of the lists only. */
  children?: ReactNode;
}

export function AlarmFilters({ table, exporting, exportAs, children }: AlarmFiltersProps) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  return (
    <>
      <LinkedFilter table={table} name="deviceUUID" label={t('logs.oneDevice')} />
      <ChoiceFilter
        table={table}
        name="type"
        label={t('alarms.column.type')}
        any={t('alarms.page.anyType')}
        choices={ALARM_TYPE_NAMES.map((value) => ({ value, label: words.type(value) }))}
      />
      {children}
      <TimeFilter table={table} />
      <ExportMenu pending={exporting} choose={exportAs} />
    </>
  );
}
