import type { ScheduledReport } from '@airloom/contract/statistics/reports.calls';
import { useTranslation } from 'react-i18next';
import { zoneName } from '../../../shared/i18n/zone-time.ts';
import { zoneOf } from '../report-form.ts';

/** `07:00` for 7. */
export function clockHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** "Every Monday at 07:00 (UTC+01:00)". */
export function useScheduleText(): (
  report: Pick<ScheduledReport, 'rhythm' | 'hour' | 'zoneMinutes'>,
) => string {
  const { t } = useTranslation();
  return ({ rhythm, hour, zoneMinutes }) => {
    const values = { time: clockHour(hour), zone: zoneName(zoneOf(zoneMinutes)) };
    switch (rhythm) {
      case 'daily':
        return t('statistics.reports.every.daily', values);
      case 'weekly':
        return t('statistics.reports.every.weekly', values);
      case 'monthly':
        return t('statistics.reports.every.monthly', values);
    }
  };
}
