import type { DeviceStatus } from '@airloom/contract/devices/devices.states';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../ui/StatusDot.tsx';

export const STATUS_TONES: Readonly<Record<DeviceStatus, Tone>> = {
  online: 'ok',
  offline: 'offline',
  partlyOffline: 'warn',
  neverConnected: 'processing',
};

export function useStatusNames(): Readonly<Record<DeviceStatus, string>> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      online: t('devices.status.online'),
      offline: t('devices.status.offline'),
      partlyOffline: t('devices.status.partlyOffline'),
      neverConnected: t('devices.status.neverConnected'),
    }),
    [t],
  );
}
