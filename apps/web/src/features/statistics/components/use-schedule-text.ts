import type { ScheduledReport } from '@airloom/contract/statistics/reports.calls';
import { useTranslation } from 'react-i18next';
import { useZoneNames } from '../../../shared/zones/zone-names.ts';

/** `07:00` for 7. */
export function clockHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** "Every Monday at 07:00 (Warsaw)". */
export function useScheduleText(): (report: Pick<ScheduledReport, 'rhythm' | 'hour' | 'timeZone'>) => string {
  const { t } = useTranslation();
  const zones = useZoneNames();
  return ({ rhythm, hour, timeZone }) => {
    const values = { time: clockHour(hour), zone: zones.place(timeZone) };
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
