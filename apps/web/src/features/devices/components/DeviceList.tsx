import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { type ComponentProps, lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { columnSet } from '../column-sets.ts';
import { FILTERS, readFilters } from '../device-filters.ts';
import { KIND_LISTS } from '../device-kinds.ts';
import { VirtualNote } from '../virtual/VirtualNote.tsx';
import { DevicePanels } from './DevicePanels.tsx';
import { DeviceDrawer } from './editing/DeviceDrawer.tsx';
import './devices.css';
import { FilterMenu } from './FilterMenu.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import { useAddDevice } from './use-add-device.ts';
import { type Panel, useDeviceActions } from './use-device-actions.ts';
import { useDeviceColumns } from './use-device-columns.tsx';
import { useDeviceFilters } from './use-device-filters.ts';
import { useListTitle } from './use-list-title.ts';

const ExportDrawer = lazy(() => import('./editing/ExportDrawer.tsx'));

/** Figures change with reports, about once a minute. */
const READ_AGAIN_MS = 30_000;
const rowKey = (row: Device) => row.deviceUUID;
const rowName = (row: Device) => row.name;

type Exporting = Pick<ComponentProps<typeof ExportDrawer>, 'which' | 'total'>;

/** Device list of one kind, or of all. */
export function DeviceList({ kind }: { kind?: DeviceKind }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = useListTitle(kind);
  const place = usePlace();
  const table = useTable({ filters: FILTERS });
  const filters = { ...readFilters(table.filters), ...(kind ? { kind } : {}), ...place };
  const query = useCall(
    deviceCalls.listDevices,
    { ...table.input, ...filters },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  const counts = useCall(deviceCalls.deviceCounts, place, { keepPrevious: true });
  const [opened, open] = useAddressValue('device');
  const [exporting, setExporting] = useState<Exporting | null>(null);
  const [panel, setPanel] = useState<Panel | null>(null);
  const openRow = useCallback((row: Device) => open(row.deviceUUID), [open]);
  const tagged = (useCall(deviceCalls.listDeviceTags, place).data?.length ?? 0) > 0;
  const columns = useDeviceColumns(kind, tagged);
  const actions = useDeviceActions(setPanel);
  const { ofOne } = actions;
  const rowActions = useCallback(
    (row: Device): Action[] => [
      { id: 'lookAtDevice', label: t('devices-pages.look'), icon: 'search', run: () => open(row.deviceUUID) },
      ...ofOne(row),
    ],
    [t, open, ofOne],
  );
  const menu = useDeviceFilters(table, counts.data, kind ?? filters.kind);
  const operates = useHolds('device_manage:operate');
  const siteless = useSiteChoices().length === 0;
  const total = query.data?.total ?? 0;

  const add = useAddDevice(kind ?? filters.kind);
  const importing: Action = {
    id: 'importDevices',
    label: t('devices-pages.import.short'),
    icon: 'upload',
    needs: 'device_manage:operate',
    run: () => void navigate(`${ADD_DEVICE}?way=certificate&add=file`),
  };
  const virtual: Action = {
    id: 'virtualDevices',
    label: t('devices-pages.virtual.menu'),
    icon: 'device',
    needs: 'device_manage:operate',
    run: () => void navigate(`${ADD_DEVICE}?way=virtual`),
  };
  const exportList: Action = {
    id: 'exportDevices',
    label: t('devices-pages.export.short'),
    icon: 'download',
    blocked: total === 0 ? t('devices-pages.export.nothing') : undefined,
    run: () => setExporting({ which: { ...filters, search: table.search }, total }),
  };
  const exportChosen = (rows: readonly Device[]): Action => ({
    id: 'exportChosen',
    label: t('devices-pages.export.chosen'),
    icon: 'download',
    run: () => setExporting({ which: { deviceUUIDs: rows.map(rowKey) }, total: rows.length }),
  });

  return (
    <>
      <PageHeader title={title} actions={[exportList, importing, virtual, add]} />
      {counts.data && counts.data.unclaimed !== null && counts.data.unclaimed > 0 && (
        <p className="devices-waiting">
          <Link to="/device/unclaimed">
            {t('devices-pages.unclaimed.waiting', { count: counts.data.unclaimed })}
          </Link>
        </p>
      )}
      <VirtualNote count={counts.data?.virtual ?? 0} />
      <StatusFilter table={table} counts={counts.data} kind={kind ?? filters.kind} />
      <DataTable
        key={place.siteUUID ?? place.enterpriseUUID ?? ''}
        name={`${kind ?? 'all'}Devices`}
        label={title}
        table={table}
        query={query}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        rowActions={rowActions}
        bulkActions={(rows, clear) => [...(operates ? actions.several(rows, clear) : []), exportChosen(rows)]}
        onOpen={openRow}
        searchHint={t('devices-pages.search')}
        filters={<FilterMenu filters={menu} />}
        views
        empty={
          <EmptyState
            icon={kind ? KIND_LISTS[kind].icon : 'device'}
            title={t('devices-pages.empty.title')}
            text={
              <>
                {t(siteless ? 'devices-pages.add.needsSite' : 'devices-pages.empty.text')}
                {siteless && (
                  <>
                    <br />
                    <Link to="/home/index">{t('devices-pages.empty.toSites')}</Link>
                  </>
                )}
              </>
            }
            action={siteless ? undefined : add}
            second={siteless ? undefined : { ...virtual, label: t('devices-pages.virtual.try') }}
          />
        }
      />
      {opened !== null && (
        <DeviceDrawer key={opened} deviceUUID={opened} edit={actions.edit} onClose={() => open(null)} />
      )}
      <DevicePanels panel={panel} onClose={() => setPanel(null)} />
      <Suspense>
        {exporting && (
          <ExportDrawer
            {...exporting}
            columns={columnSet(kind, { oneSite: false, tagged }).flatMap(({ key, usual }) =>
              usual ? [key] : [],
            )}
            onClose={() => setExporting(null)}
          />
        )}
      </Suspense>
    </>
  );
}
