import type { DocumentChart } from './document.ts';
import { INK, INNER, PAGE, type Pen, strokeOf } from './pen.ts';

const GAP = 20;
const WIDTH = (INNER - GAP) / 2;
const HEAD = 20;
const PLOT_HEIGHT = 74;
const LABELS_BELOW = 14;
/** Three rows fit under the figures of the first page. */
const ROW_HEIGHT = HEAD + PLOT_HEIGHT + LABELS_BELOW + 10;
const LEGEND_MARK = 16;

const TITLE = { size: 9.5, weight: 'bold' } as const;
const SMALL = { size: 7, colour: INK.muted } as const;

type Point = readonly [x: number, y: number];

/** The legend, right-aligned at `right`. Returns its left end. */
function drawLegend(pen: Pen, { lines }: DocumentChart, right: number, baseline: number): number {
  let x = right;
  for (const [place, { name }] of [...lines.entries()].toReversed()) {
    x -= pen.widthOf(name, SMALL);
    pen.write(name, [x, baseline], SMALL);
    x -= LEGEND_MARK + 4;
    pen.line(
      [
        [x, baseline - 2.4],
        [x + LEGEND_MARK, baseline - 2.4],
      ],
      strokeOf(place),
    );
    x -= 10;
  }
  return x;
}

/** Points of a line, in pieces between gaps. */
export function piecesOf(
  { first, stepMs, stepped, from, to }: DocumentChart,
  values: readonly (number | null)[],
): (readonly [at: number, value: number])[][] {
  const pieces: [number, number][][] = [];
  let open: [number, number][] | null = null;
  for (const [step, value] of values.entries()) {
    if (value === null) {
      open = null;
      continue;
    }
    if (open === null) {
      open = [];
      pieces.push(open);
    }
    const start = first + step * stepMs;
    const within = (at: number) => Math.min(to, Math.max(from, at));
    open.push([within(start), value]);
    if (stepped) open.push([within(start + stepMs), value]);
  }
  return pieces;
}

function drawPlot(pen: Pen, chart: DocumentChart, left: number, top: number): void {
  const labels = Math.max(...chart.values.map(({ text }) => pen.widthOf(text, SMALL)));
  const [x0, x1] = [left + labels + 5, left + WIDTH];
  const [y0, y1] = [top + PLOT_HEIGHT, top];
  const x = (at: number) => x0 + ((at - chart.from) / Math.max(1, chart.to - chart.from)) * (x1 - x0);
  const y = (value: number) => y0 - ((value - chart.low) / (chart.high - chart.low || 1)) * (y0 - y1);
  for (const { at, text } of chart.values) {
    pen.line(
      [
        [x0, y(at)],
        [x1, y(at)],
      ],
      { colour: at === chart.low ? INK.border : INK.hairline, width: 0.5 },
    );
    pen.write(text, [x0 - 5, y(at) + 2.4], { ...SMALL, align: 'end' });
  }
  for (const { at, text } of chart.times) {
    const half = pen.widthOf(text, SMALL) / 2;
    pen.write(text, [Math.min(x1 - half, Math.max(x0 + half, x(at))), y0 + 10], {
      ...SMALL,
      align: 'middle',
    });
  }
  for (const [place, { values }] of chart.lines.entries()) {
    const stroke = strokeOf(place);
    for (const piece of piecesOf(chart, values)) {
      const points = piece.map(([at, value]): Point => [x(at), y(value)]);
      const [only, another] = points;
      if (only !== undefined && another === undefined) pen.dot(only, stroke.colour);
      else pen.line(points, stroke);
    }
  }
}

function drawChart(pen: Pen, chart: DocumentChart, left: number): void {
  const { top } = pen;
  const isMeasured = chart.lines.some(({ values }) => values.some((value) => value !== null));
  const legend =
    isMeasured && chart.lines.length > 1 ? drawLegend(pen, chart, left + WIDTH, top + 9) : left + WIDTH;
  pen.write(chart.title, [left, top + 9], { ...TITLE, width: legend - left });
  if (isMeasured) drawPlot(pen, chart, left, top + HEAD);
  else pen.write(chart.none, [left, top + HEAD + 12], { size: 8, colour: INK.muted });
}

/** Two beside each other. */
export function drawCharts(pen: Pen, charts: readonly DocumentChart[]): void {
  for (let place = 0; place < charts.length; place += 2) {
    pen.require(ROW_HEIGHT);
    for (const [column, chart] of charts.slice(place, place + 2).entries()) {
      drawChart(pen, chart, PAGE.margin + column * (WIDTH + GAP));
    }
    pen.moveDown(ROW_HEIGHT);
  }
}
