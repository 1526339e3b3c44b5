import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import { CHART_RANGES, type ChartRange } from '@airloom/contract/telemetry/telemetry.model';
import { type TimeWindow, timed } from '@airloom/contract/telemetry/time-window';
import { DAY, MINUTE } from '@airloom/contract/time';
import { momentIn } from '../logs/local-time.ts';
import { readZoom, withZoom, type Zoom } from './zoom/zoom.ts';

/** One's own interval, beside the usual ranges. */
export const OWN = 'own';
export const WINDOW_CHOICES = [...CHART_RANGES, OWN] as const;
export type WindowChoice = (typeof WINDOW_CHOICES)[number];

const USUAL: ChartRange = 'day';
const window = timed({});

export interface WindowChange {
  chosen: WindowChoice;
  from?: string | undefined;
  to?: string | undefined;
}

export interface ChosenWindow {
  chosen: WindowChoice;
  from: string | undefined;
  to: string | undefined;
  /** The part of it that is shown; null for all of it. */
  zoom: Zoom | null;
  /** What calls are asked for; null while the interval is none. */
  asked: TimeWindow | null;
  /** The rule an interval of one's own breaks. */
  issue: string | undefined;
  /** It ends with now, and moves on with it. */
  moves: boolean;
}

/** The window an address names: `?range=week`, or `?range=own&from=…&to=…`, or a part of it. */
export function readWindow(query: URLSearchParams): ChosenWindow {
  const chosen = readChosen(query);
  const zoom = readZoom(query);
  if (zoom === null) return { ...chosen, zoom };
  const asked = { from: new Date(zoom.from).toISOString(), to: new Date(zoom.to).toISOString() };
  return { ...chosen, zoom, asked, moves: false };
}

/** Length of a valid window in ms. */
export function lengthOf({ range, from, to }: TimeWindow): number {
  return from === undefined || to === undefined
    ? STATISTICS_LIMITS.rangesMs[range ?? USUAL]
    : Date.parse(to) - Date.parse(from);
}

function readChosen(query: URLSearchParams): Omit<ChosenWindow, 'zoom'> {
  const chosen = WINDOW_CHOICES.find((one) => one === query.get('range')) ?? USUAL;
  if (chosen !== OWN) {
    return {
      chosen,
      from: undefined,
      to: undefined,
      asked: { range: chosen },
      issue: undefined,
      moves: true,
    };
  }
  const from = momentIn(query.get('from') ?? undefined);
  const to = momentIn(query.get('to') ?? undefined);
  const checked = window.safeParse({ from, to });
  return {
    chosen,
    from,
    to,
    asked: checked.success ? { from, to } : null,
    issue: checked.error?.issues[0]?.message,
    moves: false,
  };
}

/** The minute that runs is part of it. */
function minuteAt(moment: number): string {
  return new Date(Math.ceil(moment / MINUTE) * MINUTE).toISOString();
}

/** The address with another window in it; an interval of one's own begins as the last day. */
export function withWindow(query: URLSearchParams, next: WindowChange, now: number): URLSearchParams {
  const changed = withZoom(query, null);
  const put = (name: string, value: string | undefined): void => {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  };
  put('range', next.chosen === USUAL ? undefined : next.chosen);
  put('from', next.chosen === OWN ? (next.from ?? minuteAt(now - DAY)) : undefined);
  put('to', next.chosen === OWN ? (next.to ?? minuteAt(now)) : undefined);
  return changed;
}
