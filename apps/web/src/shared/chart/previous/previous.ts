import type { ChartWindow, Line } from '../series.ts';

type Steps = Pick<ChartWindow, 'firstAt' | 'stepSeconds'>;

/** Values of an earlier window at the steps of a later one, `shiftMs` later. */
export function shifted(
  values: Line['values'],
  earlier: Steps,
  later: Steps,
  shiftMs: number,
  count: number,
): (number | null)[] {
  const stepMs = earlier.stepSeconds * 1_000;
  const start = Date.parse(later.firstAt) - shiftMs - Date.parse(earlier.firstAt);
  return Array.from({ length: count }, (_, step) => {
    const place = Math.floor((start + step * later.stepSeconds * 1_000) / stepMs);
    return values[place] ?? null;
  });
}

interface Drawn {
  lines: readonly Line[];
  window: ChartWindow;
}

/** The lines of a chart, followed by those of the previous period with the same names. */
export function withPrevious(
  current: Drawn,
  previous: Drawn,
  shiftMs: number,
  nameOf: (name: string) => string,
): Line[] {
  const added = current.lines.flatMap((line, position): Line[] => {
    const before = previous.lines.find(({ name }) => name === line.name);
    if (before === undefined) return [];
    const values = shifted(before.values, previous.window, current.window, shiftMs, line.values.length);
    return [{ name: nameOf(line.name), values, previousOf: position }];
  });
  return [...current.lines, ...added];
}
