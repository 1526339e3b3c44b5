import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../theme/theme-store.ts';
import { SIZES } from '../theme/tokens.ts';
import type { Action } from '../ui/actions/action.ts';
import type { Column } from './Grid.tsx';
import { useFollow } from './RowLink.tsx';
import { useRowMenu } from './RowMenu.tsx';
import './table.css';
import { CELL, ROW, ROW_GROUP, TABLE } from './table-roles.ts';
import { useRowLabels } from './use-row-labels.ts';
import type { Windowed } from './use-windowed.ts';
import { VirtualHead } from './VirtualHead.tsx';
import { VirtualRow } from './VirtualRow.tsx';

interface VirtualGridProps<Row> {
  label: string;
  rows: Pick<Windowed<Row>, 'total' | 'rowAt' | 'look' | 'isStale'>;
  columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  rowName(row: Row): string;
  /** Undefined where nothing can be done with a row. */
  rowActions: ((row: Row) => readonly Action[]) | undefined;
  /** Undefined where nothing can be chosen. */
  chosen: ReadonlyMap<string, Row> | undefined;
  onChoose(row: Row, on: boolean): void;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

const ROW_PX = { comfortable: SIZES.rowComfortable, compact: SIZES.rowCompact } as const;
const OVERSCAN = 8;
const COLUMN_PX = 140;
/** The columns of boxes and menus. */
const NARROW_PX = 44;

/** The rows in view of a list of any length, every one as tall as the others. */
export function VirtualGrid<Row>(props: VirtualGridProps<Row>) {
  const { rows, columns, rowKey, chosen, onChoose } = props;
  const { total, look } = rows;
  const { t } = useTranslation();
  const density = useTheme((state) => state.density);
  const height = ROW_PX[density];
  const box = useRef<HTMLDivElement>(null);
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
  const latest = useRef({ shown, onChoose, rowName, onSort: props.onSort });
  useEffect(() => {
    latest.current = { shown, onChoose, rowName, onSort: props.onSort };
  });
  const toggle = useCallback((key: string, on: boolean): void => {
    const { current } = latest;
    const found = current.shown.get(key);
    if (found !== undefined) current.onChoose(found.row, on);
  }, []);
  // The same for every drawing, so that a page that arrives draws its own rows and no others.
  const nameOf = useCallback((row: Row) => latest.current.rowName(row), []);
  const labels = useRowLabels();
  const { openId, openMenu, menu } = useRowMenu<Row>({
    rowOf: (key) => shown.get(key)?.row,
    scrollsAway: true,
    about: (row) => ({ label: labels.actions(rowName(row)), actions: rowActions?.(row) ?? [] }),
    onLost: () => box.current?.focus({ preventScroll: true }),
  });
  const follow = useFollow();
  const onSort = useCallback((sort: string | undefined) => latest.current.onSort(sort), []);
  const widths = [
    ...(chosen ? [NARROW_PX] : []),
    ...columns.map(({ width = COLUMN_PX }) => width),
    ...(rowActions ? [NARROW_PX] : []),
  ];
  const tracks = widths.map((width) => (width === NARROW_PX ? `${width}px` : `minmax(0, ${width}fr)`));
  const style: CSSProperties & Record<'--columns', string> = {
    minWidth: widths.reduce((sum, width) => sum + width, 0),
    '--columns': tracks.join(' '),
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
        style={style}
      >
        <VirtualHead
          columns={columns}
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
                <td {...CELL} colSpan={widths.length}>
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
                labels={labels}
                rowName={nameOf}
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
