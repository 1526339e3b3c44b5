import { Button } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceMenu } from '../../form/ChoiceMenu.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { Column } from '../grid/column.ts';
import { FilterSheet } from './FilterSheet.tsx';

export interface Sorting {
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'sort'>[];
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

/** Cards have no heads of columns to sort by. */
function SortChoice({ columns, sort, onSort }: Sorting) {
  const { t } = useTranslation();
  const id = useId();
  const choices = columns.flatMap(({ title, sort: field }) =>
    field === undefined
      ? []
      : [
          { value: field, label: t('shell.table.ascending', { column: t(title) }) },
          { value: `-${field}`, label: t('shell.table.descending', { column: t(title) }) },
        ],
  );
  if (choices.length === 0) return null;
  return (
    <div className="filter-sheet-sort">
      <span id={id}>{t('shell.table.sortBy')}</span>
      <ChoiceMenu
        label={t('shell.table.sortBy')}
        labelledBy={id}
        choices={[{ value: '', label: t('shell.table.usual') }, ...choices]}
        value={sort ?? ''}
        onChange={(value) => onSort(value === '' ? undefined : value)}
      />
    </div>
  );
}

interface NarrowFiltersProps {
  sorting: Sorting;
  /** How many filters are set. */
  used: number;
  children: ReactNode;
}

/** The button that opens filters and order in a sheet. */
export function NarrowFilters({ sorting, used, children }: NarrowFiltersProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<Icon name="filter" />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {used > 0 ? t('shell.table.filtersUsed', { count: used }) : t('ui.table.filters')}
      </Button>
      <FilterSheet open={open} onClose={() => setOpen(false)}>
        {children}
        <SortChoice {...sorting} />
      </FilterSheet>
    </>
  );
}
