/** One value per step from the first on; null where nothing was measured. */
export interface Line {
  name: string;
  values: readonly (number | null)[];
  /** Position of the line whose previous period this is. */
  previousOf?: number;
}

/** Time window of a chart, from the server. */
export interface ChartWindow {
  from: string;
  to: string;
  firstAt: string;
  stepSeconds: number;
}

export interface Step {
  /** When it begins, in ms. */
  at: number;
  /** In the order of the lines. */
  values: readonly (number | null)[];
}

/** The lines side by side; a step in which no line has a value stays, as the gap it is. */
export function stepsOf(
  window: Pick<ChartWindow, 'firstAt' | 'stepSeconds'>,
  lines: readonly Line[],
): Step[] {
  const first = Date.parse(window.firstAt);
  const count = Math.max(0, ...lines.map((line) => line.values.length));
  return Array.from({ length: count }, (_, index) => ({
    at: first + index * window.stepSeconds * 1_000,
    values: lines.map((line) => line.values[index] ?? null),
  }));
}

export function hasValues(lines: readonly Line[]): boolean {
  return lines.some((line) => line.values.some((value) => value !== null));
}

/** A value between two gaps would be a line of no length: it is drawn as a point. */
export function lonePoints(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
      ? [index]
      : [],
  );
}

/** What happened last that was measured at all. */
export function lastValue(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null;
}
