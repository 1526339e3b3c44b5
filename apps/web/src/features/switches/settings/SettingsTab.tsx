import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { BaseInfoForm } from './BaseInfoForm.tsx';
import { IsolationSettings } from './IsolationSettings.tsx';
import { PortSettings } from './PortSettings.tsx';
import { RouteSettings } from './RouteSettings.tsx';
import { VlanSettings } from './VlanSettings.tsx';

const VIEWS = ['ports', 'vlans', 'routes', 'isolation', 'base'] as const;
type View = (typeof VIEWS)[number];

const PARTS: Readonly<Record<View, (device: DeviceDetail) => ReactNode>> = {
  ports: (device) => <PortSettings device={device} />,
  vlans: (device) => <VlanSettings device={device} />,
  routes: (device) => <RouteSettings device={device} />,
  isolation: (device) => <IsolationSettings device={device} />,
  base: (device) => <BaseInfoForm device={device} />,
};

/** All settings of one switch. */
export function SettingsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [asked, show] = useAddressValue('view');
  const view = VIEWS.find((one) => one === asked) ?? 'ports';
  const names: Readonly<Record<View, string>> = {
    ports: t('switches.tab.ports'),
    vlans: t('switches.tab.vlans'),
    routes: t('switches.tab.routes'),
    isolation: t('switches.tab.isolation'),
    base: t('switches.tab.base'),
  };
  return (
    <>
      <CountFilter
        label={t('switches.tab.label')}
        counts={VIEWS.map((value) => ({ value, label: names[value] }))}
        value={view}
        onChange={(next) => show(next === 'ports' ? null : next)}
      />
      {PARTS[view](device)}
    </>
  );
}
