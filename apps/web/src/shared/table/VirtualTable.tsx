import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../ui/actions/action.ts';
import { FailedState } from '../ui/feedback/FailedState.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { useColumnChoice } from './column-choice.ts';
import type { Column } from './grid/column.ts';
import { NoMatch } from './NoMatch.tsx';
import { NOTHING_SELECTED, rowsOfKeys, type Selection, selectedRows, togglePage } from './selection.ts';
import { TableBar } from './TableBar.tsx';
import type { TableState } from './use-table.ts';
import type { Windowed } from './use-windowed.ts';
import { VirtualGrid } from './VirtualGrid.tsx';

interface VirtualTableProps<Row> {
  /** Under this name the choice of columns is remembered. */
  name: string;
  label: string;
  table: TableState;
  rows: Windowed<Row>;
  columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  rowName(row: Row): string;
  /** Undefined where nothing can be done with a row. */
  rowActions: ((row: Row) => readonly Action[]) | undefined;
  bulkActions?: ((rows: readonly Row[], clear: () => void) => readonly Action[]) | undefined;
  /** Shown when there is nothing at all, not when nothing matches. */
  empty: ReactNode;
  /** Shown when nothing matches, instead of the offer to clear search and filters. */
  noMatch?: ReactNode;
  searchHint: string;
  filters?: ReactNode;
}

const SKELETON_ROWS = 12;

/** A list as long as it is: no pages to turn, and only what is looked at is read and drawn. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { table, rows, columns, rowKey, bulkActions } = props;
  const { t } = useTranslation();
  const [selection, setSelection] = useState<Selection<Row>>(NOTHING_SELECTED);
  const [drawn, setDrawn] = useState(columns.length);
  const usual = useMemo(
    () => columns.filter((column) => !column.extra).map((column) => column.key),
    [columns],
  );
  const { shown: chosenColumns, isChosen, choose } = useColumnChoice(props.name, usual);
  const shown = useMemo(
    () => columns.filter((column) => chosenColumns.includes(column.key)),
    [columns, chosenColumns],
  );
  const within = JSON.stringify([table.search, table.filters]);
  const chosen = selectedRows(selection, within, new Map());
  const picked = [...chosen.values()];

  function body(): ReactNode {
    if (rows.error) return <FailedState error={rows.error} retry={rows.retry} />;
    if (rows.isPending) {
      return (
        <div className="table-loading">
          <Skeleton rows={SKELETON_ROWS} height={20} gap={20} />
        </div>
      );
    }
    if (rows.total === 0)
      return table.narrowed ? (props.noMatch ?? <NoMatch clear={table.clear} />) : props.empty;
    return (
      <>
        {rows.partError && <FailedState error={rows.partError} retry={rows.retry} />}
        <VirtualGrid
          // Another search or sort order starts at the top.
          key={JSON.stringify([within, table.sort])}
          label={props.label}
          rows={rows}
          columns={shown}
          isChosen={isChosen}
          onColumnsDrawn={setDrawn}
          rowKey={rowKey}
          rowName={props.rowName}
          rowActions={props.rowActions}
          chosen={bulkActions && chosen}
          onChoose={(changed, on) => {
            const byKey = new Map(changed.map((row) => [rowKey(row), row]));
            const keys = togglePage([...chosen.keys()], [...byKey.keys()], on);
            setSelection({ within, rows: rowsOfKeys(keys, byKey, chosen) });
          }}
          sort={table.sort}
          onSort={(sort) => table.change({ sort })}
        />
      </>
    );
  }

  return (
    <div className="table">
      <TableBar
        table={table}
        columns={shown}
        searchHint={props.searchHint}
        filters={props.filters}
        bulk={
          picked.length > 0 && bulkActions
            ? { count: picked.length, actions: bulkActions(picked, () => setSelection(NOTHING_SELECTED)) }
            : undefined
        }
      >
        <ColumnChooser
          columns={columns.map((column) => ({ key: column.key, label: t(column.title) }))}
          shown={chosenColumns}
          leftOut={shown.slice(drawn).map((column) => column.key)}
          onChange={choose}
        />
      </TableBar>
      <div className="card">{body()}</div>
    </div>
  );
}
