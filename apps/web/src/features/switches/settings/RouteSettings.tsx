import { SWITCH_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { prefixLength } from '@airloom/contract/formats/network/subnet-mask';
import { type SwitchRoute, switchRouteInput } from '@airloom/contract/switches/switch.rules';
import { useTranslation } from 'react-i18next';
import { numberInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import type { Column } from '../../../shared/table/Grid.tsx';
import { type EntryDrawerProps, SettingForm } from './SettingForm.tsx';
import { SettingTable } from './SettingTable.tsx';
import { switchEdit, useSwitchSetting, valueIn } from './switch-setting.ts';
import { useSaving } from './use-saving.ts';

interface RouteRow {
  readonly key: string;
  readonly destination: string;
  readonly nextHop: string;
  readonly interface: string;
  readonly metric: number;
  /** Null for a route that the switch has by itself. */
  readonly own: SwitchRoute | null;
}

const MANAGEMENT_INTERFACE = 'VLAN1';

function rowsOf(routes: readonly SwitchRoute[], { report }: DeviceDetail): RouteRow[] {
  return [
    ...routes.map((own) => ({
      key: `${own.destination} ${own.mask} ${own.nextHop}`,
      destination: `${own.destination}/${prefixLength(own.mask) ?? 0}`,
      nextHop: own.nextHop,
      interface: MANAGEMENT_INTERFACE,
      metric: own.metric,
      own,
    })),
    ...(report?.routes ?? [])
      .filter(({ type }) => type === 'direct')
      .map((route) => ({
        key: `direct ${route.prefix}`,
        destination: route.prefix,
        nextHop: route.nextHop ?? '',
        interface: route.interface,
        metric: route.metric,
        own: null,
      })),
  ];
}

function RouteDrawer({ device, entry: route, setting, onClose }: EntryDrawerProps<SwitchRoute>) {
  const { t } = useTranslation();
  const present = valueIn(setting, 'switchRoutes')?.routes ?? [];
  const address = textInput({ autoComplete: 'off', code: true });
  return (
    <SettingForm
      device={device}
      kind="switchRoutes"
      title={route === null ? t('switches.route.new') : t('switches.route.edit')}
      schema={switchRouteInput}
      initial={route ?? { destination: '', mask: '', nextHop: '', metric: SWITCH_LIMITS.metricMin }}
      fields={[
        { name: 'destination', label: 'switches.route.destination', input: address },
        { name: 'mask', label: 'configuration.field.subnetMask', input: address },
        { name: 'nextHop', label: 'switches.route.nextHop', input: address },
        {
          name: 'metric',
          label: 'switches.route.metric',
          input: (control) =>
            numberInput()({ ...control, onChange: (metric) => control.onChange(metric ?? 0) }),
        },
      ]}
      editOf={(values) =>
        switchEdit('switchRoutes', device.deviceUUID, setting, {
          routes:
            route === null ? [...present, values] : present.map((one) => (one === route ? values : one)),
        })
      }
      onClose={onClose}
    />
  );
}

/** Static routes of a switch; direct ones are shown, not edited. */
export function RouteSettings({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { setting } = useSwitchSetting('switchRoutes', device.deviceUUID);
  const { review, dialog, blocked } = useSaving('switchRoutes');
  const routes = valueIn(setting, 'switchRoutes')?.routes ?? [];
  const rows = rowsOf(routes, device);
  const columns: readonly Column<RouteRow>[] = [
    {
      key: 'destination',
      title: 'switches.route.destination',
      render: ({ destination }) => <code>{destination}</code>,
    },
    { key: 'nextHop', title: 'switches.route.nextHop', render: ({ nextHop }) => <code>{nextHop}</code> },
    { key: 'interface', title: 'switches.route.interface', render: (row) => row.interface },
    { key: 'metric', title: 'switches.route.metric', align: 'end', render: ({ metric }) => metric },
    {
      key: 'type',
      title: 'switches.route.type',
      render: ({ own }) => (own === null ? t('switches.route.direct') : t('switches.route.static')),
    },
  ];
  return (
    <SettingTable<RouteRow, SwitchRoute>
      device={device}
      setting={setting}
      label={t('switches.tab.routes')}
      lead={t('switches.route.lead')}
      empty={t('switches.route.empty')}
      create={{ id: 'newRoute', label: t('switches.route.new') }}
      blocked={blocked}
      rows={rows}
      columns={columns}
      rowKey={({ key }) => key}
      rowName={({ destination }) => destination}
      rowActions={({ own }, edit) =>
        own === null
          ? []
          : [
              {
                id: 'editRoute',
                frequent: true,
                label: t('switches.action.edit'),
                icon: 'edit',
                blocked,
                run: () => edit(own),
              },
              {
                id: 'deleteRoute',
                label: t('switches.action.delete'),
                icon: 'delete',
                danger: true,
                blocked,
                run() {
                  const kept = routes.filter((one) => one !== own);
                  const value = kept.length === 0 ? null : { routes: kept };
                  review(switchEdit('switchRoutes', device.deviceUUID, setting, value));
                },
              },
            ]
      }
      drawer={RouteDrawer}
      dialog={dialog}
    />
  );
}
