import type { AlarmCounts } from '@airloom/contract/alarms/alarms.model';
import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { useTranslation } from 'react-i18next';
import type { TableState } from '../../../shared/table/use-table.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';

const ANY = 'any';

interface LevelFilterProps {
  table: Pick<TableState<'level'>, 'filter' | 'setFilter'>;
  counts?: AlarmCounts | undefined;
}

/** The counts above the table act as its filters. */
export function LevelFilter({ table, counts }: LevelFilterProps) {
  const { t } = useTranslation();
  const chosen = table.filter('level');
  return (
    <CountFilter
      label={t('alarms.column.level')}
      value={ALARM_LEVELS.find((level) => level === chosen) ?? ANY}
      counts={[
        { value: ANY, label: t('ui.table.anyOf'), count: counts?.total },
        ...ALARM_LEVELS.map((level) => ({
          value: level,
          label: t(`alarms.level.${level}`),
          count: counts?.levels[level],
        })),
      ]}
      onChange={(level) => table.setFilter('level', level === ANY ? undefined : level)}
    />
  );
}
