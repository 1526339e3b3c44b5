import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { PORT_SPEEDS, speedsOf } from '@airloom/contract/switches/port.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { portList } from '../port-list.ts';
import { formOf, patchOf, portForm, portIn, resetFields } from './port-form.ts';
import { SettingDrawer } from './SettingDrawer.tsx';
import './settings.css';
import { valueIn } from './switch-setting.ts';
import { usePortEditing } from './use-port-editing.tsx';
import { usePortFields } from './use-port-fields.tsx';

interface PortEditDrawerProps {
  device: DeviceDetail;
  names: readonly string[];
  setting: Setting | null;
  profiles: readonly Setting[];
  onClose(): void;
}

/** Edits one or several ports. */
export function PortEditDrawer({ device, names, setting, profiles, onClose }: PortEditDrawerProps) {
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
    speeds: PORT_SPEEDS.filter((speed) => ports.every(({ optical }) => speedsOf(optical).includes(speed))),
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
        {several && <p className="switch-lead">{portList(names)}</p>}
        {note}
      </SettingDrawer>
      {dialog}
    </>
  );
}
