import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device, DeviceGroup } from '@airloom/contract/devices/devices.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../../shared/api/use-call.ts';
import { DeviceStatusDot } from '../../../../shared/devices/DeviceStatusDot.tsx';
import { devicePage } from '../../../../shared/devices/device-page.ts';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { useHolds } from '../../../../shared/session/session-store.ts';
import { CellLink } from '../../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../../shared/table/DataTable.tsx';
import { useTable } from '../../../../shared/table/use-table.ts';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { SideDrawer } from '../../../../shared/ui/layout/SideDrawer.tsx';
import { Tabs } from '../../../../shared/ui/layout/Tabs.tsx';
import { DEVICE_CALLS } from '../../devices.queries.ts';

const MEMBERS = 'members';
const OTHERS = 'others';

function useMemberColumns(withGroup: boolean): readonly Column<Device>[] {
  const kinds = useKindNames();
  return [
    {
      key: 'name',
      title: 'devices.column.name',
      sort: 'name',
      render: (row) => <CellLink to={devicePage(row)}>{row.name}</CellLink>,
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
      sort: 'status',
      render: (row) => <DeviceStatusDot status={row.status} />,
    },
    { key: 'mac', title: 'devices.column.mac', sort: 'mac', render: (row) => <code>{row.mac}</code> },
    ...(withGroup
      ? [
          {
            key: 'groupName',
            title: 'devices.column.groupName',
            sort: 'groupName',
            render: (row: Device) => <Clipped text={row.groupName} />,
          } satisfies Column<Device>,
        ]
      : []),
  ];
}

interface TabProps {
  group: DeviceGroup;
  /** Undefined without the permission to change groups. */
  change: ((devices: readonly Device[], groupUUID: string | null, clear: () => void) => void) | undefined;
}

function MembersTab({ group, change, others }: TabProps & { others: Action }) {
  const { t } = useTranslation();
  const table = useTable({ prefix: 'm.' });
  const { groupUUID } = group;
  const query = useCall(deviceCalls.listDevices, { ...table.input, groupUUID }, { keepPrevious: true });
  const remove = (rows: readonly Device[], clear: () => void): Action[] => [
    {
      id: 'removeMembers',
      label: t('devices-pages.groups.remove'),
      icon: 'close',
      run: () => change?.(rows, null, clear),
    },
  ];
  return (
    <DataTable
      name="groupMembers"
      label={t('devices-pages.groups.members')}
      table={table}
      query={query}
      columns={useMemberColumns(false)}
      rowKey={(row) => row.deviceUUID}
      rowName={(row) => row.name}
      bulkActions={change && remove}
      empty={
        <EmptyState icon="device" title={t('devices-pages.groups.noMembers')} action={change && others} />
      }
    />
  );
}

function OthersTab({ group, change }: TabProps) {
  const { t } = useTranslation();
  const table = useTable({ prefix: 'o.' });
  const { groupUUID, siteUUID } = group;
  const query = useCall(deviceCalls.listDevices, { ...table.input, siteUUID }, { keepPrevious: true });
  return (
    <DataTable
      name="groupOthers"
      label={t('devices-pages.groups.ofSite')}
      table={table}
      query={query}
      columns={useMemberColumns(true)}
      rowKey={(row) => row.deviceUUID}
      rowName={(row) => row.name}
      bulkActions={(rows, clear) => [
        {
          id: 'addMembers',
          label: t('devices-pages.groups.add'),
          icon: 'plus',
          primary: true,
          run: () => change?.(rows, groupUUID, clear),
        },
      ]}
      empty={<EmptyState icon="device" title={t('devices-pages.empty.title')} />}
    />
  );
}

/** Devices of a group, and other devices of its site. */
export function GroupMembers({ group, onClose }: { group: DeviceGroup; onClose(): void }) {
  const { t } = useTranslation();
  const [tab, setTab] = useState(MEMBERS);
  const operates = useHolds('device_manage:operate');

  const set = useCommand(deviceCalls.setDevicesGroup, { refresh: DEVICE_CALLS });
  const change: TabProps['change'] = (devices, groupUUID, clear) =>
    void ignoreCallFailure(put(devices, groupUUID, clear));

  async function put(devices: readonly Device[], groupUUID: string | null, clear: () => void): Promise<void> {
    await set.run({ deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID), groupUUID });
    clear();
    toast.success(t('devices-pages.groups.saved', { name: group.name }));
    setTab(MEMBERS);
  }
  const others: Action = {
    id: 'addMembers',
    label: t('devices-pages.groups.add'),
    icon: 'plus',
    run: () => setTab(OTHERS),
  };

  return (
    <SideDrawer
      title={t('devices-pages.groups.title', { name: group.name, site: group.siteName })}
      wide
      onClose={onClose}
    >
      {operates ? (
        <Tabs
          label={group.name}
          activeKey={tab}
          onChange={setTab}
          items={[
            {
              key: MEMBERS,
              label: t('devices-pages.groups.members'),
              children: <MembersTab group={group} change={change} others={others} />,
            },
            {
              key: OTHERS,
              label: t('devices-pages.groups.ofSite'),
              children: <OthersTab group={group} change={change} />,
            },
          ]}
        />
      ) : (
        <MembersTab group={group} change={undefined} others={others} />
      )}
    </SideDrawer>
  );
}
