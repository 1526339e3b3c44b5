import { barWidths } from '../../../shared/chart/bar-widths.ts';
import { drawChart } from '../../../shared/chart/draw-chart.ts';
import { lookOf } from '../../../shared/chart/line-look.ts';
import { type ChartWindow, hasValues } from '../../../shared/chart/series.ts';
import { timeTexts } from '../../../shared/chart/use-chart-texts.ts';
import { browserDateLocale } from '../../../shared/i18n/date-locale.ts';
import { FONTS, PALETTE } from '../../../shared/theme/tokens.ts';
import type { Drawn, Figure, Sheet } from '../content.ts';
import type { Paper } from './paper.ts';

/** In CSS pixels. */
export const PAGE = { width: 1123, margin: 40 } as const;
const INNER = PAGE.width - 2 * PAGE.margin;

/** Colors for white paper, independent of the theme. */
const INK = PALETTE.light;
const ROW = 22;
const GAP = 16;
const CHART = { width: (INNER - GAP) / 2, height: 150, head: 26 } as const;
/** The first column of a table is wider than the others. */
const FIRST_PART = 2;

type Context = OffscreenCanvasRenderingContext2D;

export interface Item {
  height: number;
  paint(context: Context, top: number): void;
}

function font(size: number, weight: number): string {
  return `${weight} ${size}px ${FONTS.text}`;
}

interface Written {
  size?: number;
  weight?: number;
  colour?: string;
  width?: number;
  align?: 'left' | 'right';
}

/** Text shortened with an ellipsis. */
function write(context: Context, text: string, x: number, y: number, how: Written = {}): void {
  const { size = 12, weight = 400, colour = INK.text, width = INNER, align = 'left' } = how;
  context.font = font(size, weight);
  context.fillStyle = colour;
  context.textAlign = align;
  context.textBaseline = 'middle';
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > width) shown = `${shown.slice(0, -2)}…`;
  context.fillText(shown, x, y);
}

function headItem({ title, lead }: Paper): Item {
  return {
    height: 64,
    paint(context, top) {
      write(context, title, PAGE.margin, top + 14, { size: 22, weight: 600 });
      write(context, lead, PAGE.margin, top + 42, { colour: INK.text2 });
    },
  };
}

function figuresItem(figures: readonly Figure[]): Item {
  const width = INNER / Math.max(1, figures.length);
  return {
    height: 64,
    paint(context, top) {
      figures.forEach(({ label, value }, place) => {
        const x = PAGE.margin + place * width;
        write(context, label, x, top + 8, { colour: INK.text2, width: width - GAP });
        write(context, value, x, top + 30, { size: 20, weight: 600, width: width - GAP });
      });
    },
  };
}

function paintLegend(context: Context, lines: Drawn['lines'], right: number, y: number): void {
  let x = right;
  lines
    .map(({ name }, place) => ({ name, place }))
    .toReversed()
    .forEach(({ name, place }) => {
      context.font = font(11, 400);
      x -= context.measureText(name).width;
      write(context, name, x, y, { size: 11, colour: INK.text2 });
      x -= 26;
      const { colour, dash } = lookOf(lines, place);
      context.strokeStyle = INK[colour];
      context.lineWidth = 2;
      context.setLineDash([...dash]);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + 20, y);
      context.stroke();
      context.setLineDash([]);
      x -= 12;
    });
}

function paintChart(
  context: Context,
  chart: Drawn,
  window: ChartWindow,
  paper: Paper,
  [x, top]: [number, number],
): void {
  write(context, chart.title, x, top + 10, { size: 13, weight: 600 });
  if (!hasValues(chart.lines)) {
    write(context, paper.none, x, top + CHART.head + 24, { colour: INK.text2 });
    return;
  }
  if (chart.lines.length > 1) paintLegend(context, chart.lines, x + CHART.width, top + 10);
  const texts = {
    ...timeTexts(browserDateLocale(paper.language), window),
    value: chart.value,
    nothing: paper.nothing,
  };
  const { lines, span, whole = false, stepped = false } = chart;
  const drawn = drawChart({ lines, window, scheme: 'light', texts, span, whole, stepped }, CHART);
  context.drawImage(drawn, x, top + CHART.head, CHART.width, CHART.height);
}

function chartItems(paper: Paper): Item[] {
  const { charts, window } = paper.content;
  if (window === null) return [];
  return Array.from({ length: Math.ceil(charts.length / 2) }, (_, row) => ({
    height: CHART.head + CHART.height + GAP,
    paint(context, top) {
      charts.slice(row * 2, row * 2 + 2).forEach((chart, column) => {
        paintChart(context, chart, window, paper, [PAGE.margin + column * (CHART.width + GAP), top]);
      });
    },
  }));
}

function cellPainter(columns: number) {
  const part = INNER / (FIRST_PART + columns - 1);
  return (context: Context, cells: readonly string[], middle: number, how: Written): void => {
    cells.forEach((text, column) => {
      if (column === 0) write(context, text, PAGE.margin, middle, { ...how, width: part * FIRST_PART - GAP });
      else {
        const right = PAGE.margin + part * (FIRST_PART + column);
        write(context, text, right, middle, { ...how, align: 'right', width: part - GAP });
      }
    });
  };
}

function rule(context: Context, y: number): void {
  context.fillStyle = INK.hairline;
  context.fillRect(PAGE.margin, y, INNER, 1);
}

function noteItems(note: string | undefined): Item[] {
  if (note === undefined) return [];
  return [
    {
      height: ROW + GAP,
      paint(context, top) {
        write(context, note, PAGE.margin, top + ROW / 2, { colour: INK.text2, width: INNER });
      },
    },
  ];
}

function sheetItems({ title, heads, rows, sizes, note }: Sheet): Item[] {
  if (rows.length === 0) return [];
  const cells = cellPainter(heads.length);
  const widths = barWidths(sizes ?? []);
  const barMost = (INNER / (FIRST_PART + heads.length - 1)) * FIRST_PART - GAP;
  return [
    {
      height: 28 + ROW,
      paint(context, top) {
        write(context, title, PAGE.margin, top + 12, { size: 13, weight: 600 });
        cells(context, heads, top + 28 + ROW / 2, { size: 11, colour: INK.text2 });
        rule(context, top + 28 + ROW - 1);
      },
    },
    ...rows.map((row, place): Item => {
      const isLast = place === rows.length - 1 && note === undefined;
      return {
        height: isLast ? ROW + GAP : ROW,
        paint(context, top) {
          cells(context, row, top + ROW / 2 - 1, {});
          rule(context, top + ROW - 1);
          context.fillStyle = INK.series1;
          context.fillRect(PAGE.margin, top + ROW - 3, ((widths[place] ?? 0) / 100) * barMost, 3);
        },
      };
    }),
    ...noteItems(note),
  ];
}

/** Items of a paper from top to bottom. */
export function itemsOf(paper: Paper): Item[] {
  return [
    headItem(paper),
    figuresItem(paper.content.figures),
    ...chartItems(paper),
    ...paper.sheets.flatMap(sheetItems),
  ];
}
