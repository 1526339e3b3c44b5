import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import type { SwitchPorts } from '@airloom/contract/switches/port.rules';
import { editPorts, type PortPatch } from '@airloom/contract/switches/port-edit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
}

interface EditingOf {
  device: DeviceDetail;
  setting: Setting | null;
  onApplied?: () => void;
}

/** Edits of one or several ports. Names the optical ports that were left out. */
export function usePortEditing({ device, setting, onApplied }: EditingOf) {
  const { t } = useTranslation();
  const { deviceUUID, report } = device;
  const { review, dialog, blocked } = useSaving('switchPorts', onApplied);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const isOptical = (name: string) =>
    report?.ports.some((port) => port.name === name && port.optical === true) ?? false;

  function edited(names: readonly string[], edit: PortEdit): EditedValue {
    return editPorts(valueIn(setting, 'switchPorts'), names, edit, isOptical);
  }

  const editOf = (value: SwitchPorts | null) => switchEdit('switchPorts', deviceUUID, setting, value);

  /** False when nothing is selected. */
  function save(names: readonly string[], edit: PortEdit): boolean {
    if (names.length === 0) {
      toast.error(t('switches.rule.selectPort'));
      return false;
    }
    const { value, skipped: left } = edited(names, edit);
    setSkipped(left);
    if (left.length > 0) toast.info(t('switches.skipped', { count: left.length, ports: left.join(', ') }));
    review(editOf(value));
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
