import { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { DeviceCommandRow } from '@airloom/contract/commands/commands.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/api/use-call.ts';
import { CommandOutcome } from '../../../../shared/devices/CommandOutcome.tsx';
import { CommandStateDot } from '../../../../shared/devices/CommandStateDot.tsx';
import { COMMAND_ICONS } from '../../../../shared/devices/command-names.ts';
import { type Column, DataTable } from '../../../../shared/table/DataTable.tsx';
import { useTable } from '../../../../shared/table/use-table.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { Icon } from '../../../../shared/ui/Icon.tsx';
import { DateTime } from '../../../../shared/ui/Times.tsx';

export function CommandsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const table = useTable({ prefix: 'commands.' });
  const query = useCall(
    commandCalls.listDeviceCommands,
    { ...table.input, deviceUUID: device.deviceUUID },
    { keepPrevious: true },
  );
  const columns: readonly Column<DeviceCommandRow>[] = [
    {
      key: 'command',
      title: 'command-pages.command',
      render: (row) => (
        <span className="device-pair">
          <Icon name={COMMAND_ICONS[row.command]} /> {t(`commands.command.${row.command}`)}
        </span>
      ),
    },
    {
      key: 'state',
      status: true,
      title: 'command-pages.result',
      render: (row) => <CommandStateDot state={row.state} />,
    },
    {
      key: 'createdAt',
      title: 'command-pages.createdAt',
      sort: 'createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
    {
      key: 'endedAt',
      title: 'command-pages.endedAt',
      render: (row) => row.endedAt && <DateTime at={row.endedAt} />,
    },
    {
      key: 'outcome',
      title: 'command-pages.outcomeColumn',
      render: (row) => <CommandOutcome command={row} />,
    },
  ];
  return (
    <DataTable
      name="deviceCommands"
      label={t('device-detail.tab.commands')}
      table={table}
      query={query}
      columns={columns}
      rowKey={(row) => row.commandUUID}
      search={false}
      empty={
        <EmptyState
          icon="tasks"
          title={t('device-detail.command.empty')}
          text={t('device-detail.command.emptyText')}
        />
      }
    />
  );
}
