import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { DeviceCounts } from '@airloom/contract/devices/devices.model';
import { DEVICE_STATUSES } from '@airloom/contract/devices/devices.states';
import { useTranslation } from 'react-i18next';
import type { TableState } from '../../../shared/table/use-table.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import type { FilterName } from '../device-filters.ts';
import { statusCounts } from '../status-counts.ts';
import { useStateNames } from './use-state-names.ts';

const ANY = 'any';

interface StatusFilterProps {
  table: TableState<FilterName>;
  counts: DeviceCounts | undefined;
  kind: DeviceKind | undefined;
}

/** Status counts that filter the table; empty states are hidden unless they are filtered by. */
export function StatusFilter({ table, counts, kind }: StatusFilterProps) {
  const { t } = useTranslation();
  const names = useStateNames();
  const sums = counts && statusCounts(counts, kind);
  const chosen = table.filter('status');
  const shown = DEVICE_STATUSES.filter(
    (status) => status === 'online' || status === 'offline' || chosen === status || (sums?.[status] ?? 0) > 0,
  );
  return (
    <CountFilter
      label={t('devices.column.status')}
      value={DEVICE_STATUSES.find((status) => status === chosen) ?? ANY}
      counts={[
        { value: ANY, label: t('ui.table.anyOf'), count: sums?.total },
        ...shown.map((status) => ({ value: status, label: names.status[status], count: sums?.[status] })),
      ]}
      onChange={(status) => table.setFilter('status', status === ANY ? undefined : status)}
    />
  );
}
