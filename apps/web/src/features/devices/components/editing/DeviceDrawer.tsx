import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { isConnected } from '@airloom/contract/devices/devices.states';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../../../shared/api/use-call.ts';
import { DeviceStatusDot } from '../../../../shared/devices/DeviceStatusDot.tsx';
import { devicePage } from '../../../../shared/devices/device-page.ts';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { VirtualTag } from '../../../../shared/devices/VirtualTag.tsx';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../../shared/i18n/use-units.ts';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import { FailedState } from '../../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../../shared/ui/feedback/Skeleton.tsx';
import { DetailDrawer, type Fact } from '../../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime, TimeAgo } from '../../../../shared/ui/Times.tsx';
import { KIND_LISTS } from '../../device-kinds.ts';
import { TagLinks } from '../../tags/TagChips.tsx';
import { ConfigurationDot, UpgradeDot } from '../DeviceStates.tsx';
import { Radios } from '../Radios.tsx';
import { useOnlineOf } from '../use-online-of.ts';

function when(at: string | null): ReactNode {
  return at === null ? null : <DateTime at={at} />;
}

function copied(text: string): ReactNode {
  return text === '' ? '' : <CopyText text={text} />;
}

function useFacts(): (device: DeviceDetail) => readonly Fact[] {
  const format = useFormat();
  const onlineOf = useOnlineOf();
  const kinds = useKindNames();
  const units = useUnits();
  const percent = (value: number | null) => (value === null ? null : units.percent(value));
  return (device) => [
    { label: 'devices.column.status', value: <DeviceStatusDot status={device.status} /> },
    { label: 'devices.column.virtual', value: device.virtual ? <VirtualTag /> : null },
    { label: 'devices.column.kind', value: kinds[device.kind] },
    { label: 'devices.column.mac', value: copied(device.mac) },
    { label: 'devices.column.sn', value: copied(device.sn) },
    { label: 'devices.column.ip', value: copied(device.ip) },
    { label: 'devices.column.model', value: device.model },
    { label: 'devices.column.version', value: device.version },
    {
      label: 'devices.column.upgradeStatus',
      value: device.upgradeStatus === 'none' ? null : <UpgradeDot status={device.upgradeStatus} />,
    },
    {
      label: 'devices.column.configurationState',
      value: device.managedBy === null && <ConfigurationDot device={device} />,
    },
    {
      label: 'devices.column.siteName',
      value: [device.siteName, device.enterpriseName].filter(Boolean).join(' · '),
    },
    { label: 'devices.column.groupName', value: device.groupName },
    {
      label: 'devices.column.tags',
      value:
        device.tags.length === 0 ? null : <TagLinks tags={device.tags} list={KIND_LISTS[device.kind].path} />,
    },
    {
      label: 'devices.column.managedBy',
      value: device.managedBy && <Link to={devicePage(device.managedBy)}>{device.managedBy.name}</Link>,
    },
    { label: 'devices.column.position', value: device.position },
    { label: 'devices.column.remark', value: device.remark },
    {
      label: 'devices-pages.column.radios',
      value: device.radios.length === 0 ? null : <Radios radios={device.radios} />,
    },
    {
      label: 'devices-pages.column.members',
      value: device.members.total === 0 ? null : onlineOf(device.members),
    },
    {
      label: 'devices.column.clients',
      value: isConnected(device.status) ? format.number(device.clients) : null,
    },
    { label: 'devices-pages.column.cpu', value: percent(device.cpuPercent) },
    { label: 'devices-pages.column.memory', value: percent(device.memoryPercent) },
    {
      label: 'devices-pages.column.uptime',
      value: device.uptimeSeconds === null ? null : format.duration(device.uptimeSeconds),
    },
    { label: 'devices.column.onlineAt', value: when(device.onlineAt) },
    {
      label: 'devices.column.offlineAt',
      value: device.status === 'online' ? null : when(device.offlineAt),
    },
    { label: 'devices.column.firstOnlineAt', value: when(device.firstOnlineAt) },
    {
      label: 'devices.column.lastReportAt',
      value: device.lastReportAt === null ? null : <TimeAgo at={device.lastReportAt} />,
    },
  ];
}

interface DeviceDrawerProps {
  deviceUUID: string;
  edit(device: Device): Action;
  onClose(): void;
}

/** Summary of one device; actions are in its row and on its page. */
export function DeviceDrawer({ deviceUUID, edit, onClose }: DeviceDrawerProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const factsOf = useFacts();
  const { data: device, error, refetch } = useCall(deviceCalls.viewDevice, { deviceUUID });
  const whole = (one: Device): Action => ({
    id: 'openDevice',
    label: t('devices-pages.open'),
    icon: 'right',
    primary: true,
    run: () => void navigate(devicePage(one)),
  });
  return (
    <DetailDrawer
      title={device?.name ?? t('ui.loading')}
      facts={device ? factsOf(device) : []}
      actions={device ? [whole(device), edit(device)] : []}
      onClose={onClose}
    >
      {error && <FailedState error={error} retry={() => void refetch()} />}
      {!device && !error && <Skeleton rows={8} />}
      {device?.status === 'neverConnected' && (
        <p className="devices-lead">{t('devices-pages.neverOnline')}</p>
      )}
    </DetailDrawer>
  );
}
