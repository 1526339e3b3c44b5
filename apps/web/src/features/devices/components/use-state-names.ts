import type {
  ConfigurationState,
  DeviceStatus,
  UpgradeStatus,
} from '@airloom/contract/devices/devices.states';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../../shared/ui/StatusDot.tsx';

export const STATUS_TONES: Readonly<Record<DeviceStatus, Tone>> = {
  online: 'ok',
  offline: 'offline',
  partlyOffline: 'warn',
};

export const UPGRADE_TONES: Readonly<Record<UpgradeStatus, Tone>> = {
  none: 'offline',
  upgrading: 'processing',
  upgradeSuccessful: 'ok',
  upgradeFailed: 'error',
};

export const CONFIGURATION_TONES: Readonly<Record<ConfigurationState, Tone>> = {
  none: 'offline',
  pending: 'processing',
  applied: 'ok',
  partly: 'warn',
  refused: 'error',
};

/** What the states of a device are called. */
export function useStateNames() {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      status: {
        online: t('devices.status.online'),
        offline: t('devices.status.offline'),
        partlyOffline: t('devices.status.partlyOffline'),
      },
      upgrade: {
        none: t('devices.upgradeStatus.none'),
        upgrading: t('devices.upgradeStatus.upgrading'),
        upgradeSuccessful: t('devices.upgradeStatus.upgradeSuccessful'),
        upgradeFailed: t('devices.upgradeStatus.upgradeFailed'),
      },
      configuration: {
        none: t('devices.configurationState.none'),
        pending: t('devices.configurationState.pending'),
        applied: t('devices.configurationState.applied'),
        partly: t('devices.configurationState.partly'),
        refused: t('devices.configurationState.refused'),
      },
    }),
    [t],
  );
}
