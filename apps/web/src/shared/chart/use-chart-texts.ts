import { DAY } from '@airloom/contract/time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { browserDateLocale } from '../i18n/date-locale.ts';
import { useLanguageStore } from '../i18n/i18n.ts';
import { DATE_AND_TIME } from '../i18n/make-format.ts';
import type { ChartTexts } from './chart-option.ts';
import type { ChartWindow } from './series.ts';

/** Times as long a window as this needs them: hours within a day, days beyond. */
export function timeTexts(
  locale: string,
  window: Pick<ChartWindow, 'from' | 'to'>,
): Pick<ChartTexts, 'tick' | 'moment'> {
  const days = Date.parse(window.to) - Date.parse(window.from) > DAY * 1.5;
  const tick = new Intl.DateTimeFormat(
    locale,
    days ? { month: 'short', day: 'numeric' } : { timeStyle: 'short' },
  );
  const moment = new Intl.DateTimeFormat(locale, DATE_AND_TIME);
  return { tick: (at) => tick.format(at), moment: (at) => moment.format(at) };
}

export function useChartTexts(
  { from, to }: Pick<ChartWindow, 'from' | 'to'>,
  value: (value: number) => string,
): ChartTexts {
  const { t } = useTranslation();
  const language = useLanguageStore((state) => state.language);
  return useMemo(
    () => ({
      ...timeTexts(browserDateLocale(language), { from, to }),
      value,
      nothing: t('ui.chart.nothing'),
    }),
    [t, language, from, to, value],
  );
}
