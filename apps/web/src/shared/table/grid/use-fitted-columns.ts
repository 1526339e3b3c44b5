import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Cards, Column } from './column.ts';
import { fitColumns, shownColumns } from './fit-columns.ts';

const TEXT = '.table-clipped, .table-link, .table-open';
/** Widths in pixels that texts are cut to: names stay longer than other texts. */
const NAME_PX = 190;
const TEXT_PX = 92;
/** Cells stand closer together in a table that is cut: see `data-fitted` in table.css. */
const SAVED_PX = 8;
/** Columns that are always shown. */
const ALWAYS = 4;

interface Fitted<Row> {
  columns: readonly Column<Row>[];
  cards: Cards<Row> | null;
  /** The person chose the columns: all are shown, however wide the table becomes. */
  isChosen: boolean;
  /** What else decides how wide the columns are. */
  contents: readonly unknown[];
}

/** Lays the table out by its contents, with the widths of its columns. */
function measure(table: HTMLTableElement) {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  table.style.tableLayout = '';
  delete table.dataset['fitted'];
  for (const head of heads) head.style.removeProperty('width');
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  const first = heads.findIndex((head) => !head.classList.contains('grid-narrow'));
  return heads.map((head, place) => {
    const isFixed = head.classList.contains('grid-narrow');
    const isText = !isFixed && rows.some((row) => row.cells[place]?.querySelector(TEXT));
    const width = Math.ceil(head.getBoundingClientRect().width) - (isFixed ? 0 : SAVED_PX);
    const least = isText ? Math.min(width, place === first ? NAME_PX : TEXT_PX) : width;
    return { head, isFixed, width, least };
  });
}

function cut(table: HTMLTableElement, measured: ReturnType<typeof measure>, room: number): void {
  const widths = fitColumns(measured, room);
  for (const [place, { head, width }] of measured.entries())
    head.style.width = `${widths?.[place] ?? width}px`;
  table.style.tableLayout = 'fixed';
  table.dataset['fitted'] = 'true';
}

/** The columns for which there is room, cut until they fit: again when contents or the width of the place change. */
export function useFittedColumns<Row>(
  table: RefObject<HTMLTableElement | null>,
  { columns, cards, isChosen, contents }: Fitted<Row>,
): readonly Column<Row>[] {
  const [room, setRoom] = useState(0);
  const [count, setCount] = useState(columns.length);
  /** Of columns that were drawn, also of those that are left out now. */
  const known = useRef(new Map<string, number>());
  const shown = isChosen || cards !== null ? columns : columns.slice(0, Math.max(count, ALWAYS));

  useEffect(() => {
    const box = table.current?.parentElement;
    if (!box) return;
    const observer = new ResizeObserver(() => setRoom(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [table]);

  const last = useRef<readonly unknown[]>([]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- contents decide how wide columns are; the comparison ends it
  useLayoutEffect(() => {
    const given = [room, columns, shown.length, count, cards, isChosen, ...contents];
    if (given.every((one, place) => one === last.current[place])) return;
    last.current = given;
    const box = table.current?.parentElement;
    if (!table.current || !box || cards !== null) return;
    const measured = measure(table.current);
    const isTooWide = table.current.offsetWidth > box.clientWidth;
    const fixed = measured.reduce((sum, { isFixed, width }) => sum + (isFixed ? width : 0), 0);
    const drawn = measured.filter(({ isFixed }) => !isFixed);
    for (const [place, column] of shown.entries()) known.current.set(column.key, drawn[place]?.least ?? 0);
    // A column that was never drawn is drawn once.
    const least = columns.map(({ key }) => known.current.get(key) ?? 0);
    const next = shownColumns(least, box.clientWidth - fixed, ALWAYS);
    if (!isChosen && next !== count) {
      setCount(next);
      return;
    }
    if (isTooWide) cut(table.current, measured, box.clientWidth);
  });

  return shown;
}

/** A text that is cut shows whole in a tip. */
export function titleOfCut(event: PointerEvent<HTMLTableElement>): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('th, td') : null;
  if (cell === null || cell.querySelector('input')) return;
  const parts = [cell, ...cell.querySelectorAll<HTMLElement>('*')];
  const isCut = parts.some((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0);
  const text = cell.textContent.trim();
  if (isCut && text !== '') cell.title = text;
  else cell.removeAttribute('title');
}
