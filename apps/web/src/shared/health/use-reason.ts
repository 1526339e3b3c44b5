import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import type { HealthFigures } from '@airloom/contract/statistics/statistics.model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';

type Reasons = Pick<HealthFigures, 'devices' | 'online' | 'offline' | 'levels' | 'state'>;

/** Why a site or an organization has its state: `3 devices offline, 1 urgent alarm`. */
export function useReason(): (figures: Reasons) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    ({ devices, online, offline, levels, state }) => {
      const pending = (devices ?? 0) - (online ?? 0) - (offline ?? 0);
      const parts = [
        ...(offline ? [t('health.reason.offline', { count: offline })] : []),
        ...ALARM_LEVELS.flatMap((level) =>
          levels?.[level] ? [t(`health.reason.${level}`, { count: levels[level] })] : [],
        ),
        ...(pending > 0 ? [t('health.reason.pending', { count: pending })] : []),
      ];
      if (parts.length > 0) return format.list(parts);
      if (state === 'unknown') return t('health.reason.unknown');
      return devices ? t('health.reason.online', { count: devices }) : t('health.site.noDevices');
    },
    [t, format],
  );
}
