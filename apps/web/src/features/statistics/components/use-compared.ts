import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthOf } from '../../../shared/chart/time-window.ts';
import { type Content, compared } from '../content.ts';
import type { StatisticsRequest } from './use-statistics-request.ts';

/** The content with that of the previous period, once it is loaded. */
export function useCompared(
  { window: { asked } }: StatisticsRequest,
  content: Content | undefined,
  previous: Content | undefined,
): Content | undefined {
  const { t } = useTranslation();
  return useMemo(() => {
    if (content === undefined || previous === undefined || asked === null) return content;
    return compared(content, previous, lengthOf(asked), (name) => t('device-detail.previous.line', { name }));
  }, [t, asked, content, previous]);
}
