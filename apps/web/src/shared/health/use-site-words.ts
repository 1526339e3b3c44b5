import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';

/** A site's figures in a line. */
export function useSiteWords(): (site: SiteHealth) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    ({ devices, online, neverConnected, clients, alarms }) => {
      if (devices === 0) return t('health.site.noDevices');
      const parts = [
        ...(devices === null || online === null
          ? []
          : [t('health.site.online', { online: format.number(online), devices: format.number(devices) })]),
        ...(neverConnected === 0 || neverConnected === null
          ? []
          : [t('health.site.pending', { count: neverConnected })]),
        ...(clients === null ? [] : [t('health.site.clients', { count: clients })]),
        ...(alarms === 0 || alarms === null ? [] : [t('health.site.alarms', { count: alarms })]),
      ];
      return parts.join(' · ');
    },
    [t, format],
  );
}
