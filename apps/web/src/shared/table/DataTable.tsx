import type { Page } from '@airloom/contract/paging';
import type { SavedView } from '@airloom/contract/views/views.model';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../ui/actions/action.ts';
import { FailedState } from '../ui/feedback/FailedState.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { useColumnChoice } from './column-choice.ts';
import { type Column, Grid } from './Grid.tsx';
import { NoMatch } from './NoMatch.tsx';
import { Pager } from './Pager.tsx';
import { SavedViews } from './SavedViews.tsx';
import { openView, viewQuery } from './saved-view.ts';
import { NOTHING_SELECTED, rowsOfKeys, type Selection, selectedRows } from './selection.ts';
import { TableBar } from './TableBar.tsx';
import './table.css';
import { lastPage } from './table-params.ts';
import type { TableState } from './use-table.ts';

export type { Column } from './Grid.tsx';

interface DataTableProps<Row> {
  /** Under this name the choice of columns is remembered. */
  name: string;
  /** What the rows are, for screen readers. */
  label: string;
  table: TableState;
  query: Pick<UseQueryResult<Page<Row>>, 'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'>;
  columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  /** Shown when there is nothing at all, not when nothing matches. */
  empty: ReactNode;
  search?: boolean;
  /** What the search looks at, when that needs saying. */
  searchHint?: string;
  /** Further filters beside the search. */
  filters?: ReactNode;
  /** Lets people keep its filters, sorting and columns under a name. */
  views?: boolean;
  rowActions?(row: Row): readonly Action[];
  /** Names a row, for the labels of its menu and its box. */
  rowName?(row: Row): string;
  bulkActions?: ((rows: readonly Row[], clear: () => void) => readonly Action[]) | undefined;
  /** A click beside the row's own links and buttons; keys need such a link or button in the first cell. */
  onOpen?(row: Row): void;
}

const SKELETON_ROWS = 8;

/** A list is columns and a query: paging, sorting and searching happen on the server. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { table, query, columns, rowKey, bulkActions } = props;
  const { t } = useTranslation();
  const [selection, setSelection] = useState<Selection<Row>>(NOTHING_SELECTED);
  const [drawn, setDrawn] = useState(columns.length);
  const usual = useMemo(
    () => columns.filter((column) => !column.extra).map((column) => column.key),
    [columns],
  );
  const choice = useColumnChoice(props.name, usual);
  const { shown: chosenColumns } = choice;
  const shown = useMemo(
    () => columns.filter((column) => chosenColumns.includes(column.key)),
    [columns, chosenColumns],
  );
  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? 0;
  const onPage = new Map(rows.map((row) => [rowKey(row), row]));
  const within = JSON.stringify([table.search, table.filters]);
  const chosen = selectedRows(selection, within, onPage);
  const picked = [...chosen.values()];

  const last = lastPage(total, table.size);
  const beyond = query.data !== undefined && !query.isPlaceholderData && table.page > last;
  useEffect(() => {
    // The rows of the last page may all have gone.
    if (beyond) table.change({ page: last });
  });

  function openSaved(view: SavedView): void {
    const { query: wanted, columns: kept } = openView(
      view.query,
      columns.map((column) => column.key),
    );
    table.show(wanted);
    if (kept) choice.choose(kept);
  }

  function body(): ReactNode {
    if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
    if (query.isPending) {
      return (
        <div className="table-loading">
          <Skeleton rows={SKELETON_ROWS} height={20} gap={20} />
        </div>
      );
    }
    if (total === 0) return table.narrowed ? <NoMatch clear={table.clear} /> : props.empty;
    return (
      <>
        <Grid
          label={props.label}
          rows={rows}
          columns={shown}
          isChosen={choice.isChosen}
          onColumnsDrawn={setDrawn}
          rowKey={rowKey}
          rowName={props.rowName}
          rowActions={props.rowActions}
          selection={
            bulkActions && {
              keys: [...chosen.keys()],
              onChange: (keys) => setSelection({ within, rows: rowsOfKeys(keys, onPage, chosen) }),
            }
          }
          onOpen={props.onOpen}
          sort={table.sort}
          onSort={(sort) => table.change({ sort })}
          stale={query.isPlaceholderData}
        />
        <Pager
          label={props.label}
          page={table.page}
          size={table.size}
          total={total}
          onChange={table.change}
        />
      </>
    );
  }

  return (
    <div className="table">
      <TableBar
        table={table}
        columns={shown}
        search={props.search}
        searchHint={props.searchHint}
        filters={props.filters}
        bulk={
          picked.length > 0 && bulkActions
            ? { count: picked.length, actions: bulkActions(picked, () => setSelection(NOTHING_SELECTED)) }
            : undefined
        }
      >
        {props.views && (
          <SavedViews table={props.name} query={viewQuery(table.query, choice.shown)} onOpen={openSaved} />
        )}
        <ColumnChooser
          columns={columns.map((column) => ({ key: column.key, label: t(column.title) }))}
          shown={choice.shown}
          leftOut={shown.slice(drawn).map((column) => column.key)}
          onChange={choice.choose}
        />
      </TableBar>
      <div className="card">{body()}</div>
    </div>
  );
}
