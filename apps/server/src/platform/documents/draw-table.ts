import type { DocumentTable } from './document.ts';
import { INK, INNER, PAGE, type Pen } from './pen.ts';

const CELL = { size: 8 } as const;
const HEAD = { size: 7.5, colour: INK.muted } as const;
const TITLE = { size: 9.5, weight: 'bold' } as const;
const LINE = 10;
const PADDING = 3.5;
const BASELINE = 7.6;
const GUTTER = 10;
const LINES_MAX = 3;
/** Of a column, when the texts of all do not fit. */
const NATURAL_MAX = 220;
const NATURAL_MIN = 28;
/** Rows that are measured for the widths of the columns. */
const SAMPLE = 200;
const TITLE_HEIGHT = 18;
const AFTER = 14;

interface Column {
  readonly left: number;
  readonly width: number;
  readonly align: 'start' | 'end';
}

/** Widths in proportion to what the columns contain. */
function columnsOf(pen: Pen, { columns, rows }: DocumentTable): Column[] {
  const sample = rows.slice(0, SAMPLE);
  const natural = columns.map(({ head }, place) => {
    const widths = sample.map((row) => pen.widthOf((row[place] ?? '').slice(0, 80), CELL));
    const widest = Math.max(pen.widthOf(head, HEAD), ...widths);
    return Math.min(NATURAL_MAX, Math.max(NATURAL_MIN, widest)) + GUTTER;
  });
  const scale = INNER / natural.reduce((sum, width) => sum + width, 0);
  let left: number = PAGE.margin;
  return columns.map(({ align }, place) => {
    const width = (natural[place] ?? 0) * scale;
    const gutter = place === columns.length - 1 ? 0 : GUTTER;
    const column = { left, width: width - gutter, align };
    left += width;
    return column;
  });
}

function drawRow(
  pen: Pen,
  cells: readonly (readonly string[])[],
  columns: readonly Column[],
  style: typeof CELL | typeof HEAD,
): void {
  for (const [place, { left, width, align }] of columns.entries()) {
    for (const [line, text] of (cells[place] ?? []).entries()) {
      const x = align === 'start' ? left : left + width;
      pen.write(text, [x, pen.top + PADDING + BASELINE + line * LINE], { ...style, align });
    }
  }
}

const heightOf = (cells: readonly (readonly string[])[]): number =>
  Math.max(1, ...cells.map((lines) => lines.length)) * LINE + 2 * PADDING;

function rule(pen: Pen, colour: string): void {
  pen.line(
    [
      [PAGE.margin, pen.top],
      [PAGE.margin + INNER, pen.top],
    ],
    { colour, width: 0.5 },
  );
}

/** A table that continues on further pages, with its head on each. */
export function drawTable(pen: Pen, table: DocumentTable): void {
  const columns = columnsOf(pen, table);
  const lines = (texts: readonly string[], style: typeof CELL | typeof HEAD) =>
    columns.map(({ width }, place) => pen.lines(texts[place] ?? '', style, width, LINES_MAX));
  const heads = lines(
    table.columns.map(({ head }) => head),
    HEAD,
  );
  const drawHead = (): void => {
    drawRow(pen, heads, columns, HEAD);
    pen.moveDown(heightOf(heads));
    rule(pen, INK.border);
  };
  const [first] = table.rows;
  const firstHeight = first === undefined ? 0 : heightOf(lines(first, CELL));
  pen.require(TITLE_HEIGHT + heightOf(heads) + firstHeight);
  pen.write(table.title, [PAGE.margin, pen.top + 9], { ...TITLE, width: INNER });
  pen.moveDown(TITLE_HEIGHT);
  if (table.rows.length > 0) drawHead();
  for (const row of table.rows) {
    const cells = lines(row, CELL);
    if (pen.require(heightOf(cells))) drawHead();
    drawRow(pen, cells, columns, CELL);
    pen.moveDown(heightOf(cells));
    rule(pen, INK.hairline);
  }
  if (table.note !== undefined) {
    pen.require(LINE + 2 * PADDING);
    pen.write(table.note, [PAGE.margin, pen.top + PADDING + BASELINE], {
      size: 8,
      colour: INK.muted,
      width: INNER,
    });
    pen.moveDown(LINE + 2 * PADDING);
  }
  pen.moveDown(AFTER);
}
