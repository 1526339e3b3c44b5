import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { UnclaimedDevice } from '@airloom/contract/devices/devices.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../../shared/api/use-call.ts';
import { DeviceStatusDot } from '../../../../shared/devices/DeviceStatusDot.tsx';
import { devicePage, WAITING_PREFIX } from '../../../../shared/devices/device-page.ts';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { useRoleReach } from '../../../../shared/session/account-reach.ts';
import { useHolds } from '../../../../shared/session/session-store.ts';
import { CellLink } from '../../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../../shared/table/DataTable.tsx';
import { useTable } from '../../../../shared/table/use-table.ts';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import { confirm } from '../../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { TimeAgo } from '../../../../shared/ui/Times.tsx';
import { DEVICE_CALLS } from '../../devices.queries.ts';
import { OwnershipDots } from '../DeviceStates.tsx';
import { useBoundReason } from '../use-bound-reason.ts';
import { ClaimDrawer } from './ClaimDrawer.tsx';

interface Chosen {
  devices: readonly UnclaimedDevice[];
  done(): void;
}

function nothing(): void {
  // A removed row needs no further cleanup.
}

/** Unclaimed devices. */
export function WaitingTab({ create }: { create: Action }) {
  const { t } = useTranslation();
  const kinds = useKindNames();
  const boundReasonText = useBoundReason();
  const seesAll = useRoleReach() === 'account';
  const operates = useHolds('device_manage:operate');
  const table = useTable({ prefix: WAITING_PREFIX });
  const query = useCall(deviceCalls.listUnclaimed, table.input, { keepPrevious: true });
  const reject = useCommand(deviceCalls.rejectUnclaimed, { refresh: DEVICE_CALLS });
  const [claimed, setClaimed] = useState<Chosen | null>(null);

  async function turnAway(devices: readonly UnclaimedDevice[], done: () => void): Promise<void> {
    const sure = await confirm({
      title: t('devices-pages.unclaimed.rejectTitle', { count: devices.length }),
      text: t('devices-pages.unclaimed.rejectText'),
      action: t('devices-pages.unclaimed.reject'),
      danger: true,
    });
    if (!sure) return;
    const { rejected } = await reject.run({ deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID) });
    done();
    toast.success(t('devices-pages.unclaimed.rejected', { count: rejected }));
  }

  const actionsOf = (devices: readonly UnclaimedDevice[], done: () => void): Action[] => [
    {
      id: 'claimDevices',
      frequent: true,
      label: t('devices-pages.unclaimed.claim'),
      icon: 'check',
      primary: true,
      needs: 'device_manage:operate',
      blocked: boundReasonText(devices),
      run: () => setClaimed({ devices, done }),
    },
    {
      id: 'rejectDevices',
      label: t('devices-pages.unclaimed.reject'),
      icon: 'close',
      danger: true,
      needs: 'device_manage:operate',
      run: () => void ignoreCallFailure(turnAway(devices, done)),
    },
  ];

  const columns: readonly Column<UnclaimedDevice>[] = [
    {
      key: 'name',
      title: 'devices.column.name',
      sort: 'name',
      render: (row) =>
        // Decided on the device page.
        row.awaitsApproval || row.disputed ? (
          <CellLink to={devicePage(row)}>{row.name}</CellLink>
        ) : (
          <Clipped text={row.name} />
        ),
    },
    {
      key: 'kind',
      title: 'devices.column.kind',
      sort: 'kind',
      render: (row) => <Clipped text={kinds[row.kind]} />,
    },
    {
      key: 'status',
      status: true,
      title: 'devices.column.status',
      render: (row) => (
        <span className="devices-states">
          <DeviceStatusDot status={row.status} />
          <OwnershipDots device={row} />
        </span>
      ),
    },
    { key: 'mac', title: 'devices.column.mac', render: (row) => <CopyText text={row.mac} /> },
    { key: 'sn', title: 'devices.column.sn', render: (row) => row.sn && <CopyText text={row.sn} /> },
    {
      key: 'model',
      title: 'devices.column.model',
      sort: 'model',
      render: (row) => <Clipped text={row.model} />,
    },
    {
      key: 'version',
      title: 'devices.column.version',
      render: (row) => <Clipped text={row.version} />,
    },
    { key: 'ip', title: 'devices.column.ip', render: (row) => row.ip && <code>{row.ip}</code> },
    {
      key: 'firstOnlineAt',
      title: 'devices.column.firstOnlineAt',
      sort: 'firstOnlineAt',
      render: (row) => row.firstOnlineAt && <TimeAgo at={row.firstOnlineAt} />,
    },
  ];

  if (!seesAll) return <EmptyState icon="locked" title={t('devices-pages.unclaimed.onlyAccount')} />;
  return (
    <>
      <DataTable
        name="unclaimed"
        label={t('devices-pages.unclaimed.tab')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.deviceUUID}
        rowName={(row) => row.name}
        rowActions={(row) => actionsOf([row], nothing)}
        bulkActions={operates ? actionsOf : undefined}
        searchHint={t('devices-pages.search')}
        empty={
          <EmptyState
            icon="unclaimed"
            title={t('devices-pages.unclaimed.empty')}
            text={t('devices-pages.unclaimed.emptyText')}
            action={create}
          />
        }
      />
      {claimed && (
        <ClaimDrawer devices={claimed.devices} onDone={claimed.done} onClose={() => setClaimed(null)} />
      )}
    </>
  );
}
