import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { SWITCH_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { prefixLength } from '@airloom/contract/formats/network/subnet-mask';
import { type SwitchRoute, switchRouteInput } from '@airloom/contract/switches/switch.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { numberInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { SettingDrawer } from './SettingDrawer.tsx';
import './settings.css';
import { switchEdit, useSwitchSetting, valueIn } from './switch-setting.ts';
import { useSaving } from './use-saving.tsx';

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

interface RouteDrawerProps {
  device: DeviceDetail;
  /** Null for a new one. */
  route: SwitchRoute | null;
  setting: Setting | null;
  onClose(): void;
}

function RouteDrawer({ device, route, setting, onClose }: RouteDrawerProps) {
  const { t } = useTranslation();
  const [isReviewed, setReviewed] = useState(false);
  const { review, dialog } = useSaving('switchRoutes', onClose);
  const present = valueIn(setting, 'switchRoutes')?.routes ?? [];
  const editOf = (values: SwitchRoute) =>
    switchEdit('switchRoutes', device.deviceUUID, setting, {
      routes: route === null ? [...present, values] : present.map((one) => (one === route ? values : one)),
    });
  const form = useSchemaForm({
    schema: switchRouteInput,
    initial: route ?? { destination: '', mask: '', nextHop: '', metric: SWITCH_LIMITS.metricMin },
    submit(values) {
      setReviewed(true);
      review(editOf(values));
    },
  });
  const checked = switchRouteInput.safeParse(form.values);
  const address = textInput({ autoComplete: 'off', code: true });
  return (
    <>
      <SettingDrawer
        open={!isReviewed}
        title={route === null ? t('switches.route.new') : t('switches.route.edit')}
        form={form}
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
        draft={
          checked.success && form.dirty && device.siteUUID !== null
            ? { edit: editOf(checked.data), siteUUID: device.siteUUID }
            : null
        }
        onClose={onClose}
      />
      {dialog}
    </>
  );
}

/** Static routes of a switch; direct ones are shown, not edited. */
export function RouteSettings({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<SwitchRoute | 'new' | null>(null);
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
  const create = {
    id: 'newRoute',
    label: t('switches.route.new'),
    icon: 'plus' as const,
    primary: true,
    blocked,
    run: () => setEditing('new'),
  };
  return (
    <>
      <DraftBar at={device.siteUUID ?? undefined} />
      {rows.length === 0 ? (
        <EmptyState
          icon="switch"
          title={t('switches.route.empty')}
          text={t('switches.route.lead')}
          action={create}
        />
      ) : (
        <>
          <div className="switch-bar">
            <p>{t('switches.route.lead')}</p>
            <ActionButton action={create} />
          </div>
          <div className="card">
            <Grid
              label={t('switches.tab.routes')}
              rows={rows}
              columns={columns}
              rowKey={({ key }) => key}
              rowName={({ destination }) => destination}
              rowActions={({ own }) =>
                own === null
                  ? []
                  : [
                      {
                        id: 'editRoute',
                        frequent: true,
                        label: t('switches.action.edit'),
                        icon: 'edit',
                        blocked,
                        run: () => setEditing(own),
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
              sort={undefined}
              onSort={() => undefined}
              stale={false}
            />
          </div>
        </>
      )}
      {editing !== null && (
        <RouteDrawer
          device={device}
          route={editing === 'new' ? null : editing}
          setting={setting}
          onClose={() => setEditing(null)}
        />
      )}
      {dialog}
    </>
  );
}
