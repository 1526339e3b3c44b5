import type { ConfigurationState, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatusNames } from '../../../shared/devices/use-status-names.ts';
import type { Tone } from '../../../shared/ui/StatusDot.tsx';

export const UPGRADE_TONES: Readonly<Record<UpgradeStatus, Tone>> = {
  none: 'offline',
  upgrading: 'processing',
  upgradeSuccessful: 'ok',
  upgradeFailed: 'error',
};

export const CONFIGURATION_TONES: Readonly<Record<ConfigurationState, Tone>> = {
  unmanaged: 'offline',
  pending: 'processing',
  applied: 'ok',
  partly: 'warn',
  refused: 'error',
  notApplied: 'error',
};

/** Names of device states. */
export function useStateNames() {
  const { t } = useTranslation();
  const status = useStatusNames();
  return useMemo(
    () => ({
      status,
      upgrade: {
        none: t('devices.upgradeStatus.none'),
        upgrading: t('devices.upgradeStatus.upgrading'),
        upgradeSuccessful: t('devices.upgradeStatus.upgradeSuccessful'),
        upgradeFailed: t('devices.upgradeStatus.upgradeFailed'),
      },
      configuration: {
        unmanaged: t('devices.configurationState.unmanaged'),
        pending: t('devices.configurationState.pending'),
        applied: t('devices.configurationState.applied'),
        partly: t('devices.configurationState.partly'),
        refused: t('devices.configurationState.refused'),
        notApplied: t('devices.configurationState.notApplied'),
      },
    }),
    [t, status],
  );
}
