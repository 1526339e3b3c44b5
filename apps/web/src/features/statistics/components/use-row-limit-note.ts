import { PAGE_SIZES } from '@airloom/contract/paging';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';

/** So many rows of a table go on paper, whichever of them the screen shows; files hold as many. */
export const PAPER_ROWS = Math.max(...PAGE_SIZES);

/** Says of a list that it is only the beginning; nothing of a whole one. */
export function useRowLimitNote(): (shown: number, total: number) => string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    (shown, total) =>
      shown < total
        ? t('statistics.cut', { shown: format.number(shown), total: format.number(total) })
        : undefined,
    [t, format],
  );
}
