import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { DeviceGroup } from '@airloom/contract/devices/devices.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { GroupForm } from '../components/editing/GroupForm.tsx';
import { GroupMembers } from '../components/editing/GroupMembers.tsx';
import { useOnlineOf } from '../components/use-online-of.ts';
import { DEVICE_CALLS } from '../devices.queries.ts';

export default function GroupsPage() {
  const { t } = useTranslation();
  const onlineOf = useOnlineOf();
  const place = usePlace();
  const table = useTable();
  const query = useCall(deviceCalls.listGroups, { ...table.input, ...place }, { keepPrevious: true });
  const deletion = useCommand(deviceCalls.deleteGroup, { refresh: DEVICE_CALLS });
  const [creating, setCreating] = useAddressFlag('new');
  const [edited, setEdited] = useState<DeviceGroup | null>(null);
  const [opened, setOpened] = useState<DeviceGroup | null>(null);
  const operates = useHolds('device_manage:operate');
  const siteless = useSiteChoices().length === 0;
  const shown = opened && (query.data?.rows.find((row) => row.groupUUID === opened.groupUUID) ?? opened);

  async function remove({ groupUUID, name }: DeviceGroup): Promise<void> {
    const sure = await confirm({
      title: t('devices-pages.groups.deleteTitle', { name }),
      text: t('devices-pages.groups.deleteText'),
      action: t('devices-pages.groups.delete'),
      danger: true,
    });
    if (!sure) return;
    await deletion.run({ groupUUID });
    setOpened(null);
    toast.success(t('devices-pages.groups.deleted', { name }));
  }

  const create: Action = {
    id: 'newGroup',
    label: t('devices-pages.groups.new'),
    icon: 'plus',
    primary: true,
    needs: 'device_manage:operate',
    blocked: siteless ? t('devices-pages.add.needsSite') : undefined,
    run: () => setCreating(true),
  };
  const actionsOf = (group: DeviceGroup): Action[] => [
    {
      id: 'members',
      label: t('devices-pages.groups.members'),
      icon: 'device',
      run: () => setOpened(group),
    },
    {
      id: 'renameGroup',
      frequent: true,
      label: t('devices-pages.groups.rename'),
      icon: 'edit',
      needs: 'device_manage:operate',
      run: () => setEdited(group),
    },
    {
      id: 'deleteGroup',
      label: t('devices-pages.groups.delete'),
      icon: 'delete',
      danger: true,
      needs: 'device_manage:operate',
      run: () => void ignoreCallFailure(remove(group)),
    },
  ];

  const columns: readonly Column<DeviceGroup>[] = [
    {
      key: 'name',
      title: 'devices.column.name',
      sort: 'name',
      render: (row) => <CellOpen onOpen={() => setOpened(row)}>{row.name}</CellOpen>,
    },
    {
      key: 'status',
      status: true,
      title: 'devices.column.status',
      render: (row) => row.devices.total > 0 && <DeviceStatusDot status={row.status} />,
    },
    {
      key: 'devices',
      title: 'devices-pages.column.members',
      align: 'end',
      render: (row) => onlineOf(row.devices),
    },
    {
      key: 'siteName',
      title: 'devices.column.siteName',
      sort: 'siteName',
      render: (row) => <Clipped text={row.siteName} />,
    },
    {
      key: 'createdAt',
      title: 'devices-pages.column.createdAt',
      sort: 'createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
  ];

  return (
    <>
      <PageHeader title={t('nav.deviceGroup')} lead={t('devices-pages.groups.lead')} actions={[create]} />
      <DataTable
        name="deviceGroups"
        label={t('nav.deviceGroup')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.groupUUID}
        rowName={(row) => row.name}
        rowActions={actionsOf}
        onOpen={(row) => setOpened(row)}
        empty={
          <EmptyState
            icon="group"
            title={t('devices-pages.groups.empty')}
            text={t('devices-pages.groups.emptyText')}
            action={create}
          />
        }
      />
      {shown && <GroupMembers key={shown.groupUUID} group={shown} onClose={() => setOpened(null)} />}
      {creating && operates && (
        <GroupForm group={null} onMade={setOpened} onClose={() => setCreating(false)} />
      )}
      {edited && <GroupForm key={edited.groupUUID} group={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
