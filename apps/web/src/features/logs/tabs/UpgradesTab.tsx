import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { type Upgrade, upgradeState } from '@airloom/contract/firmware/firmware.model';
import { UPGRADE_STATES } from '@airloom/contract/firmware/firmware.states';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { UPGRADE_STATE_KEYS, UpgradeState, useUpgradeReason } from '../../../shared/devices/UpgradeState.tsx';
import { ChoiceFilter, ExportMenu, LinkedFilter, TimeFilter } from '../../../shared/logs/LogFilters.tsx';
import { momentIn } from '../../../shared/logs/local-time.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { saveFrom } from '../../../shared/ui/save-file.ts';
import { DateTime } from '../../../shared/ui/Times.tsx';

const FILTERS = ['campaignUUID', 'deviceUUID', 'state', 'from', 'to'] as const;

export function UpgradesTab() {
  const { t } = useTranslation();
  const reasonOf = useUpgradeReason();
  const table = useTable({ filters: FILTERS });
  const place = usePlace();
  const filters = {
    campaignUUID: table.filter('campaignUUID'),
    deviceUUID: table.filter('deviceUUID'),
    ...place,
    state: upgradeState.safeParse(table.filter('state')).data,
    from: momentIn(table.filter('from')),
    to: momentIn(table.filter('to')),
  };
  const query = useCall(firmwareCalls.listUpgrades, { ...table.input, ...filters }, { keepPrevious: true });
  const exporting = useCommand(firmwareCalls.exportUpgrades, {
    onDone: ({ url }, { format }) => saveFrom(url, `upgrade-log.${format}`),
  });
  const columns: readonly Column<Upgrade>[] = [
    {
      key: 'device',
      title: 'firmware.column.device',
      render: (row) => <CellLink to={devicePage(row.device)}>{row.device.name}</CellLink>,
    },
    { key: 'site', title: 'firmware.column.site', render: (row) => <Clipped text={row.siteName} /> },
    {
      key: 'campaign',
      title: 'firmware.column.campaign',
      render: (row) =>
        row.campaignUUID && (
          <CellLink to={`/device/firmware?tab=campaigns&campaign=${row.campaignUUID}`}>
            {row.campaignName}
          </CellLink>
        ),
    },
    {
      key: 'versions',
      title: 'firmware-pages.versions',
      render: (row) => <Clipped text={`${row.fromVersion} → ${row.toVersion}`} />,
    },
    {
      key: 'state',
      status: true,
      title: 'firmware.column.state',
      render: (row) => <UpgradeState upgrade={row} />,
    },
    { key: 'attempts', title: 'firmware.column.attempts', align: 'end', render: (row) => row.attempts },
    {
      key: 'startedAt',
      title: 'firmware.column.startedAt',
      sort: 'startedAt',
      render: (row) => row.startedAt && <DateTime at={row.startedAt} />,
    },
    {
      key: 'endedAt',
      title: 'firmware.column.endedAt',
      sort: 'endedAt',
      render: (row) => row.endedAt && <DateTime at={row.endedAt} />,
    },
    { key: 'text', title: 'firmware.column.reason', render: (row) => <Clipped text={reasonOf(row)} /> },
  ];
  return (
    <DataTable
      name="upgrades"
      label={t('logs.upgrade')}
      table={table}
      query={query}
      columns={columns}
      rowKey={(row) => row.upgradeUUID}
      filters={
        <>
          <LinkedFilter table={table} name="deviceUUID" label={t('logs.oneDevice')} />
          <LinkedFilter table={table} name="campaignUUID" label={t('logs.oneCampaign')} />
          <ChoiceFilter
            table={table}
            name="state"
            label={t('firmware.column.state')}
            any={t('firmware-pages.anyState')}
            choices={UPGRADE_STATES.map((value) => ({ value, label: t(UPGRADE_STATE_KEYS[value]) }))}
          />
          <TimeFilter table={table} />
          <ExportMenu
            pending={exporting.pending}
            choose={(format) => exporting.start({ ...filters, search: table.search, format })}
          />
        </>
      }
      empty={<EmptyState icon="upgrade" title={t('logs.empty')} text={t('logs.upgradeEmpty')} />}
    />
  );
}
