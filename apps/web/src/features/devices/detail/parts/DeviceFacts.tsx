import { isConnected } from '@airloom/contract/devices/devices.states';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { devicePage } from '../../../../shared/devices/device-page.ts';
import { useTopologyLink } from '../../../../shared/devices/use-topology-link.tsx';
import type { MessageKey } from '../../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { useHolds } from '../../../../shared/session/session-store.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import { DateTime, TimeAgo } from '../../../../shared/ui/Times.tsx';
import { ConfigurationDot, UpgradeDot } from '../../components/DeviceStates.tsx';
import { KIND_LISTS } from '../../device-kinds.ts';
import { TagLinks } from '../../tags/TagChips.tsx';

interface Fact {
  label: MessageKey;
  value: ReactNode;
}

function copied(text: string): ReactNode {
  return text === '' ? null : <CopyText text={text} />;
}

function when(at: string | null): ReactNode {
  return at === null ? null : <DateTime at={at} />;
}

function SiteName({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const seesSites = useHolds('site_manage');
  if (device.siteUUID === null) return <>{t('device-detail.noSite')}</>;
  const name = [device.siteName, device.enterpriseName].filter(Boolean).join(' · ');
  return seesSites ? (
    <Link to={`/topnav/site?search=${encodeURIComponent(device.siteName)}`}>{name}</Link>
  ) : (
    <>{name}</>
  );
}

/** Its peer, controller or parent, with a link if it is a device of the account. */
function Peer({ peer, mac }: { peer: DeviceDetail['managedBy']; mac: string | null }) {
  if (peer) return <Link to={devicePage(peer)}>{peer.name}</Link>;
  return mac === null ? null : <code>{mac}</code>;
}

function useHa(device: DeviceDetail): ReactNode {
  const { t } = useTranslation();
  const { haMode, haStatus, report } = device;
  if (haMode === null) return null;
  if (haMode === 'single') return t('devices.haMode.single');
  const status = {
    ha: t('devices.haMode.ha'),
    active: t('devices-pages.ha.active'),
    standby: t('devices-pages.ha.standby'),
  }[haStatus ?? haMode];
  return (
    <>
      {status} <Peer peer={report?.pair?.peer ?? null} mac={report?.pair?.peerMac ?? null} />
    </>
  );
}

/** Identity, site and times of a device. */
export function DeviceFacts({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { report } = device;
  const { mesh } = report ?? { mesh: null };
  const ha = useHa(device);
  const topologyLink = useTopologyLink();
  const facts: readonly Fact[] = [
    { label: 'devices.column.mac', value: copied(device.mac) },
    { label: 'devices.column.sn', value: copied(device.sn) },
    { label: 'devices.column.ip', value: copied(device.ip) },
    {
      label: 'devices.column.version',
      value: device.version && (
        <span className="device-pair">
          {device.version} <UpgradeDot status={device.upgradeStatus} />
        </span>
      ),
    },
    {
      label: 'devices.column.configurationState',
      value: device.managedBy === null && <ConfigurationDot device={device} />,
    },
    { label: 'devices.column.siteName', value: <SiteName device={device} /> },
    { label: 'nav.topology', value: topologyLink(device.siteUUID, device.deviceUUID) },
    { label: 'devices.column.groupName', value: device.groupName },
    {
      label: 'devices.column.tags',
      value:
        device.tags.length === 0 ? null : <TagLinks tags={device.tags} list={KIND_LISTS[device.kind].path} />,
    },
    { label: 'devices.column.position', value: device.position },
    { label: 'devices.column.remark', value: device.remark },
    { label: 'devices.column.managementVlan', value: device.managementVlan },
    {
      label: 'devices.column.password',
      value: device.hasPassword ? t('device-detail.passwordSet') : null,
    },
    {
      label: 'devices.column.managedBy',
      value: device.managedBy && <Peer peer={device.managedBy} mac={null} />,
    },
    { label: 'device-detail.ha', value: ha },
    {
      label: 'device-detail.meshParent',
      value: mesh && mesh.hops > 0 ? <Peer peer={mesh.parent} mac={mesh.parentMac} /> : null,
    },
    {
      label: 'device-detail.uptime',
      value:
        isConnected(device.status) && device.uptimeSeconds !== null
          ? format.duration(device.uptimeSeconds)
          : null,
    },
    { label: 'devices.column.onlineAt', value: isConnected(device.status) ? when(device.onlineAt) : null },
    { label: 'devices.column.offlineAt', value: device.status === 'online' ? null : when(device.offlineAt) },
    { label: 'devices.column.firstOnlineAt', value: when(device.firstOnlineAt) },
    {
      label: 'devices.column.lastReportAt',
      value: device.lastReportAt && <TimeAgo at={device.lastReportAt} />,
    },
  ];
  return (
    <dl className="device-facts card">
      {facts
        .filter(({ value }) => value !== null && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
