import type { EChartsCoreOption } from 'echarts/core';
import { type Colour, FONTS, PALETTE, type Scheme } from '../theme/tokens.ts';
import { type ChartWindow, type Line, lonePoints, stepsOf } from './series.ts';
import { type Span, valueAxis } from './value-axis.ts';

const SERIES_COLOURS = [
  'series1',
  'series2',
  'series3',
  'series4',
  'series5',
  'series6',
] as const satisfies readonly Colour[];

/** The token a line is drawn in. */
export function colourOf(position: number): Colour {
  return SERIES_COLOURS[position % SERIES_COLOURS.length] ?? 'series1';
}

/** Dash patterns in pixels, so that lines differ without colour too; none is a solid line. */
const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [10, 3, 2, 3], [4, 2], [1, 4]];

export function dashOf(position: number): readonly number[] {
  return DASHES[position % DASHES.length] ?? [];
}

export interface ChartTexts {
  /** A value with its unit, beside the axis and in the tip. */
  value(value: number): string;
  /** A moment under the axis. */
  tick(at: number): string;
  /** A moment at the head of the tip. */
  moment(at: number): string;
  nothing: string;
}

export interface ChartOptions {
  lines: readonly Line[];
  window: ChartWindow;
  scheme: Scheme;
  texts: ChartTexts;
  span: Span;
  /** There is no half of what is counted. */
  whole: boolean;
  /** A value is of its whole step, such as what was counted in an hour, and not of the moment it begins. */
  stepped?: boolean;
  motion: boolean;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Tooltip at a time: every line with its value or a placeholder. */
export function tipHtml(at: number, values: readonly (number | null)[], options: ChartOptions): string {
  const { lines, scheme, texts } = options;
  const rows = lines.map((line, position) => {
    const value = values[position] ?? null;
    const stroke = `stroke="${PALETTE[scheme][colourOf(position)]}" stroke-dasharray="${dashOf(position).join(' ')}"`;
    return `<div class="chart-tip-row"><svg class="chart-mark"><line x1="0" y1="2" x2="20" y2="2" ${stroke}/></svg><span>${escaped(line.name)}</span><b>${escaped(value === null ? texts.nothing : texts.value(value))}</b></div>`;
  });
  return `<div class="chart-tip">${escaped(texts.moment(at))}${rows.join('')}</div>`;
}

/**
 * Points of one line: `null` breaks it, and a value that stands alone is shown as a dot. What is of whole steps
 * lasts to the end of the last one.
 */
function pointsOf(line: Line, times: readonly number[], end: number | null) {
  const alone = new Set(lonePoints(line.values));
  const points = times.map((at, index) => ({
    value: [at, line.values[index] ?? null],
    symbol: alone.has(index) ? 'circle' : 'none',
  }));
  if (end !== null) points.push({ value: [end, line.values.at(-1) ?? null], symbol: 'none' });
  return points;
}

export function chartOption(options: ChartOptions): EChartsCoreOption {
  const { lines, window, scheme, texts, span } = options;
  const colours = PALETTE[scheme];
  const steps = stepsOf(window, lines);
  const times = steps.map((step) => step.at);
  // The drawing has no style sheet: the font of the page is named in it.
  const small = { color: colours.text2, fontFamily: FONTS.text, fontSize: 12 };
  return {
    animation: options.motion,
    animationDuration: 200,
    animationDurationUpdate: 0,
    grid: {
      top: 12,
      right: 28,
      bottom: 4,
      left: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'time',
      min: Date.parse(window.from),
      max: Date.parse(window.to),
      axisLine: { lineStyle: { color: colours.border } },
      axisTick: { show: false },
      axisLabel: {
        ...small,
        hideOverlap: true,
        formatter: (at: number) => texts.tick(at),
      },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      ...valueAxis(lines, span, options.whole),
      axisLabel: { ...small, formatter: (value: number) => texts.value(value) },
      splitLine: { lineStyle: { color: colours.hairline } },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      backgroundColor: colours.elevated,
      borderColor: colours.border,
      padding: 8,
      textStyle: { color: colours.text, fontFamily: FONTS.text, fontSize: 12 },
      axisPointer: { lineStyle: { color: colours.text3 } },
      formatter: (shown: readonly { dataIndex: number }[]) => {
        const step = steps[Math.min(shown[0]?.dataIndex ?? -1, steps.length - 1)];
        return step ? tipHtml(step.at, step.values, options) : '';
      },
    },
    series: lines.map((line, position) => ({
      type: 'line',
      name: line.name,
      data: pointsOf(line, times, options.stepped ? Date.parse(window.to) : null),
      ...(options.stepped ? { step: 'end' } : {}),
      color: colours[colourOf(position)],
      symbolSize: 5,
      lineStyle: { width: 1.5, type: dashOf(position).length === 0 ? 'solid' : [...dashOf(position)] },
      // An area stands on nothing; where nothing is not on the axis, there is only the line.
      ...(span[0] === 0 ? { areaStyle: { opacity: lines.length === 1 ? 0.12 : 0.06 } } : {}),
      connectNulls: false,
      emphasis: { disabled: true },
    })),
  };
}
