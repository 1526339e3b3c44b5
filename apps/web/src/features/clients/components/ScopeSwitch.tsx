import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { EverywhereFilter } from '../../../shared/logs/EverywhereFilter.tsx';
import { EVERYTHING } from '../../../shared/session/place.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import type { TableState } from '../../../shared/table/use-table.ts';
import type { FilterName } from '../online-filters.ts';

const SELECTED = 'selected';

/** All sites, or the selected site or organization; another one that a link named can be left. */
export function ScopeSwitch({ table }: { table: TableState<FilterName> }) {
  const { t } = useTranslation();
  const selected = useSession((state) => state.currentSite?.name);
  const at = table.filter('at');
  if (selected === undefined) return null;
  if (at !== undefined && at !== EVERYTHING)
    return <EverywhereFilter table={table} label={t('devices.everywhere')} />;
  return (
    <Segmented
      aria-label={t('terminal-pages.scope.label')}
      value={at ?? SELECTED}
      options={[
        { value: SELECTED, label: selected },
        { value: EVERYTHING, label: t('terminal-pages.scope.all') },
      ]}
      onChange={(value) => table.setFilter('at', value === EVERYTHING ? EVERYTHING : undefined)}
    />
  );
}
