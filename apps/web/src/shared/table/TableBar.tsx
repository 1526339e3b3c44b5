import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../ui/actions/ActionButton.tsx';
import { ActionMenu } from '../ui/actions/ActionMenu.tsx';
import type { Action } from '../ui/actions/action.ts';
import { useAllowedActions } from '../ui/actions/use-actions.ts';
import { Filters } from './Filters.tsx';
import type { Sorting } from './filters/NarrowFilters.tsx';
import { SearchBox } from './SearchBox.tsx';
import './table.css';
import './grid/cards.css';
import type { TableState } from './use-table.ts';

interface Picked {
  count: number;
  actions: readonly Action[];
}

interface TableBarProps {
  table: Pick<TableState, 'search' | 'change' | 'sort' | 'filters'>;
  columns: Sorting['columns'];
  search?: boolean | undefined;
  searchHint?: string | undefined;
  filters?: ReactNode;
  /** What can be done with what is chosen; then it stands in place of the tools. */
  bulk?: Picked | undefined;
  /** Tools of the table itself. */
  children: ReactNode;
}

/** More than this many stand behind three dots. */
const BULK_SHOWN = 4;
/** How many stay beside the dots. */
const BULK_BESIDE = 3;

function Bulk({ actions, count }: Picked) {
  const { t } = useTranslation();
  const allowed = useAllowedActions(actions);
  const shown = allowed.length > BULK_SHOWN ? BULK_BESIDE : allowed.length;
  return (
    <div className="table-bulk">
      <output>{t('ui.table.selected', { count })}</output>
      {allowed.slice(0, shown).map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      <ActionMenu label={t('ui.table.actions')} actions={allowed.slice(shown)} />
    </div>
  );
}

/** What stands above a table: search, filters, and its tools or what to do with what is chosen. */
export function TableBar(props: TableBarProps) {
  const { table, search = true, searchHint, filters, bulk, children } = props;
  return (
    <div className="table-bar">
      {search && (
        <SearchBox
          value={table.search}
          hint={searchHint}
          onChange={(next) => table.change({ search: next })}
        />
      )}
      <Filters
        used={Object.keys(table.filters).length}
        sorting={{ columns: props.columns, sort: table.sort, onSort: (sort) => table.change({ sort }) }}
      >
        {filters}
      </Filters>
      <span className="table-space" />
      {bulk ? <Bulk {...bulk} /> : <div className="table-tools">{children}</div>}
    </div>
  );
}
