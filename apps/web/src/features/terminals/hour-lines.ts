import type { TerminalTimeline } from '@airloom/contract/terminals/online.model';
import type { ChartWindow, Line } from '../../shared/chart/series.ts';

const HOUR_MS = 3_600_000;

type Hour = TerminalTimeline['hours'][number];
export type HourFigure = (hour: Hour) => number | null;

/** Hours side by side from the first of the window on. */
export function hourWindow({ from, to }: Pick<TerminalTimeline, 'from' | 'to'>): ChartWindow {
  const first = Math.floor(Date.parse(from) / HOUR_MS) * HOUR_MS;
  return { from, to, firstAt: new Date(first).toISOString(), stepSeconds: HOUR_MS / 1_000 };
}

/** A figure of every hour of the window; null in those it was not there. */
export function hourLine(timeline: TerminalTimeline, name: string, figure: HourFigure): Line {
  const first = Date.parse(hourWindow(timeline).firstAt);
  const count = Math.floor((Date.parse(timeline.to) - first) / HOUR_MS) + 1;
  const values: (number | null)[] = Array.from({ length: count }, () => null);
  for (const hour of timeline.hours) {
    const place = (Date.parse(hour.hour) - first) / HOUR_MS;
    if (place >= 0 && place < count) values[place] = figure(hour);
  }
  return { name, values };
}
