import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { portFieldsOf, type SwitchPorts } from '@airloom/contract/switches/port.rules';
import { editPorts, type PortPatch } from '@airloom/contract/switches/port-edit';
import { reportedUplinks } from '@airloom/contract/switches/reported-uplinks';
import { cuttingFields } from '@airloom/contract/switches/uplink';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { switchEdit, valueIn } from './switch-setting.ts';
import { useSaving } from './use-saving.ts';

interface PortEdit {
  readonly set: PortPatch;
  readonly reset?: readonly (keyof PortPatch)[];
}

export interface EditedValue {
  readonly value: SwitchPorts | null;
  readonly skipped: readonly string[];
  /** Uplink ports that would lose their connection. */
  readonly cut: readonly string[];
}

interface EditingOf {
  device: DeviceDetail;
  setting: Setting | null;
  profiles: readonly Setting[];
  onApplied?: () => void;
}

/** Edits of one or several ports: asks before an uplink is cut off, and names the optical ports that were left out. */
export function usePortEditing({ device, setting, profiles, onApplied }: EditingOf) {
  const { t } = useTranslation();
  const { deviceUUID, report } = device;
  const { review, dialog, blocked } = useSaving('switchPorts', onApplied);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const isOptical = (name: string) =>
    report?.ports.some((port) => port.name === name && port.optical === true) ?? false;

  function edited(names: readonly string[], edit: PortEdit): EditedValue {
    const { value, skipped: left } = editPorts(valueIn(setting, 'switchPorts'), names, edit, isOptical);
    const uplinks = reportedUplinks(report?.ports ?? []).filter((name) => names.includes(name));
    const cut = (value?.ports ?? []).filter((own) => {
      if (!uplinks.includes(own.port)) return false;
      const profile = profiles.find(({ settingUUID }) => settingUUID === own.profileUUID);
      const inherited = valueIn(profile ?? null, 'portProfile');
      const fields = cuttingFields({ ...(inherited && portFieldsOf(inherited)), ...portFieldsOf(own) });
      const hasPower = report?.ports.some(({ name, power }) => name === own.port && power !== null) ?? false;
      return fields.some((field) => field !== 'poe' || hasPower);
    });
    return { value, skipped: left, cut: cut.map(({ port }) => port) };
  }

  const editOf = (value: SwitchPorts | null) => switchEdit('switchPorts', deviceUUID, setting, value);

  /** False when the person thinks better of cutting off an uplink. */
  async function save(names: readonly string[], edit: PortEdit): Promise<boolean> {
    if (names.length === 0) {
      toast.error(t('switches.rule.selectPort'));
      return false;
    }
    const { value, skipped: left, cut } = edited(names, edit);
    if (cut.length > 0) {
      const isConfirmed = await confirm({
        title: t('switches.uplink.title', { count: cut.length, ports: cut.join(', ') }),
        text: t('switches.uplink.text', { name: device.name }),
        action: t('switches.uplink.action'),
        danger: true,
      });
      if (!isConfirmed) return false;
    }
    setSkipped(left);
    if (left.length > 0) toast.info(t('switches.skipped', { count: left.length, ports: left.join(', ') }));
    const confirmedUplinks = [...new Set([...(value?.confirmedUplinks ?? []), ...cut])];
    review(editOf(value === null ? null : { ...value, confirmedUplinks }));
    return true;
  }

  const note =
    skipped.length === 0 ? null : (
      <output className="page-note">
        {t('switches.skipped', { count: skipped.length, ports: skipped.join(', ') })}
      </output>
    );

  return { save, edited, editOf, dialog, blocked, note };
}
