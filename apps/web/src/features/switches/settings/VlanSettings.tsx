import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { SWITCH_LIMITS } from '@airloom/contract/devices/devices.limits';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { text } from '@airloom/contract/fields';
import { switchVlanId } from '@airloom/contract/switches/port.rules';
import { portValues } from '@airloom/contract/switches/port-values';
import { DEFAULT_VLAN, type SwitchVlans } from '@airloom/contract/switches/switch.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { numberInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { showAlert } from '../../../shared/ui/feedback/confirm.ts';
import { portIn } from './port-form.ts';
import { SettingDrawer } from './SettingDrawer.tsx';
import './settings.css';
import { switchEdit, useSwitchSetting, valueIn } from './switch-setting.ts';
import { usePortProfiles } from './use-port-profiles.ts';
import { useSaving } from './use-saving.tsx';
import { usingPorts, type VlanRow, vlanRows } from './vlan-rows.ts';

interface VlanDrawerProps {
  device: DeviceDetail;
  /** Null for a new one. */
  row: VlanRow | null;
  setting: Setting | null;
  onClose(): void;
}

function VlanDrawer({ device, row, setting, onClose }: VlanDrawerProps) {
  const { t } = useTranslation();
  const [isReviewed, setReviewed] = useState(false);
  const { review, dialog } = useSaving('switchVlans', onClose);
  const vlans = valueIn(setting, 'switchVlans')?.vlans ?? [];
  const schema = z.object({
    id: switchVlanId.refine(
      (id) => row !== null || !vlans.some((vlan) => vlan.id === id),
      'switches.rule.vlanTwice',
    ),
    name: text(SWITCH_LIMITS.vlanNameMax),
  });
  const editOf = (values: SwitchVlans['vlans'][number]) =>
    switchEdit('switchVlans', device.deviceUUID, setting, {
      vlans: [...vlans.filter(({ id }) => id !== values.id), values].toSorted(
        (one, other) => one.id - other.id,
      ),
    });
  const form = useSchemaForm({
    schema,
    initial: { id: row?.id ?? 0, name: row?.name ?? '' },
    submit(values) {
      setReviewed(true);
      review(editOf(values));
    },
  });
  const checked = schema.safeParse(form.values);
  return (
    <>
      <SettingDrawer
        open={!isReviewed}
        title={row === null ? t('switches.vlan.new') : t('switches.vlan.edit', { vlan: row.id })}
        form={form}
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

/** VLANs of a switch. One that ports use is not deleted. */
export function VlanSettings({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<VlanRow | 'new' | null>(null);
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
      render: ({ untagged }) => <Clipped text={untagged.join(', ')} />,
    },
    {
      key: 'tagged',
      title: 'configuration.field.taggedPorts',
      render: ({ tagged }) => <Clipped text={tagged.join(', ')} />,
    },
  ];

  function remove(row: VlanRow): void {
    const used = usingPorts(row);
    if (used.length > 0) {
      void showAlert({
        title: t('switches.vlan.inUse', { vlan: row.id }),
        text: t('switches.vlan.inUseText', { vlan: row.id, ports: used.join(', ') }),
        action: t('ui.ok'),
      });
      return;
    }
    const kept = (value?.vlans ?? []).filter(({ id }) => id !== row.id);
    review(switchEdit('switchVlans', device.deviceUUID, setting, kept.length === 0 ? null : { vlans: kept }));
  }

  return (
    <>
      <DraftBar at={device.siteUUID ?? undefined} />
      <div className="switch-bar">
        <p>{t('switches.vlan.lead')}</p>
        <ActionButton
          action={{
            id: 'newVlan',
            label: t('switches.vlan.new'),
            icon: 'plus',
            primary: true,
            blocked,
            run: () => setEditing('new'),
          }}
        />
      </div>
      <div className="card">
        <Grid
          label={t('switches.tab.vlans')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => String(id)}
          rowName={({ id }) => `VLAN ${id}`}
          rowActions={(row) => [
            {
              id: 'editVlan',
              frequent: true,
              label: t('switches.vlan.rename'),
              icon: 'edit',
              blocked,
              run: () => setEditing(row),
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
          sort={undefined}
          onSort={() => undefined}
          stale={false}
        />
      </div>
      {editing !== null && (
        <VlanDrawer
          device={device}
          row={editing === 'new' ? null : editing}
          setting={setting}
          onClose={() => setEditing(null)}
        />
      )}
      {dialog}
    </>
  );
}
