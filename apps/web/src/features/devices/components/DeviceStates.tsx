import type { ConfigurationState, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { CONFIGURATION_TONES, UPGRADE_TONES, useStateNames } from './use-state-names.ts';

/** What never happened needs no word. */
export function UpgradeDot({ status }: { status: UpgradeStatus }) {
  const names = useStateNames();
  return status === 'none' ? null : (
    <StatusDot tone={UPGRADE_TONES[status]}>{names.upgrade[status]}</StatusDot>
  );
}

export function ConfigurationDot({ state }: { state: ConfigurationState }) {
  const names = useStateNames();
  return state === 'none' ? null : (
    <StatusDot tone={CONFIGURATION_TONES[state]}>{names.configuration[state]}</StatusDot>
  );
}
