import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { ChangeDetail, ChangeDevice } from '@airloom/contract/configuration/configuration.model';
import { DEVICE_STATES } from '@airloom/contract/configuration/configuration.states';
import type { Translate } from '@airloom/messages';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { effectWords } from '../../../shared/configuration/effect-words.ts';
import { pageOfDevice } from '../../../shared/devices/device-page.ts';
import { ChoiceFilter } from '../../../shared/logs/LogFilters.tsx';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { DEVICE_STATE_KEYS, DEVICE_TONES, detailsOf } from '../change-states.ts';
import './changes.css';

function Details({ device }: { device: ChangeDevice }) {
  const { t } = useTranslation();
  const lines = detailsOf(device, t);
  if (lines.length === 0) return null;
  return (
    <div className="change-details">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

/** Why a change has no devices. */
function emptyWords({ state, edits }: ChangeDetail, t: Translate): string {
  if (state === 'scheduled' || state === 'preparing') return t('configuration-pages.device.notYet');
  if (state === 'cancelled') return t('configuration-pages.device.cancelledEarly');
  return [t('configuration-pages.device.emptyText'), ...effectWords(edits, false, t)].join(' ');
}

const FILTERS = ['state'] as const;

export function ChangeDevices({ change }: { change: ChangeDetail }) {
  const { t } = useTranslation();
  const table = useTable({ filters: FILTERS, prefix: 'devices.' });
  const state = DEVICE_STATES.find((one) => one === table.filter('state'));
  const query = useCall(
    settingCalls.listChangeDevices,
    { changeUUID: change.changeUUID, ...table.input, state },
    { keepPrevious: true },
  );
  const columns: readonly Column<ChangeDevice>[] = [
    {
      key: 'name',
      title: 'configuration-pages.device.name',
      sort: 'name',
      render: (row) => <CellLink to={pageOfDevice(row.deviceUUID)}>{row.deviceName}</CellLink>,
    },
    {
      key: 'site',
      title: 'configuration-pages.device.site',
      render: (row) => <Clipped text={row.siteName} />,
    },
    {
      key: 'state',
      status: true,
      title: 'configuration-pages.state',
      sort: 'state',
      render: (row) => (
        <StatusDot tone={DEVICE_TONES[row.state]}>{t(DEVICE_STATE_KEYS[row.state])}</StatusDot>
      ),
    },
    {
      key: 'details',
      title: 'configuration-pages.device.details',
      render: (row) => <Details device={row} />,
    },
    { key: 'wave', title: 'configuration-pages.device.wave', align: 'end', render: (row) => row.wave },
    {
      key: 'version',
      title: 'configuration-pages.device.version',
      align: 'end',
      render: (row) => row.version ?? '–',
    },
    {
      key: 'changedAt',
      title: 'configuration-pages.device.changedAt',
      sort: 'changedAt',
      render: (row) => <DateTime at={row.changedAt} />,
    },
  ];
  return (
    <DataTable
      name="changeDevices"
      label={t('configuration-pages.devices')}
      table={table}
      query={query}
      columns={columns}
      rowKey={(row) => row.deviceUUID}
      filters={
        <ChoiceFilter
          table={table}
          name="state"
          label={t('configuration-pages.state')}
          any={t('configuration-pages.anyState')}
          choices={DEVICE_STATES.map((value) => ({ value, label: t(DEVICE_STATE_KEYS[value]) }))}
        />
      }
      empty={
        <EmptyState
          icon="device"
          title={t('configuration-pages.device.empty')}
          text={emptyWords(change, t)}
        />
      }
    />
  );
}
