import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export function useKindNames(): Readonly<Record<DeviceKind, string>> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      ap: t('devices.kind.ap'),
      ac: t('devices.kind.ac'),
      gateway: t('devices.kind.gateway'),
      switch: t('devices.kind.switch'),
      controller: t('devices.kind.controller'),
      smart: t('devices.kind.smart'),
    }),
    [t],
  );
}
