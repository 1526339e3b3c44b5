import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { type PortField, portFieldsOf, type SwitchPortValue } from '@airloom/contract/switches/port.rules';
import { type PortValues, portValues } from '@airloom/contract/switches/port-values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { valueWords } from '../../../shared/configuration/difference-words.ts';
import { useWording } from '../../../shared/configuration/use-wording.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { PortDrawer } from '../port/PortDrawer.tsx';
import { usePortCommands } from '../port/use-port-commands.ts';
import { PortEditDrawer } from './PortEditDrawer.tsx';
import { portIn } from './port-form.ts';
import './settings.css';
import { useSwitchSetting, valueIn } from './switch-setting.ts';
import { usePortEditing } from './use-port-editing.tsx';
import { usePortProfiles } from './use-port-profiles.ts';

type Port = NonNullable<DeviceDetail['report']>['ports'][number];

interface PortRow {
  readonly port: Port;
  readonly own: SwitchPortValue | undefined;
  /** Its settings with those of its profiles. */
  readonly values: PortValues;
  /** VLAN of untagged frames as reported. */
  readonly vlan: number | null;
  /** As reported; null when it is not. */
  readonly isEnabled: boolean | null;
}

function useColumns(open: (port: string) => void): readonly Column<PortRow>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const wording = useWording();
  const words = ({ value }: PortValues, field: PortField): string => {
    const set = value[field];
    return set === undefined ? '' : valueWords(`switch.ports.x.${field}`, set, wording, true);
  };
  return [
    {
      key: 'port',
      title: 'switches.port.name',
      render: ({ port, own }) => (
        <span className="switch-port-name">
          <CellOpen onOpen={() => open(port.name)}>{port.name}</CellOpen>
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
      render: ({ values, isEnabled }) =>
        values.value.enabled !== undefined
          ? words(values, 'enabled')
          : isEnabled !== null && t(isEnabled ? 'configuration.value.on' : 'configuration.value.off'),
    },
    {
      key: 'vlan',
      title: 'configuration.field.vlan',
      render: ({ values, vlan }) => (
        <Clipped
          text={[
            words(values, 'mode'),
            values.value.vlan ?? vlan ?? '',
            values.value.allowedVlans?.join(', ') ?? '',
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        />
      ),
    },
    {
      key: 'speed',
      title: 'switches.port.speed',
      render: ({ values, port }) =>
        values.value.speed !== undefined
          ? words(values, 'speed')
          : port.linked && port.speedMbps !== null
            ? units.rate(port.speedMbps * 1_000)
            : '',
    },
    {
      key: 'poe',
      title: 'configuration.field.portPoe',
      render: ({ values, port }) =>
        values.value.poe !== undefined
          ? words(values, 'poe')
          : port.power && t(`telemetry.word.${port.power.state}`),
    },
    {
      key: 'isolation',
      title: 'configuration.field.portIsolation',
      render: ({ values }) => words(values, 'isolation'),
    },
    {
      key: 'profile',
      title: 'configuration.field.portProfile',
      render: ({ own, values: { profile } }) => {
        if (profile === null) return null;
        const { name } = profile.value;
        const count = Object.keys(portFieldsOf(own ?? {})).length;
        return <Clipped text={count === 0 ? name : t('switches.port.profileOwn', { name, count })} />;
      },
    },
  ];
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
  const [shown, show] = useState<string | null>(null);
  const { query, setting, isRead } = useSwitchSetting('switchPorts', device.deviceUUID);
  const { profiles, applying } = usePortProfiles(device);
  const { blocked } = usePortEditing({ device, setting });
  const columns = useColumns(show);
  const { powerCycle, cableTest } = usePortCommands(device);
  const names = selected ?? own;
  const value = valueIn(setting, 'switchPorts');
  const rows = (device.report?.ports ?? []).map((port): PortRow => {
    const settings = portIn(value, port.name);
    return {
      port,
      own: settings,
      values: portValues(port.name, settings, applying),
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
        <ActionButton action={cableTest(names)} />
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
            ...(port.optical === true ? [] : [cableTest([port.name])]),
          ]}
          selection={{ keys: names, onChange: onSelect ?? setOwn }}
          sort={undefined}
          onSort={() => undefined}
          stale={false}
        />
      </div>
      {shown !== null && <PortDrawer device={device} name={shown} onClose={() => show(null)} />}
      {editing !== null && (
        <PortEditDrawer
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
