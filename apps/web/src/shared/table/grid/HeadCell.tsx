import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import { directionOf, nextSort } from '../sorting.ts';
import type { Column } from './column.ts';
import { COLUMN_HEADER } from './table-roles.ts';

const SORT_ICONS = { ascending: ChevronUp, descending: ChevronDown, none: ChevronsUpDown };

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

export function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { t } = useTranslation();
  const { sort: field } = column;
  if (field === undefined) {
    return (
      <th {...COLUMN_HEADER} scope="col" data-align={column.align}>
        {t(column.title)}
      </th>
    );
  }
  const direction = directionOf(sort, field);
  return (
    <th {...COLUMN_HEADER} scope="col" data-align={column.align} aria-sort={direction}>
      <button
        type="button"
        className="grid-sort"
        onClick={() => onSort(nextSort(sort, field, column.highestFirst))}
      >
        <span>{t(column.title)}</span>
        <Icon name={SORT_ICONS[direction]} size={12} />
      </button>
    </th>
  );
}
