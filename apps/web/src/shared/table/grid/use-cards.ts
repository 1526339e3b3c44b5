import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../ui/use-narrow.ts';
import { type Cards, type Column, inCardOrder } from './column.ts';

/** On a phone the rows of a table are cards; null elsewhere. */
export function useCards<Row>(columns: readonly Column<Row>[]): Cards<Row> | null {
  const { t } = useTranslation();
  const isNarrow = useNarrow();
  return useMemo(() => {
    if (!isNarrow) return null;
    const ordered = inCardOrder(columns);
    const heads = ordered.map((column) => ({ ...column, sort: undefined }));
    return { columns: ordered, heads, labels: ordered.map(({ title }) => t(title)) };
  }, [isNarrow, columns, t]);
}
