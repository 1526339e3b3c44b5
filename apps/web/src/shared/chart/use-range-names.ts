import type { ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import { useTranslation } from 'react-i18next';

/** What the windows of time before now are called. */
export function useRangeNames(): Record<ChartRange, string> {
  const { t } = useTranslation();
  return {
    hour: t('device-detail.range.hour'),
    sixHours: t('device-detail.range.sixHours'),
    day: t('device-detail.range.day'),
    week: t('device-detail.range.week'),
    twoWeeks: t('device-detail.range.twoWeeks'),
    month: t('device-detail.range.month'),
  };
}
