import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../theme/theme-store.ts';
import { SIZES } from '../theme/tokens.ts';
import type { Action } from '../ui/action.ts';
import { type Column, GridRow, HeadCell } from './Grid.tsx';
import './table.css';
import type { Windowed } from './use-windowed.ts';

interface VirtualGridProps<Row> {
  label: string;
  rows: Pick<Windowed<Row>, 'total' | 'rowAt' | 'look'>;
  columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  rowName(row: Row): string;
  rowActions(row: Row): readonly Action[];
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
const NARROW_PX = 88;

/** Holds the place of rows that are not drawn. */
export function Gap({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tbody aria-hidden>
      <tr className="grid-gap">
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nobody is told of it */}
        <td style={{ height }} />
      </tr>
    </tbody>
  );
}

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
  const latest = useRef({ shown, onChoose, rowName, rowActions });
  useEffect(() => {
    latest.current = { shown, onChoose, rowName, rowActions };
  });
  const toggle = useCallback((key: string, on: boolean): void => {
    const { current } = latest;
    const found = current.shown.get(key);
    if (found !== undefined) current.onChoose(found.row, on);
  }, []);
  // The same for every drawing, so that a page that arrives draws its own rows and no others.
  const nameOf = useCallback((row: Row) => latest.current.rowName(row), []);
  const actionsOf = useCallback((row: Row) => latest.current.rowActions(row), []);

  const wide = columns.reduce((sum, column) => sum + (column.width ?? COLUMN_PX), NARROW_PX);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long table must scroll by keyboard too
    <div className="grid-scroll grid-window" tabIndex={0} ref={box}>
      <table
        aria-label={props.label}
        aria-rowcount={total + 1}
        className="grid grid-even"
        data-density={density}
        style={{ minWidth: wide }}
      >
        <thead>
          <tr aria-rowindex={1}>
            {chosen && (
              <th scope="col" className="grid-narrow grid-box">
                <span className="visually-hidden">{t('ui.table.choice')}</span>
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
            <th scope="col" className="grid-narrow grid-box">
              <span className="visually-hidden">{t('ui.table.actions')}</span>
            </th>
          </tr>
        </thead>
        <Gap height={drawn[0]?.start ?? 0} />
        <tbody>
          {drawn.map(({ index }) => {
            const key = keyAt.get(index);
            const row = key === undefined ? undefined : shown.get(key)?.row;
            return key === undefined || row === undefined ? (
              <tr key={index} aria-rowindex={index + 2} aria-busy>
                <td colSpan={columns.length + (chosen ? 2 : 1)}>
                  <span className="visually-hidden">{t('ui.loading')}</span>
                  <span className="grid-waiting" aria-hidden />
                </td>
              </tr>
            ) : (
              <GridRow
                key={key}
                id={key}
                position={index + 2}
                row={row}
                columns={columns}
                chosen={chosen?.has(rowKey(row))}
                toggle={toggle}
                rowName={nameOf}
                rowActions={actionsOf}
                onOpen={undefined}
              />
            );
          })}
        </tbody>
        <Gap height={list.getTotalSize() - (drawn.at(-1)?.end ?? 0)} />
      </table>
    </div>
  );
}
