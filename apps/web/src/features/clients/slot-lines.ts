import type { TerminalTimeline } from '@airloom/contract/clients/online.model';
import type { ChartWindow, Line } from '../../shared/chart/series.ts';

export type SlotFigure = (slot: TerminalTimeline['slots'][number]) => number | null;

/** Chart window in steps of minutes or hours. */
export function slotWindow({
  from,
  to,
  stepSeconds,
}: Pick<TerminalTimeline, 'from' | 'to' | 'stepSeconds'>): ChartWindow {
  const stepMs = stepSeconds * 1_000;
  const first = Math.floor(Date.parse(from) / stepMs) * stepMs;
  return { from, to, firstAt: new Date(first).toISOString(), stepSeconds };
}

/** A figure per slot of the window; null without a session. */
export function slotLine(timeline: TerminalTimeline, name: string, figure: SlotFigure): Line {
  const first = Date.parse(slotWindow(timeline).firstAt);
  const stepMs = timeline.stepSeconds * 1_000;
  const count = Math.floor((Date.parse(timeline.to) - first) / stepMs) + 1;
  const values: (number | null)[] = Array.from({ length: count }, () => null);
  for (const slot of timeline.slots) {
    const place = (Date.parse(slot.at) - first) / stepMs;
    if (place >= 0 && place < count) values[place] = figure(slot);
  }
  return { name, values };
}
