import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { topicOf } from '@airloom/contract/live';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { lazyPart } from '../../../shared/configuration/lazy-part.ts';
import { DEVICE_PAGES } from '../../../shared/devices/device-page.ts';
import { type ContributedTab, renderDeviceTab } from '../../../shared/devices/device-tab-parts.ts';
import { loadTexts } from '../../../shared/i18n/i18n.ts';
import { useWatch } from '../../../shared/live/watched.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { useObjectScope } from '../../../shared/session/use-object-scope.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import './detail.css';
import { type DeviceTab, tabsOf } from './device-tabs.ts';
import { DeviceHead } from './parts/DeviceHead.tsx';
import { Ownership } from './parts/Ownership.tsx';
import { ClientsTab } from './tabs/ClientsTab.tsx';
import { CommandsTab } from './tabs/CommandsTab.tsx';
import { ConfigurationTab } from './tabs/ConfigurationTab.tsx';
import { EventsTab } from './tabs/EventsTab.tsx';
import { MembersTab } from './tabs/MembersTab.tsx';
import { NeighboursTab } from './tabs/NeighboursTab.tsx';
import { OverviewTab } from './tabs/OverviewTab.tsx';
import { RadiosTab } from './tabs/RadiosTab.tsx';

const NotesTab = lazy(async () => {
  const [tab] = await Promise.all([import('../notes/NotesTab.tsx'), loadTexts(['device-notes'])]);
  return tab;
});
const EffectiveTab = lazyPart(async () => (await import('./tabs/EffectiveTab.tsx')).EffectiveTab);

function contributed(tab: ContributedTab, device: DeviceDetail): ReactNode {
  return (
    <Suspense fallback={<Skeleton rows={6} height={20} gap={20} />}>{renderDeviceTab(tab, device)}</Suspense>
  );
}

const TABS: Readonly<Record<DeviceTab, (device: DeviceDetail) => ReactNode>> = {
  overview: (device) => <OverviewTab device={device} />,
  radios: (device) => <RadiosTab device={device} />,
  clients: (device) => <ClientsTab device={device} />,
  ports: (device) => contributed('ports', device),
  accessPoints: (device) => contributed('accessPoints', device),
  members: (device) => <MembersTab device={device} />,
  neighbours: (device) => <NeighboursTab device={device} />,
  events: (device) => <EventsTab device={device} />,
  commands: (device) => <CommandsTab device={device} />,
  notes: (device) => (
    <Suspense>
      <NotesTab device={device} />
    </Suspense>
  ),
  effective: (device) => (
    <Suspense>
      <EffectiveTab device={device} />
    </Suspense>
  ),
  configuration: (device) => <ConfigurationTab device={device} />,
};

function DeviceView({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  useWatch(topicOf('device', device.deviceUUID));
  useObjectScope(device.siteUUID);
  const maySeeSettings = useHolds('network_config');
  const tabs = tabsOf(device).filter((tab) => tab !== 'effective' || maySeeSettings);
  const names: Record<DeviceTab, string> = {
    overview: t('device-detail.tab.overview'),
    radios: t('device-detail.tab.radios'),
    clients: t('device-detail.tab.clients'),
    ports: t('device-detail.tab.ports'),
    accessPoints: t('device-detail.tab.accessPoints'),
    members: t('device-detail.tab.members'),
    neighbours: t('device-detail.tab.neighbours'),
    events: t('device-detail.tab.events'),
    commands: t('device-detail.tab.commands'),
    notes: t('device-detail.tab.notes'),
    effective: t('device-detail.tab.effective'),
    configuration: t('device-detail.tab.configuration'),
  };
  return (
    <>
      <DeviceHead device={device} />
      <Ownership device={device} />
      <AddressTabs
        label={device.name}
        keep="deviceUUID"
        items={tabs.map((tab) => ({ key: tab, label: names[tab], children: TABS[tab](device) }))}
      />
    </>
  );
}

/** Details of one device, live. */
export default function DevicePage() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  const deviceUUID = query.get('deviceUUID') ?? '';
  const {
    data: device,
    error,
    refetch,
  } = useCall(deviceCalls.viewDevice, { deviceUUID }, { enabled: deviceUUID !== '' });
  if (deviceUUID === '') {
    return <EmptyState icon="device" title={t('device-detail.none')} text={t('device-detail.noneText')} />;
  }
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (!device) return <Skeleton rows={8} height={20} gap={20} />;
  if (DEVICE_PAGES[device.kind] !== pathname)
    return <Navigate to={`${DEVICE_PAGES[device.kind]}${search}`} replace />;
  return <DeviceView key={device.deviceUUID} device={device} />;
}
