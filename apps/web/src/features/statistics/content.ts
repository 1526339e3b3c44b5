import type { BarsProps } from '../../shared/chart/Bars.tsx';
import type { ChartWindow, Line } from '../../shared/chart/series.ts';
import type { Span } from '../../shared/chart/value-axis.ts';

export interface Figure {
  label: string;
  value: string;
  /** Where it leads. */
  to?: string | undefined;
  /** What must be known to read it rightly. */
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

/** Rows as they are read, on the screen or on paper. */
export interface Sheet {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** How long the bar of each row is; a sheet may have none. */
  sizes?: readonly number[];
  /** Stands under the rows. */
  note?: string | undefined;
}

/** All of a page that is figures: what the screen shows is what goes on paper. */
export interface Content {
  /** Of the charts; null where nothing happens over time. */
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

/** The same measure of several things, a line each; what was never measured has none. */
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
