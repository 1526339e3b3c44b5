import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useObjectScope } from '../../../shared/session/use-object-scope.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { AddressTabs } from '../../../shared/ui/layout/AddressTabs.tsx';
import { BaseInfoForm } from './BaseInfoForm.tsx';
import { IsolationSettings } from './IsolationSettings.tsx';
import { PortSettings } from './PortSettings.tsx';
import { RouteSettings } from './RouteSettings.tsx';
import { VlanSettings } from './VlanSettings.tsx';

function Settings({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  useObjectScope(device.siteUUID);
  return (
    <>
      <header className="page-header">
        <div className="page-heading">
          <h1>{t('switches.title', { name: device.name })}</h1>
          <p>
            <Link to={devicePage(device)}>{t('switches.openDevice')}</Link>
          </p>
        </div>
      </header>
      <AddressTabs
        label={device.name}
        keep="deviceUUID"
        items={[
          { key: 'ports', label: t('switches.tab.ports'), children: <PortSettings device={device} /> },
          { key: 'vlans', label: t('switches.tab.vlans'), children: <VlanSettings device={device} /> },
          { key: 'routes', label: t('switches.tab.routes'), children: <RouteSettings device={device} /> },
          {
            key: 'isolation',
            label: t('switches.tab.isolation'),
            children: <IsolationSettings device={device} />,
          },
          { key: 'base', label: t('switches.tab.base'), children: <BaseInfoForm device={device} /> },
        ]}
      />
    </>
  );
}

/** All settings of one switch. */
export default function SwitchSettingsPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const deviceUUID = query.get('deviceUUID') ?? '';
  const { data, error, refetch } = useCall(
    deviceCalls.viewDevice,
    { deviceUUID },
    { enabled: deviceUUID !== '' },
  );
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (deviceUUID === '' || (data !== undefined && data.kind !== 'switch'))
    return <EmptyState icon="switch" title={t('switches.none')} text={t('switches.noneText')} />;
  if (!data) return <Skeleton rows={8} height={20} gap={20} />;
  return <Settings key={data.deviceUUID} device={data} />;
}
