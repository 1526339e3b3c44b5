import type { BarsProps } from '../../shared/chart/Bars.tsx';
import type { ChartWindow, Line } from '../../shared/chart/series.ts';
import type { Span } from '../../shared/chart/value-axis.ts';

export interface Figure {
  label: string;
  value: string;
  /** Link target. */
  to?: string | undefined;
  /** Explanation of the figure. */
  note?: string | undefined;
}

export interface Drawn {
  title: string;
  lines: readonly Line[];
  value(value: number): string;
  span: Span;
  whole?: boolean;
  stepped?: boolean;
}

/** Table rows for screen and export. */
export interface Sheet {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** Length of the bar of each row; optional. */
  sizes?: readonly number[];
  /** Note below the rows. */
  note?: string | undefined;
}

/** Figures of a page, for screen and export. */
export interface Content {
  /** Time window of the charts; null without any. */
  window: ChartWindow | null;
  figures: readonly Figure[];
  charts: readonly Drawn[];
  bars: readonly BarsProps[];
}

export function sheetOf({ title, heads, rows, note }: BarsProps): Sheet {
  return {
    title,
    heads,
    rows: rows.map(({ name, texts }) => [name, ...texts]),
    sizes: rows.map(({ size }) => size),
    note,
  };
}

/** One metric of several series as lines; series without values are left out. */
export function linesOf<M extends string>(
  things: readonly {
    name: string;
    series: readonly { metric: M; values: readonly (number | null)[] }[];
  }[],
  metric: M,
): Line[] {
  return things.flatMap(({ name, series }) => {
    const found = series.find((one) => one.metric === metric);
    return found?.values.some((value) => value !== null) ? [{ name, values: found.values }] : [];
  });
}
