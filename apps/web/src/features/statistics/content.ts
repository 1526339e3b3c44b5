import type { Span } from '@airloom/contract/formats/figures/value-axis';
import type { BarsProps } from '../../shared/chart/Bars.tsx';
import { withPrevious } from '../../shared/chart/previous/previous.ts';
import type { ChartWindow, Line } from '../../shared/chart/series.ts';

export interface Figure {
  label: string;
  value: string;
  /** Link target. */
  to?: string | undefined;
  /** Explanation of the figure. */
  note?: string | undefined;
  /** The same of the previous period. */
  previous?: string | undefined;
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

/** Adds the previous period to figures and charts. */
export function compared(
  content: Content,
  previous: Content,
  shiftMs: number,
  nameOf: (name: string) => string,
): Content {
  const { window } = content;
  const earlier = previous.window;
  if (window === null || earlier === null) return content;
  return {
    ...content,
    figures: content.figures.map((figure) => ({
      ...figure,
      previous: previous.figures.find(({ label }) => label === figure.label)?.value,
    })),
    charts: content.charts.map((chart) => {
      const before = previous.charts.find(({ title }) => title === chart.title);
      if (before === undefined) return chart;
      const [now, then] = [
        { lines: chart.lines, window },
        { lines: before.lines, window: earlier },
      ];
      return { ...chart, lines: withPrevious(now, then, shiftMs, nameOf) };
    }),
  };
}
