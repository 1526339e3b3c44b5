import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../theme/theme-store.ts';
import type { Action } from '../ui/actions/action.ts';
import { useAllows } from '../ui/actions/use-actions.ts';
import { Check } from './grid/Check.tsx';
import type { Column } from './grid/column.ts';
import { GridRow } from './grid/GridRow.tsx';
import { HeadCell } from './grid/HeadCell.tsx';
import { useRowMenu } from './grid/RowMenu.tsx';
import { COLUMN_HEADER, ROW, ROW_GROUP, TABLE } from './grid/table-roles.ts';
import { useCards } from './grid/use-cards.ts';
import { useColumnsDrawn } from './grid/use-columns-drawn.ts';
import { titleOfCut, useFittedColumns } from './grid/use-fitted-columns.ts';
import { useRowLabels } from './grid/use-row-labels.ts';
import { keysBetween, togglePage } from './selection.ts';

export type { Column } from './grid/column.ts';

interface Selection {
  keys: readonly string[];
  onChange(keys: readonly string[]): void;
}

interface GridProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The person chose the columns; otherwise those without room are left out. */
  isChosen?: boolean;
  onColumnsDrawn?: ((count: number) => void) | undefined;
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

/**
 * A plain table, or cards on a phone. antd's would bring menus, trees and selects for filters that live above our
 * tables: 65 kB more on every list.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, rowKey, rowActions, selection, onOpen } = props;
  const { t } = useTranslation();
  const density = useTheme((state) => state.density);
  const cards = useCards(props.columns);
  const keys = rows.map(rowKey);
  const selected = new Set(selection?.keys);
  const chosen = new Set(keys.filter((key) => selected.has(key)));
  const latest = useRef({ selection, keys });
  useEffect(() => {
    latest.current = { selection, keys };
  });

  /** Where a range begins. */
  const last = useRef<string | null>(null);
  const toggle = useCallback((key: string, on: boolean, isRange: boolean): void => {
    const { selection: current, keys: shown } = latest.current;
    const range = isRange ? keysBetween(shown, last.current, key) : [key];
    last.current = key;
    if (current) current.onChange(togglePage(current.keys, range, on));
  }, []);

  const labels = useRowLabels();
  const allows = useAllows();
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const columns = useFittedColumns(table, {
    columns: props.columns,
    cards,
    isChosen: props.isChosen ?? false,
    contents: [rows, density],
  });
  useColumnsDrawn(columns.length, props.onColumnsDrawn);
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
        {...TABLE}
        ref={table}
        aria-label={props.label}
        className="grid"
        data-density={density}
        data-opens={onOpen !== undefined}
        data-cards={cards !== null}
        onPointerOver={titleOfCut}
      >
        <thead {...ROW_GROUP}>
          <tr {...ROW}>
            {selection && (
              <th scope="col" {...COLUMN_HEADER} className="grid-narrow grid-choice">
                <Check
                  label={t('ui.table.selectAll')}
                  checked={chosen.size === keys.length}
                  partly={chosen.size > 0 && chosen.size < keys.length}
                  onChange={(on) => selection.onChange(togglePage(selection.keys, keys, on))}
                >
                  {cards && <span>{t('ui.table.selectAll')}</span>}
                </Check>
              </th>
            )}
            {(cards?.heads ?? columns).map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            {rowActions && (
              <th scope="col" {...COLUMN_HEADER} className="grid-narrow grid-actions">
                <span className="visually-hidden">{t('ui.table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...ROW_GROUP}>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <GridRow
                key={key}
                id={key}
                row={row}
                columns={columns}
                cards={cards}
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
