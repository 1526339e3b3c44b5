import { PAGE_SIZES } from '@airloom/contract/paging';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';

/** Maximum number of table rows in an export, independent of the shown page. */
export const PAPER_ROWS = Math.max(...PAGE_SIZES);

/** Note for a shortened list; undefined for a complete one. */
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
