import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from '../i18n/i18n.ts';
import { useTheme } from '../theme/theme-store.ts';
import type { Action } from '../ui/actions/action.ts';
import { useAllows } from '../ui/actions/use-actions.ts';
import { Icon } from '../ui/Icon.tsx';
import { RowMenuButton, useRowMenu } from './RowMenu.tsx';
import { togglePage } from './selection.ts';
import { directionOf, nextSort } from './sorting.ts';
import { COLUMN_HEADER } from './table-roles.ts';
import { type RowLabels, useRowLabels } from './use-row-labels.ts';

export interface Column<Row> {
  key: string;
  title: MessageKey;
  render(row: Row): ReactNode;
  /** The server's name for sorting by this column; without one the column does not sort. */
  sort?: string;
  /** Sorted downwards first: the highest figures matter. */
  highestFirst?: boolean;
  align?: 'end';
  width?: number;
  /** Off until somebody chooses it. */
  extra?: boolean;
}

interface Selection {
  keys: readonly string[];
  onChange(keys: readonly string[]): void;
}

interface GridProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  rowName?: ((row: Row) => string) | undefined;
  rowActions?: ((row: Row) => readonly Action[]) | undefined;
  selection?: Selection | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  /** The rows of another page are on their way. */
  stale: boolean;
}

const SORT_ICONS = { ascending: ChevronUp, descending: ChevronDown, none: ChevronsUpDown };

export function HeadCell<Row>({
  column,
  sort,
  onSort,
}: { column: Column<Row> } & Pick<GridProps<Row>, 'sort' | 'onSort'>) {
  const { t } = useTranslation();
  const style = column.width === undefined ? undefined : { width: column.width };
  const { sort: field } = column;
  if (field === undefined) {
    return (
      <th {...COLUMN_HEADER} scope="col" data-align={column.align} style={style}>
        {t(column.title)}
      </th>
    );
  }
  const direction = directionOf(sort, field);
  return (
    <th {...COLUMN_HEADER} scope="col" data-align={column.align} style={style} aria-sort={direction}>
      <button
        type="button"
        className="grid-sort"
        onClick={() => onSort(nextSort(sort, field, column.highestFirst))}
      >
        {t(column.title)}
        <Icon name={SORT_ICONS[direction]} size={12} />
      </button>
    </th>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  partly?: boolean;
  onChange(checked: boolean): void;
}

export function Check({ label, checked, partly = false, onChange }: CheckProps) {
  return (
    <input
      type="checkbox"
      className="grid-check"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = partly;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** A click on something inside the row is meant for that, not for the row. */
function isForRow(event: MouseEvent): boolean {
  const control =
    event.target instanceof Element && event.target.closest('a, button, input, label, [popover]');
  return control === null && window.getSelection()?.isCollapsed !== false;
}

interface RowProps<Row> extends Pick<GridProps<Row>, 'columns' | 'rowName' | 'rowActions' | 'onOpen'> {
  row: Row;
  id: string;
  labels: RowLabels;
  allows(action: Action): boolean;
  /** Undefined where nothing can be chosen. */
  chosen: boolean | undefined;
  toggle(id: string, on: boolean): void;
  hasOpenMenu: boolean;
  openMenu(id: string, button: HTMLButtonElement): void;
}

function RowView<Row>(props: RowProps<Row>) {
  const { row, id, columns, labels, chosen, toggle, rowActions, onOpen } = props;
  const name = props.rowName?.(row) ?? '';
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- a shortcut for the mouse; keys use what is in the first cell
    <tr
      data-chosen={chosen ?? false}
      {...(onOpen
        ? {
            onClick: (event: MouseEvent) => {
              if (isForRow(event)) onOpen(row);
            },
          }
        : {})}
    >
      {chosen !== undefined && (
        <td className="grid-narrow">
          <Check label={labels.select(name)} checked={chosen} onChange={(next) => toggle(id, next)} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-align={column.align}>
          {column.render(row)}
        </td>
      ))}
      {rowActions && (
        <td className="grid-narrow">
          {rowActions(row).some(props.allows) && (
            <RowMenuButton
              id={id}
              label={labels.actions(name)}
              open={props.hasOpenMenu}
              onOpen={props.openMenu}
            />
          )}
        </td>
      )}
    </tr>
  );
}

/** Where a page keeps its columns and actions the same, a live update renders only its row. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets the type of the rows
const GridRow = memo(RowView) as typeof RowView;

/**
 * A plain table. antd's would bring menus, trees and selects for filters that live above our tables: 65 kB
 * more on every list.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, columns, rowKey, rowActions, selection, onOpen } = props;
  const { t } = useTranslation();
  const density = useTheme((state) => state.density);
  const keys = rows.map(rowKey);
  const selected = new Set(selection?.keys);
  const chosen = new Set(keys.filter((key) => selected.has(key)));
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });

  const toggle = useCallback((key: string, on: boolean): void => {
    const { current } = latest;
    current?.onChange(on ? [...current.keys, key] : current.keys.filter((other) => other !== key));
  }, []);

  const labels = useRowLabels();
  const allows = useAllows();
  const box = useRef<HTMLDivElement>(null);
  const { openId, openMenu, menu } = useRowMenu<Row>({
    rowOf: (key) => rows[keys.indexOf(key)],
    scrollsAway: false,
    about: (row) => ({
      label: labels.actions(props.rowName?.(row) ?? ''),
      actions: rowActions?.(row) ?? [],
    }),
    onLost: () => box.current?.focus({ preventScroll: true }),
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
    <div className="grid-scroll" tabIndex={0} ref={box} aria-busy={props.stale}>
      <table
        aria-label={props.label}
        className="grid"
        data-density={density}
        data-opens={onOpen !== undefined}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="grid-narrow">
                <Check
                  label={t('ui.table.selectAll')}
                  checked={chosen.size === keys.length}
                  partly={chosen.size > 0 && chosen.size < keys.length}
                  onChange={(on) => selection.onChange(togglePage(selection.keys, keys, on))}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            {rowActions && (
              <th scope="col" className="grid-narrow">
                <span className="visually-hidden">{t('ui.table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <GridRow
                key={key}
                id={key}
                row={row}
                columns={columns}
                labels={labels}
                allows={allows}
                chosen={selection && chosen.has(key)}
                toggle={toggle}
                hasOpenMenu={openId === key}
                openMenu={openMenu}
                rowName={props.rowName}
                rowActions={rowActions}
                onOpen={onOpen}
              />
            );
          })}
        </tbody>
      </table>
      {menu}
    </div>
  );
}
