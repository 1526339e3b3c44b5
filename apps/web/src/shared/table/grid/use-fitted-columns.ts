import { type PointerEvent, type RefObject, useEffect, useLayoutEffect } from 'react';
import { fitColumns } from './fit-columns.ts';

const TEXT = '.table-clipped, .table-link, .table-open';

/** Lays the table out by its contents, then cuts columns until it fits. */
function fit(table: HTMLTableElement): void {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  const box = table.parentElement;
  if (box === null || heads.length === 0) return;
  table.style.tableLayout = '';
  for (const head of heads) head.style.removeProperty('width');
  if (table.dataset['cards'] === 'true' || table.offsetWidth <= box.clientWidth) {
    delete table.dataset['fitted'];
    return;
  }
  const body = table.tBodies[0];
  const widths = fitColumns(
    heads.map((head, place) => ({
      width: head.offsetWidth,
      isText: [...(body?.rows ?? [])].some((row) => row.cells[place]?.querySelector(TEXT)),
      isFixed: head.classList.contains('grid-narrow'),
    })),
    box.clientWidth,
  );
  for (const [place, head] of heads.entries()) head.style.width = `${widths?.[place] ?? head.offsetWidth}px`;
  table.style.tableLayout = 'fixed';
  table.dataset['fitted'] = 'true';
}

/** Makes a table fit its place: again when its rows or columns change, or its place becomes wider or narrower. */
export function useFittedColumns(table: RefObject<HTMLTableElement | null>, ...shown: unknown[]): void {
  // oxlint-disable-next-line react/exhaustive-deps -- what is shown decides how wide the columns are
  useLayoutEffect(() => {
    if (table.current) fit(table.current);
  }, [table, ...shown]);
  useEffect(() => {
    const { current } = table;
    const box = current?.parentElement;
    if (!current || !box) return;
    let width = box.clientWidth;
    const observer = new ResizeObserver(() => {
      if (box.clientWidth === width) return;
      width = box.clientWidth;
      fit(current);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [table]);
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
