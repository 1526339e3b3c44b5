import { useTranslation } from 'react-i18next';
import { useNarrow } from '../ui/use-narrow.ts';
import type { Column } from './Grid.tsx';

/**
 * On a phone, the named columns as lines of one cell, the first as its heading; without room for others, they are left
 * out. Elsewhere all columns as they are.
 */
export function useStacked<Row>(
  columns: readonly Column<Row>[],
  keys: readonly string[],
): readonly Column<Row>[] {
  const { t } = useTranslation();
  const [head, ...lines] = keys.flatMap((key) => columns.filter((column) => column.key === key));
  if (!useNarrow() || head === undefined) return columns;
  return [
    {
      ...head,
      render: (row) => (
        <div className="table-stack">
          {head.render(row)}
          {lines.map((column) => (
            <div key={column.key} className="table-stack-line">
              <span>{t(column.title)}</span>
              <span className="table-stack-value">{column.render(row)}</span>
            </div>
          ))}
        </div>
      ),
    },
  ];
}
