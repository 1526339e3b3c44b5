import { YUYAN } from '@airloom/contract/languages';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '../i18n/day.ts';
import { useLanguageStore } from '../i18n/i18n.ts';
import type { ChartTexts } from './chart-option.ts';
import type { ChartWindow } from './series.ts';

/** Times as long a window as this needs them: hours within a day, days beyond. */
export function useChartTexts(
  window: Pick<ChartWindow, 'from' | 'to'>,
  value: (value: number) => string,
): ChartTexts {
  const { t } = useTranslation();
  const language = useLanguageStore((state) => state.language);
  const days = Date.parse(window.to) - Date.parse(window.from) > DAY_MS * 1.5;
  return useMemo(() => {
    const tick = new Intl.DateTimeFormat(
      YUYAN[language],
      days ? { month: 'short', day: 'numeric' } : { timeStyle: 'short' },
    );
    const moment = new Intl.DateTimeFormat(YUYAN[language], { dateStyle: 'medium', timeStyle: 'short' });
    return {
      value,
      tick: (at) => tick.format(at),
      moment: (at) => moment.format(at),
      nothing: t('ui.chart.nothing'),
    };
  }, [t, language, days, value]);
}
