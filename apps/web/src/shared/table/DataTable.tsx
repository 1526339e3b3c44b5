import { PAGE_SIZES, type Page } from '@airloom/contract/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import { Table, type TableColumnType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from '../i18n/i18n.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useTheme } from '../theme/theme-store.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import type { Action } from '../ui/action.ts';
import { FailedState } from '../ui/FailedState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useAllowedActions } from '../ui/use-actions.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { useColumnChoice } from './column-choice.ts';
import { NoMatch } from './NoMatch.tsx';
import { SearchBox } from './SearchBox.tsx';
import './table.css';
import type { TableState } from './use-table.ts';

export interface Column<Row> {
  key: string;
  title: MessageKey;
  render(row: Row): ReactNode;
  /** The server's name for sorting by this column; without one the column does not sort. */
  sort?: string;
  align?: 'end';
  width?: number;
  /** Off until somebody chooses it. */
  extra?: boolean;
}

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
  /** Further filters beside the search. */
  filters?: ReactNode;
  rowActions?(row: Row): readonly Action[];
  /** Names a row, for the label of its menu. */
  rowName?(row: Row): string;
  bulkActions?(rows: readonly Row[], clear: () => void): readonly Action[];
  onOpen?(row: Row): void;
}

const SKELETON_ROWS = 8;

function Bulk({ actions, count }: { actions: readonly Action[]; count: number }) {
  const { t } = useTranslation();
  const allowed = useAllowedActions(actions);
  return (
    <div className="table-bulk">
      <span>{t('ui.table.selected', { count })}</span>
      {allowed.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
    </div>
  );
}

/** A list is columns and a query: paging, sorting and searching happen on the server. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { table, query, columns, rowKey, rowActions, bulkActions, onOpen } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const density = useTheme((state) => state.density);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const choice = useColumnChoice(
    props.name,
    columns.filter((column) => !column.extra).map((column) => column.key),
  );

  const rows = query.data?.rows ?? [];
  const total = query.data?.total ?? 0;
  const picked = rows.filter((row) => selected.includes(rowKey(row)));

  const antdColumns: TableColumnType<Row>[] = columns
    .filter((column) => choice.shown.includes(column.key))
    .map((column) => ({
      key: column.sort ?? column.key,
      title: t(column.title),
      render: (_, row) => column.render(row),
      sorter: column.sort !== undefined,
      showSorterTooltip: false,
      ...(column.align ? { align: column.align } : {}),
      ...(column.width === undefined ? {} : { width: column.width }),
      sortOrder: table.sort === column.sort ? 'ascend' : table.sort === `-${column.sort}` ? 'descend' : null,
    }));
  if (rowActions) {
    antdColumns.push({
      key: 'actions',
      width: 48,
      align: 'end',
      title: <span className="visually-hidden">{t('ui.table.actions')}</span>,
      render: (_, row) => (
        <ActionMenu
          label={t('ui.table.actionsOf', { name: props.rowName?.(row) ?? '' })}
          actions={rowActions(row)}
        />
      ),
    });
  }

  const bar = (
    <div className="table-bar">
      {(props.search ?? true) && (
        <SearchBox value={table.search} onChange={(search) => table.change({ search })} />
      )}
      {props.filters}
      <span className="table-space" />
      {picked.length > 0 && bulkActions ? (
        <Bulk actions={bulkActions(picked, () => setSelected([]))} count={picked.length} />
      ) : (
        <ColumnChooser
          columns={columns.map((column) => ({ key: column.key, label: t(column.title) }))}
          shown={choice.shown}
          onChange={choice.choose}
        />
      )}
    </div>
  );

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
      <Table<Row>
        aria-label={props.label}
        className={query.isPlaceholderData ? 'table-turning' : ''}
        size={density === 'compact' ? 'small' : 'middle'}
        rowKey={rowKey}
        columns={antdColumns}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        {...(bulkActions
          ? {
              rowSelection: {
                selectedRowKeys: [...selected],
                onChange: (keys) => setSelected(keys.map(String)),
              },
            }
          : {})}
        {...(onOpen ? { onRow: (row) => ({ onClick: () => onOpen(row) }), rowClassName: 'table-opens' } : {})}
        onChange={(pagination, _, sorter) => {
          const sort = Array.isArray(sorter) ? sorter[0] : sorter;
          const order = sort?.order
            ? `${sort.order === 'descend' ? '-' : ''}${String(sort.columnKey)}`
            : undefined;
          const turned = order === table.sort && pagination.pageSize === table.size;
          table.change({
            sort: order,
            size: pagination.pageSize ?? table.size,
            ...(turned ? { page: pagination.current ?? 1 } : {}),
          });
        }}
        pagination={{
          current: table.page,
          pageSize: table.size,
          total,
          pageSizeOptions: [...PAGE_SIZES],
          showSizeChanger: total > PAGE_SIZES[0],
          hideOnSinglePage: false,
          size: 'small',
          showTotal: (_, [from, to]) =>
            t('ui.table.range', {
              from: format.number(from),
              to: format.number(to),
              total: format.number(total),
            }),
        }}
      />
    );
  }

  return (
    <section className="table" aria-label={props.label}>
      {bar}
      <div className="card">{body()}</div>
    </section>
  );
}
