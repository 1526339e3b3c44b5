import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Device } from '@airloom/contract/devices/devices.model';
import { isConnected } from '@airloom/contract/devices/devices.states';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import type { Column } from '../../../shared/table/DataTable.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { type ColumnKey, columnSet } from '../column-sets.ts';
import { ConfigurationDot, OwnershipDots, UpgradeDot } from './DeviceStates.tsx';
import './devices.css';
import { TagChips } from '../tags/TagChips.tsx';
import { Radios } from './Radios.tsx';
import { useOnlineOf } from './use-online-of.ts';

interface Drawing {
  title: MessageKey;
  render(device: Device): ReactNode;
  sort?: string;
  align?: 'end';
}

/** Further tags of a device are counted. */
const CHIPS_MAX = 2;

function when(at: string | null): ReactNode {
  return at && <TimeAgo at={at} />;
}

/** Rendering of each column; {@link columnSet} selects them. */
function useDrawings(): Readonly<Record<ColumnKey, Drawing>> {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const kinds = useKindNames();
  const onlineOf = useOnlineOf();
  return useMemo(() => {
    const percent = (value: number | null) => value !== null && units.percent(value);
    const ha = {
      single: t('devices.haMode.single'),
      active: t('devices-pages.ha.active'),
      standby: t('devices-pages.ha.standby'),
      ha: t('devices.haMode.ha'),
    };
    return {
      name: {
        title: 'devices.column.name',
        sort: 'name',
        render: (row) =>
          row.virtual ? (
            <span className="devices-version">
              <CellLink to={devicePage(row)}>{row.name}</CellLink>
              <VirtualTag />
            </span>
          ) : (
            <CellLink to={devicePage(row)}>{row.name}</CellLink>
          ),
      },
      kind: {
        title: 'devices.column.kind',
        sort: 'kind',
        render: (row) => <Clipped text={kinds[row.kind]} />,
      },
      status: {
        title: 'devices.column.status',
        sort: 'status',
        render: (row) => (
          <span className="devices-states">
            <DeviceStatusDot status={row.status} />
            <OwnershipDots device={row} />
          </span>
        ),
      },
      ha: {
        title: 'devices-pages.column.ha',
        render: (row) => row.haMode && (row.haMode === 'single' ? ha.single : ha[row.haStatus ?? 'ha']),
      },
      members: {
        title: 'devices-pages.column.members',
        align: 'end',
        render: (row) => row.members.total > 0 && onlineOf(row.members),
      },
      radios: { title: 'devices-pages.column.radios', render: (row) => <Radios radios={row.radios} /> },
      ports: {
        title: 'devices-pages.column.ports',
        align: 'end',
        render: (row) =>
          row.ports &&
          t('devices-pages.ports', {
            up: format.number(row.ports.up),
            total: format.number(row.ports.total),
          }),
      },
      powerWatts: {
        title: 'devices-pages.column.power',
        align: 'end',
        render: (row) => row.powerWatts !== null && units.watts(row.powerWatts),
      },
      clients: {
        title: 'devices.column.clients',
        sort: 'clients',
        align: 'end',
        render: (row) => isConnected(row.status) && format.number(row.clients),
      },
      model: { title: 'devices.column.model', sort: 'model', render: (row) => <Clipped text={row.model} /> },
      version: {
        title: 'devices.column.version',
        sort: 'version',
        render: (row) => (
          <span className="devices-version">
            <Clipped text={row.version} />
            {row.upgradeStatus === 'upgrading' && <UpgradeDot status={row.upgradeStatus} />}
          </span>
        ),
      },
      mac: { title: 'devices.column.mac', sort: 'mac', render: (row) => <code>{row.mac}</code> },
      ip: { title: 'devices.column.ip', sort: 'ip', render: (row) => row.ip && <code>{row.ip}</code> },
      siteName: {
        title: 'devices.column.siteName',
        sort: 'siteName',
        render: (row) => <Clipped text={row.siteName} />,
      },
      groupName: {
        title: 'devices.column.groupName',
        sort: 'groupName',
        render: (row) => <Clipped text={row.groupName} />,
      },
      tags: {
        title: 'devices.column.tags',
        render: (row) => row.tags.length > 0 && <TagChips tags={row.tags} atMost={CHIPS_MAX} />,
      },
      uptimeSeconds: {
        title: 'devices-pages.column.uptime',
        sort: 'uptimeSeconds',
        align: 'end',
        render: (row) =>
          row.uptimeSeconds !== null && (
            <span className="devices-figure">{format.duration(row.uptimeSeconds)}</span>
          ),
      },
      sn: { title: 'devices.column.sn', sort: 'sn', render: (row) => row.sn && <code>{row.sn}</code> },
      managedBy: {
        title: 'devices.column.managedBy',
        render: (row) =>
          row.managedBy && <CellLink to={devicePage(row.managedBy)}>{row.managedBy.name}</CellLink>,
      },
      position: {
        title: 'devices.column.position',
        sort: 'position',
        render: (row) => <Clipped text={row.position} />,
      },
      remark: { title: 'devices.column.remark', render: (row) => <Clipped text={row.remark} /> },
      cpuPercent: {
        title: 'devices-pages.column.cpu',
        sort: 'cpuPercent',
        align: 'end',
        render: (row) => percent(row.cpuPercent),
      },
      memoryPercent: {
        title: 'devices-pages.column.memory',
        sort: 'memoryPercent',
        align: 'end',
        render: (row) => percent(row.memoryPercent),
      },
      temperature: {
        title: 'devices-pages.column.temperature',
        align: 'end',
        render: (row) => row.temperature !== null && units.celsius(row.temperature),
      },
      onlineAt: { title: 'devices.column.onlineAt', sort: 'onlineAt', render: (row) => when(row.onlineAt) },
      offlineAt: {
        title: 'devices.column.offlineAt',
        sort: 'offlineAt',
        render: (row) => row.status !== 'online' && when(row.offlineAt),
      },
      firstOnlineAt: {
        title: 'devices.column.firstOnlineAt',
        sort: 'firstOnlineAt',
        render: (row) => when(row.firstOnlineAt),
      },
      lastReportAt: {
        title: 'devices.column.lastReportAt',
        sort: 'lastReportAt',
        render: (row) => when(row.lastReportAt),
      },
      upgradeStatus: {
        title: 'devices.column.upgradeStatus',
        sort: 'upgradeStatus',
        render: (row) => <UpgradeDot status={row.upgradeStatus} />,
      },
      configurationState: {
        title: 'devices.column.configurationState',
        render: (row) => <ConfigurationDot device={row} />,
      },
    };
  }, [t, format, units, kinds, onlineOf]);
}

/** Columns of a kind's list; stable objects, so that a live change renders its own row only. */
export function useDeviceColumns(kind: DeviceKind | undefined, tagged: boolean): readonly Column<Device>[] {
  const drawings = useDrawings();
  const { siteUUID } = usePlace();
  const oneSite = siteUUID !== undefined;
  return useMemo(
    () =>
      columnSet(kind, { oneSite, tagged }).map(({ key, usual }) => ({
        key,
        ...drawings[key],
        extra: !usual,
      })),
    [kind, oneSite, tagged, drawings],
  );
}
