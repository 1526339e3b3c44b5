import type { SiteHealth } from '@airloom/contract/statistics/statistics.model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { pendingOf } from './site-state.ts';

/** A site's figures in a line. */
export function useSiteWords(): (site: SiteHealth) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    ({ devices, online, offline, clients, alarms }) => {
      const pending = pendingOf({ devices, online, offline });
      if (devices === 0) return t('health.site.noDevices');
      const parts = [
        ...(devices === null || online === null
          ? []
          : [t('health.site.online', { online: format.number(online), devices: format.number(devices) })]),
        ...(pending === 0 ? [] : [t('health.site.pending', { count: pending })]),
        ...(clients === null ? [] : [t('health.site.clients', { count: clients })]),
        ...(alarms === 0 || alarms === null ? [] : [t('health.site.alarms', { count: alarms })]),
      ];
      return parts.join(' · ');
    },
    [t, format],
  );
}
