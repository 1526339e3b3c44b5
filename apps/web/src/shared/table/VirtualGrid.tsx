import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../theme/theme-store.ts';
import { SIZES } from '../theme/tokens.ts';
import type { Action } from '../ui/actions/action.ts';
import type { Column } from './grid/column.ts';
import { useRowMenu } from './grid/RowMenu.tsx';
import { useFollow } from './RowLink.tsx';
import './table.css';
import { shownColumns } from './grid/fit-columns.ts';
import { CELL, ROW, ROW_GROUP, TABLE } from './grid/table-roles.ts';
import { useCards } from './grid/use-cards.ts';
import { useColumnsDrawn } from './grid/use-columns-drawn.ts';
import { titleOfCut } from './grid/use-fitted-columns.ts';
import { useRowLabels } from './grid/use-row-labels.ts';
import { useWidth } from './grid/use-width.ts';
import type { Windowed } from './use-windowed.ts';
import { VirtualHead } from './VirtualHead.tsx';
import { VirtualRow } from './VirtualRow.tsx';

interface VirtualGridProps<Row> {
  label: string;
  rows: Pick<Windowed<Row>, 'total' | 'rowAt' | 'rowsBetween' | 'look' | 'isStale'>;
  columns: readonly Column<Row>[];
  /** The person chose the columns; otherwise those without room are left out. */
  isChosen: boolean;
  onColumnsDrawn: (count: number) => void;
  rowKey(row: Row): string;
  rowName(row: Row): string;
  /** Undefined where nothing can be done with a row. */
  rowActions: ((row: Row) => readonly Action[]) | undefined;
  /** Undefined where nothing can be chosen. */
  chosen: ReadonlyMap<string, Row> | undefined;
  onChoose(rows: readonly Row[], on: boolean): void;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

const ROW_PX = { comfortable: SIZES.rowComfortable, compact: SIZES.rowCompact } as const;
const OVERSCAN = 8;
const NO_ACTIONS: readonly Action[] = [];
const COLUMN_PX = 140;
/** The columns of boxes, and of menus with a button beside them. */
const BOX_PX = 44;
const BUTTONS_PX = 76;
/** Columns become narrower than their usual width before the list scrolls sideways. */
const SMALLEST = 0.65;
/** Columns that are always shown. */
const ALWAYS = 4;
/** A card: its head with edges, and each line of two values. */
const CARD_HEAD_PX = 72;
const CARD_LINE_PX = 42;

function leastOf({ width = COLUMN_PX, isWhole }: Pick<Column<never>, 'width' | 'isWhole'>): number {
  return isWhole ? width : Math.round(width * SMALLEST);
}

/** The rows in view of a list of any length, every one as tall as the others. */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { rows, rowKey, chosen, onChoose } = props;
  const { total, look } = rows;
  const { t } = useTranslation();
  const density = useTheme((state) => state.density);
  const cards = useCards(props.columns);
  const fields = props.columns.length - (props.columns.some(({ status }) => status) ? 2 : 1);
  const height = cards ? CARD_HEAD_PX + Math.ceil(fields / 2) * CARD_LINE_PX : ROW_PX[density];
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const sides = (chosen ? BOX_PX : 0) + (props.rowActions ? BUTTONS_PX : 0);
  const least = props.columns.map(leastOf);
  const columns =
    props.isChosen || cards !== null
      ? props.columns
      : props.columns.slice(0, shownColumns(least, width - sides, ALWAYS));
  useColumnsDrawn(columns.length, props.onColumnsDrawn);
  // oxlint-disable-next-line react/incompatible-library -- nothing below is memoized on what it returns
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
  });
  const drawn = list.getVirtualItems();
  const first = drawn[0]?.index ?? 0;
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => look(first, last), [look, first, last]);
  useEffect(() => list.measure(), [list, height]);

  // Rows move up and down while one looks: what is open in one stays with whom it is about. Pages that were read one
  // after the other may both have one that moved between them.
  const shown = new Map<string, { readonly index: number; readonly row: Row }>();
  for (const { index } of drawn) {
    const row = rows.rowAt(index);
    if (row === undefined) continue;
    const key = rowKey(row);
    shown.set(shown.has(key) ? `${key} ${index}` : key, { index, row });
  }
  const keyAt = new Map([...shown].map(([key, { index }]) => [index, key]));

  const { rowName, rowActions } = props;
  const latest = useRef({ shown, rows, onChoose, rowName, rowActions, onSort: props.onSort });
  useEffect(() => {
    latest.current = { shown, rows, onChoose, rowName, rowActions, onSort: props.onSort };
  });
  /** Where a range begins. */
  const lastChosen = useRef<number | null>(null);
  const toggle = useCallback((key: string, on: boolean, isRange: boolean): void => {
    const found = latest.current.shown.get(key);
    if (found === undefined) return;
    const from = isRange ? (lastChosen.current ?? found.index) : found.index;
    lastChosen.current = found.index;
    if (from === found.index) latest.current.onChoose([found.row], on);
    else
      void latest.current.rows
        .rowsBetween(Math.min(from, found.index), Math.max(from, found.index))
        .then((all) => all && latest.current.onChoose(all, on));
  }, []);
  // The same for every drawing, so that a page that arrives draws its own rows and no others.
  const nameOf = useCallback((row: Row) => latest.current.rowName(row), []);
  const actionsOf = useCallback((row: Row) => latest.current.rowActions?.(row) ?? NO_ACTIONS, []);
  const labels = useRowLabels();
  const { openId, openMenu, menu } = useRowMenu<Row>({
    rowOf: (key) => shown.get(key)?.row,
    scrollsAway: true,
    about: (row) => ({ label: labels.actions(rowName(row)), actions: rowActions?.(row) ?? [] }),
    onLost: () => box.current?.focus({ preventScroll: true }),
  });
  const follow = useFollow();
  const onSort = useCallback((sort: string | undefined) => latest.current.onSort(sort), []);
  const tracks = [
    ...(chosen ? [`${BOX_PX}px`] : []),
    ...columns.map((column) => `minmax(${leastOf(column)}px, ${column.width ?? COLUMN_PX}fr)`),
    ...(rowActions ? [`${BUTTONS_PX}px`] : []),
  ];
  const style: CSSProperties & Record<'--columns' | '--row', string> = {
    ...(cards ? {} : { minWidth: columns.reduce((sum, column) => sum + leastOf(column), sides) }),
    '--columns': tracks.join(' '),
    '--row': `${height}px`,
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a long table must scroll by keyboard too; its links, which keys press as well, are followed from here
    <div className="grid-scroll grid-window" tabIndex={0} ref={box} aria-busy={rows.isStale} onClick={follow}>
      <table
        {...TABLE}
        aria-label={props.label}
        aria-rowcount={total + 1}
        className="grid grid-even"
        data-density={density}
        data-cards={cards !== null}
        style={style}
        onPointerOver={titleOfCut}
      >
        <VirtualHead
          columns={cards?.heads ?? columns}
          chooses={chosen !== undefined}
          acts={rowActions !== undefined}
          sort={props.sort}
          onSort={onSort}
        />
        <tbody
          {...ROW_GROUP}
          style={{ height: list.getTotalSize(), paddingBlockStart: drawn[0]?.start ?? 0 }}
        >
          {drawn.map(({ index }) => {
            const key = keyAt.get(index);
            const row = key === undefined ? undefined : shown.get(key)?.row;
            return key === undefined || row === undefined ? (
              <tr key={index} {...ROW} aria-rowindex={index + 2} aria-busy>
                <td {...CELL} colSpan={tracks.length}>
                  <span className="visually-hidden">{t('ui.loading')}</span>
                  <span className="grid-waiting" aria-hidden />
                </td>
              </tr>
            ) : (
              <VirtualRow
                key={key}
                id={key}
                position={index + 2}
                row={row}
                columns={columns}
                cards={cards}
                labels={labels}
                rowName={nameOf}
                actionsOf={actionsOf}
                chosen={chosen?.has(rowKey(row))}
                toggle={toggle}
                menu={rowActions && openId === key}
                openMenu={openMenu}
              />
            );
          })}
        </tbody>
      </table>
      {menu}
    </div>
  );
}
