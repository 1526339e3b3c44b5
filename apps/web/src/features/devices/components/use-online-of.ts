import type { Device } from '@airloom/contract/devices/devices.model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';

/** How many of several devices are online, and how many are pending their first connection. */
export function useOnlineOf(): (counts: Device['members']) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    ({ total, online, neverConnected }) => {
      const values = { online: format.number(online), total: format.number(total) };
      return neverConnected === 0
        ? t('devices-pages.members', values)
        : t('devices-pages.membersPending', { ...values, count: neverConnected });
    },
    [t, format],
  );
}
