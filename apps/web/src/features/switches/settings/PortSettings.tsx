import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { SwitchPortValue } from '@airloom/contract/switches/port.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { valueWords } from '../../../shared/configuration/difference-words.ts';
import { useWording } from '../../../shared/configuration/use-wording.ts';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { formOf, patchOf, portForm, portIn, resetFields } from './port-form.ts';
import { SettingDrawer } from './SettingDrawer.tsx';
import './settings.css';
import { useSwitchSetting, valueIn } from './switch-setting.ts';
import { usePortEditing } from './use-port-editing.tsx';
import { usePortFields } from './use-port-fields.tsx';
import { usePowerCycle } from './use-power-cycle.ts';

type Port = NonNullable<DeviceDetail['report']>['ports'][number];

interface PortRow {
  readonly port: Port;
  readonly own: SwitchPortValue | undefined;
  readonly profile: string;
  /** VLAN of untagged frames as reported. */
  readonly vlan: number | null;
  /** As reported; null when it is not. */
  readonly isEnabled: boolean | null;
}

const ALL = 200;

/** Port profiles of the site of a switch and of its organization. */
export function usePortProfiles({ siteUUID, enterpriseUUID }: DeviceDetail): readonly Setting[] {
  const { data } = useCall(settingCalls.listSettings, { kind: 'portProfile', size: ALL });
  return (data?.rows ?? []).filter(({ place }) => place.uuid === siteUUID || place.uuid === enterpriseUUID);
}

function useColumns(): readonly Column<PortRow>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const wording = useWording();
  const words = (own: SwitchPortValue | undefined, field: keyof SwitchPortValue): string => {
    const value = own?.[field];
    return value === undefined ? '' : valueWords(`switch.ports.x.${field}`, value, wording, true);
  };
  return [
    {
      key: 'port',
      title: 'switches.port.name',
      render: ({ port, own }) => (
        <span className="switch-port-name">
          {port.name}
          {own?.label !== undefined && own.label !== '' && <span className="switch-quiet">{own.label}</span>}
          {port.uplink && <span className="switch-mark">{t('switches.port.uplink')}</span>}
          {port.optical === true && <span className="switch-mark">{t('switches.port.optical')}</span>}
        </span>
      ),
    },
    {
      key: 'link',
      status: true,
      title: 'switches.port.link',
      render: ({ port }) => (
        <StatusDot tone={port.linked ? 'ok' : 'offline'}>
          {port.linked ? t('switches.port.linked') : t('switches.port.notLinked')}
        </StatusDot>
      ),
    },
    {
      key: 'enabled',
      title: 'configuration.field.portEnabled',
      render: ({ own, isEnabled }) =>
        own?.enabled !== undefined
          ? words(own, 'enabled')
          : isEnabled !== null && t(isEnabled ? 'configuration.value.on' : 'configuration.value.off'),
    },
    {
      key: 'vlan',
      title: 'configuration.field.vlan',
      render: ({ own, vlan }) =>
        [words(own, 'mode'), own?.vlan ?? vlan ?? '', own?.allowedVlans?.join(', ') ?? '']
          .filter((part) => part !== '')
          .join(' · '),
    },
    {
      key: 'speed',
      title: 'switches.port.speed',
      render: ({ own, port }) =>
        own?.speed !== undefined
          ? typeof own.speed === 'number'
            ? units.rate(own.speed * 1_000)
            : words(own, 'speed')
          : port.linked && port.speedMbps !== null
            ? units.rate(port.speedMbps * 1_000)
            : '',
    },
    {
      key: 'poe',
      title: 'configuration.field.portPoe',
      render: ({ own, port }) =>
        own?.poe !== undefined ? words(own, 'poe') : port.power && t(`telemetry.word.${port.power.state}`),
    },
    {
      key: 'isolation',
      title: 'configuration.field.portIsolation',
      render: ({ own }) => words(own, 'isolation'),
    },
    { key: 'profile', title: 'configuration.field.portProfile', render: ({ profile }) => profile },
  ];
}

interface PortDrawerProps {
  device: DeviceDetail;
  names: readonly string[];
  setting: Setting | null;
  profiles: readonly Setting[];
  onClose(): void;
}

function PortDrawer({ device, names, setting, profiles, onClose }: PortDrawerProps) {
  const { t } = useTranslation();
  const [isReviewed, setReviewed] = useState(false);
  const { save, edited, editOf, dialog, note } = usePortEditing({
    device,
    setting,
    onApplied: onClose,
  });
  const present = valueIn(setting, 'switchPorts');
  const several = names.length > 1;
  const form = useSchemaForm({
    schema: portForm,
    initial: formOf(names.map((name) => portIn(present, name))),
    submit: (values) => setReviewed(save(names, { set: patchOf(values), reset: resetFields(values, names) })),
  });
  const ports = (device.report?.ports ?? []).filter(({ name }) => names.includes(name));
  const fields = usePortFields({
    several,
    hasPower: ports.some(({ power }) => power !== null),
    profiles,
  });
  const checked = portForm.safeParse(form.values);
  const value = checked.success
    ? edited(names, { set: patchOf(checked.data), reset: resetFields(checked.data, names) }).value
    : null;
  const canBeDrafted = checked.success && form.dirty && device.siteUUID !== null;
  return (
    <>
      <SettingDrawer
        open={!isReviewed}
        title={
          several
            ? t('switches.port.editSeveral', { count: names.length })
            : t('switches.port.edit', { name: names[0] ?? '' })
        }
        form={form}
        fields={fields}
        draft={canBeDrafted ? { edit: editOf(value), siteUUID: device.siteUUID ?? '' } : null}
        onClose={onClose}
      >
        {several && <p className="switch-lead">{names.join(', ')}</p>}
        {note}
      </SettingDrawer>
      {dialog}
    </>
  );
}

interface PortSettingsProps {
  device: DeviceDetail;
  /** Ports that are selected elsewhere, such as on a front panel. */
  selected?: readonly string[];
  onSelect?(names: readonly string[]): void;
}

/** Settings of the ports of a switch: one or many are edited at a time. */
export function PortSettings({ device, selected, onSelect }: PortSettingsProps) {
  const { t } = useTranslation();
  const [own, setOwn] = useState<readonly string[]>([]);
  const [editing, setEditing] = useState<readonly string[] | null>(null);
  const { query, setting, isRead } = useSwitchSetting('switchPorts', device.deviceUUID);
  const profiles = usePortProfiles(device);
  const { blocked } = usePortEditing({ device, setting });
  const columns = useColumns();
  const powerCycle = usePowerCycle(device);
  const names = selected ?? own;
  const value = valueIn(setting, 'switchPorts');
  const rows = (device.report?.ports ?? []).map((port): PortRow => {
    const settings = portIn(value, port.name);
    const profile = profiles.find(({ settingUUID }) => settingUUID === settings?.profileUUID) ?? null;
    return {
      port,
      own: settings,
      profile: valueIn(profile, 'portProfile')?.name ?? '',
      isEnabled:
        device.report?.disabledPorts == null ? null : !device.report.disabledPorts.includes(port.name),
      vlan: device.report?.portVlans?.find((one) => one.port === port.name)?.untagged ?? null,
    };
  });
  if (rows.length === 0)
    return <EmptyState icon="switch" title={t('switches.noPorts')} text={t('switches.noPortsText')} />;
  if (!isRead) return query.error ? null : <Skeleton rows={6} height={20} gap={20} />;
  const edit = (ports: readonly string[]) => {
    if (ports.length === 0) toast.error(t('switches.rule.selectPort'));
    else setEditing(ports);
  };
  return (
    <>
      <DraftBar at={device.siteUUID ?? undefined} />
      <div className="switch-bar">
        <p>{t('switches.port.lead')}</p>
        <ActionButton
          action={{
            id: 'editPorts',
            label: t('switches.port.editSelected', { count: names.length }),
            icon: 'edit',
            primary: true,
            blocked,
            run: () => edit(names),
          }}
        />
        <ActionButton action={powerCycle(names)} />
      </div>
      <div className="card">
        <Grid
          label={t('switches.tab.ports')}
          rows={rows}
          columns={columns}
          rowKey={({ port }) => port.name}
          rowName={({ port }) => port.name}
          rowActions={({ port }) => [
            {
              id: 'editPort',
              frequent: true,
              label: t('switches.action.edit'),
              icon: 'edit',
              blocked,
              run: () => edit([port.name]),
            },
            ...(port.power === null ? [] : [powerCycle([port.name])]),
          ]}
          selection={{ keys: names, onChange: onSelect ?? setOwn }}
          sort={undefined}
          onSort={() => undefined}
          stale={false}
        />
      </div>
      {editing !== null && (
        <PortDrawer
          key={editing.join(' ')}
          device={device}
          names={editing}
          setting={setting}
          profiles={profiles}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
