import type { Device } from '@airloom/contract/devices/devices.model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { boundReason } from '../bound-reason.ts';

/** Text why none of some devices can be moved to another site; undefined when one can. */
export function useBoundReason(): (devices: readonly Pick<Device, 'managedBy'>[]) => string | undefined {
  const { t } = useTranslation();
  return useCallback(
    (devices) => {
      const reason = boundReason(devices);
      if (reason === undefined) return undefined;
      return reason === 'apUnderGateway'
        ? t('devices-pages.refused.apUnderGateway')
        : t('devices-pages.refused.apUnderController');
    },
    [t],
  );
}
