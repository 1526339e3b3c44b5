import { SWITCH_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { text } from '@airloom/contract/fields';
import { switchVlanId } from '@airloom/contract/switches/port.rules';
import { portValues } from '@airloom/contract/switches/port-values';
import { DEFAULT_VLAN } from '@airloom/contract/switches/switch.rules';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { numberInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import type { Column } from '../../../shared/table/Grid.tsx';
import { showAlert } from '../../../shared/ui/feedback/confirm.ts';
import { portList } from '../port-list.ts';
import { portIn } from './port-form.ts';
import { type EntryDrawerProps, SettingForm } from './SettingForm.tsx';
import { SettingTable } from './SettingTable.tsx';
import './settings.css';
import { switchEdit, useSwitchSetting, valueIn } from './switch-setting.ts';
import { usePortProfiles } from './use-port-profiles.ts';
import { useSaving } from './use-saving.ts';
import { usingPorts, type VlanRow, vlanRows } from './vlan-rows.ts';

function VlanDrawer({ device, entry: row, setting, onClose }: EntryDrawerProps<VlanRow>) {
  const { t } = useTranslation();
  const vlans = valueIn(setting, 'switchVlans')?.vlans ?? [];
  const schema = z.object({
    id: switchVlanId.refine(
      (id) => row !== null || !vlans.some((vlan) => vlan.id === id),
      'switches.rule.vlanTwice',
    ),
    name: text(SWITCH_LIMITS.vlanNameMax),
  });
  return (
    <SettingForm
      device={device}
      kind="switchVlans"
      title={row === null ? t('switches.vlan.new') : t('switches.vlan.edit', { vlan: row.id })}
      schema={schema}
      initial={{ id: row?.id ?? 0, name: row?.name ?? '' }}
      fields={[
        {
          name: 'id',
          label: 'switches.vlan.id',
          when: () => row === null,
          input: (control) =>
            numberInput()({
              ...control,
              value: control.value === 0 ? null : control.value,
              onChange: (id) => control.onChange(id ?? 0),
            }),
        },
        { name: 'name', label: 'configuration.field.vlanName', input: textInput({ autoComplete: 'off' }) },
      ]}
      editOf={(values) =>
        switchEdit('switchVlans', device.deviceUUID, setting, {
          vlans: [...vlans.filter(({ id }) => id !== values.id), values].toSorted(
            (one, other) => one.id - other.id,
          ),
        })
      }
      onClose={onClose}
    />
  );
}

/** VLANs of a switch. One that ports use is not deleted. */
export function VlanSettings({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { setting } = useSwitchSetting('switchVlans', device.deviceUUID);
  const ports = useSwitchSetting('switchPorts', device.deviceUUID);
  const { review, dialog, blocked } = useSaving('switchVlans');
  const value = valueIn(setting, 'switchVlans');
  const { applying } = usePortProfiles(device);
  const settings = valueIn(ports.setting, 'switchPorts');
  const rows = vlanRows(
    value,
    (port) => portValues(port, portIn(settings, port), applying).value,
    device.report,
  );
  const columns: readonly Column<VlanRow>[] = [
    { key: 'id', title: 'switches.vlan.id', render: ({ id }) => id },
    {
      key: 'name',
      title: 'configuration.field.vlanName',
      render: ({ id, name }) =>
        name === '' && id === DEFAULT_VLAN ? (
          <span className="switch-quiet">{t('switches.vlan.management')}</span>
        ) : (
          name
        ),
    },
    {
      key: 'untagged',
      title: 'configuration.field.untaggedPorts',
      render: ({ untagged }) => <Clipped text={portList(untagged)} />,
    },
    {
      key: 'tagged',
      title: 'configuration.field.taggedPorts',
      render: ({ tagged }) => <Clipped text={portList(tagged)} />,
    },
  ];

  function remove(row: VlanRow): void {
    const used = usingPorts(row);
    if (used.length > 0) {
      void showAlert({
        title: t('switches.vlan.inUse', { vlan: row.id }),
        text: t('switches.vlan.inUseText', { vlan: row.id, ports: portList(used) }),
        action: t('ui.ok'),
      });
      return;
    }
    const kept = (value?.vlans ?? []).filter(({ id }) => id !== row.id);
    review(switchEdit('switchVlans', device.deviceUUID, setting, kept.length === 0 ? null : { vlans: kept }));
  }

  return (
    <SettingTable<VlanRow, VlanRow>
      device={device}
      setting={setting}
      label={t('switches.tab.vlans')}
      lead={t('switches.vlan.lead')}
      empty={t('switches.tab.vlans')}
      create={{ id: 'newVlan', label: t('switches.vlan.new') }}
      blocked={blocked}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => String(id)}
      rowName={({ id }) => `VLAN ${id}`}
      rowActions={(row, edit) => [
        {
          id: 'editVlan',
          frequent: true,
          label: t('switches.vlan.rename'),
          icon: 'edit',
          blocked,
          run: () => edit(row),
        },
        ...(row.isListed
          ? [
              {
                id: 'deleteVlan',
                label: t('switches.action.delete'),
                icon: 'delete' as const,
                danger: true,
                blocked,
                run: () => remove(row),
              },
            ]
          : []),
      ]}
      drawer={VlanDrawer}
      dialog={dialog}
    />
  );
}
