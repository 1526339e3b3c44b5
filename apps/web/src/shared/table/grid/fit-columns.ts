/** A column of a table as the browser laid it out. */
export interface LaidOut {
  readonly width: number;
  /** It holds text that may be cut; figures, states and addresses are cut only when that is not enough. */
  readonly isText: boolean;
  /** It is never cut: boxes and buttons. */
  readonly isFixed: boolean;
}

/** No column becomes narrower, in pixels. */
const SMALLEST_PX = 88;

/** The widest columns are cut first, all to the same width; null when that does not make enough room. */
function cutTo(widths: readonly number[], mayCut: readonly boolean[], room: number): number[] | null {
  const cut = (limit: number) =>
    widths.map((width, place) => (mayCut[place] ? Math.min(width, Math.max(limit, SMALLEST_PX)) : width));
  const sum = (all: readonly number[]) => all.reduce((total, width) => total + width, 0);
  if (sum(cut(0)) > room) return null;
  let low = 0;
  let high = Math.max(...widths);
  // To a tenth of a pixel.
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (sum(cut(middle)) > room) high = middle;
    else low = middle;
  }
  return cut(low);
}

/** Widths with which a table fits; null when it fits as it is. Without enough room its smallest widths. */
export function fitColumns(columns: readonly LaidOut[], room: number): number[] | null {
  const widths = columns.map(({ width }) => width);
  if (widths.reduce((total, width) => total + width, 0) <= room) return null;
  const isText = columns.map((column) => column.isText && !column.isFixed);
  const isAny = columns.map(({ isFixed }) => !isFixed);
  const least = widths.map((width, place) => (isText[place] ? Math.min(width, SMALLEST_PX) : width));
  return (
    cutTo(widths, isText, room) ??
    cutTo(least, isAny, room) ??
    widths.map((width, place) => (isAny[place] ? Math.min(width, SMALLEST_PX) : width))
  );
}
