import type { DeviceDetail, DeviceReport } from '@airloom/contract/devices/report.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { DeviceStatusDot } from '../../../../shared/devices/DeviceStatusDot.tsx';
import { devicePage } from '../../../../shared/devices/device-page.ts';
import { LastReported } from '../../../../shared/devices/LastReported.tsx';
import { useUnits } from '../../../../shared/i18n/use-units.ts';
import { CellLink } from '../../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { type SmallColumn, SmallTable } from '../../../../shared/table/small/SmallTable.tsx';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { memberStatus } from '../member-status.ts';

type Member = DeviceReport['members'][number];

export function MembersTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const units = useUnits();
  const statusOf = (member: Member) => memberStatus(device, member);
  const columns: readonly SmallColumn<Member>[] = [
    {
      key: 'name',
      title: 'devices.column.name',
      render: (member) =>
        member.device ? (
          <CellLink to={devicePage(member.device)}>{member.device.name}</CellLink>
        ) : (
          <Clipped text={member.name} />
        ),
      value: (member) => member.device?.name ?? member.name,
    },
    {
      key: 'status',
      status: true,
      title: 'devices.column.status',
      render: (member) => {
        const status = statusOf(member);
        return status === null ? '–' : <DeviceStatusDot status={status} />;
      },
      value: (member) => Number(statusOf(member) === 'online'),
    },
    {
      key: 'clients',
      title: 'devices.column.clients',
      align: 'end',
      render: (member) => (statusOf(member) === 'online' ? units.count(member.clients) : '–'),
      value: (member) => (statusOf(member) === 'online' ? member.clients : 0),
    },
    { key: 'mac', title: 'devices.column.mac', render: (member) => <code>{displayMac(member.mac)}</code> },
    { key: 'ip', title: 'devices.column.ip', render: (member) => member.ip && <code>{member.ip}</code> },
    {
      key: 'model',
      title: 'devices.column.model',
      render: (member) => <Clipped text={member.model} />,
      value: (member) => member.model,
    },
    {
      key: 'version',
      title: 'devices.column.version',
      render: (member) => <Clipped text={member.firmware} />,
      value: (member) => member.firmware,
    },
  ];
  return (
    <LastReported device={device}>
      <SmallTable
        label={t('device-detail.tab.members')}
        rows={device.report?.members ?? []}
        columns={columns}
        rowKey={(member) => member.mac}
        searchText={(member) =>
          `${member.name} ${member.device?.name ?? ''} ${member.mac} ${member.ip ?? ''} ${member.model}`
        }
        empty={
          <EmptyState
            icon="ap"
            title={t('device-detail.member.empty')}
            text={t('device-detail.member.emptyText')}
          />
        }
      />
    </LastReported>
  );
}
