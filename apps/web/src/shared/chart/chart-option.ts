import { type Span, valueAxis } from '@airloom/contract/formats/figures/value-axis';
import type { EChartsCoreOption } from 'echarts/core';
import { PALETTE, type Scheme } from '../theme/tokens.ts';
import { lookOf } from './line-look.ts';
import { type ChartWindow, type Line, lonePoints, stepsOf } from './series.ts';

export interface ChartTexts {
  /** A value with its unit, beside the axis and at the crosshair. */
  value(value: number): string;
  /** A moment under the axis. */
  tick(at: number): string;
  /** The moment of the crosshair. */
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
  const small = { color: colours.text2, fontSize: 12 };
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
    series: lines.map((line, position) => {
      const { colour, dash, width } = lookOf(lines, position);
      // An area stands on nothing; where nothing is not on the axis, there is only the line.
      const hasArea = span[0] === 0 && line.previousOf === undefined;
      return {
        type: 'line',
        name: line.name,
        data: pointsOf(line, times, options.stepped ? Date.parse(window.to) : null),
        ...(options.stepped ? { step: 'end' } : {}),
        color: colours[colour],
        symbolSize: 5,
        lineStyle: { width, type: dash.length === 0 ? 'solid' : [...dash] },
        ...(hasArea ? { areaStyle: { opacity: lines.length === 1 ? 0.12 : 0.06 } } : {}),
        connectNulls: false,
        silent: true,
        emphasis: { disabled: true },
      };
    }),
  };
}
