/** A column of a table as the browser laid it out, in pixels. */
export interface LaidOut {
  readonly width: number;
  /** Its text may be cut to this width. */
  readonly least: number;
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

/** Widths with which columns fit: the widest are cut first, all to the same width. Null when they fit as they are. */
export function fitColumns(columns: readonly LaidOut[], room: number): number[] | null {
  const cut = (limit: number) => columns.map(({ width, least }) => Math.min(width, Math.max(limit, least)));
  if (sum(columns.map(({ width }) => width)) <= room) return null;
  let low = 0;
  let high = Math.max(...columns.map(({ width }) => width));
  // To a tenth of a pixel.
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (sum(cut(middle)) > room) high = middle;
    else low = middle;
  }
  return cut(low);
}

/** How many of the columns are shown: the last ones that do not fit with their least widths are left out. */
export function shownColumns(least: readonly number[], room: number, atLeast: number): number {
  let shown = least.length;
  while (shown > atLeast && sum(least.slice(0, shown)) > room) shown -= 1;
  return shown;
}
