import { STATISTICS_LIMITS } from '@airloom/contract/statistics/statistics.limits';
import { MINUTE } from '@airloom/contract/time';

/** Part of a window, in ms. */
export interface Zoom {
  from: number;
  to: number;
}

const PARAMETER = 'zoom';
const BETWEEN = '_';
const { intervalMaxMs: MAX_MS } = STATISTICS_LIMITS;
/** Two steps of the finest charts that cover several devices. */
export const ZOOM_MIN_MS = 10 * MINUTE;

/** Between two moments in either order; the second one moves closer where that is longer than a request may be. */
export function zoomBetween(anchor: number, other: number): Zoom {
  const end = Math.min(anchor + MAX_MS, Math.max(anchor - MAX_MS, other));
  return { from: Math.min(anchor, end), to: Math.max(anchor, end) };
}

/** Whole minutes and at least the shortest length, within the window; null if it is all of the window or nothing. */
export function zoomOf({ from, to }: Zoom, window: Zoom): Zoom | null {
  const start = Math.floor(Math.max(from, window.from) / MINUTE) * MINUTE;
  const end = Math.ceil(Math.min(to, window.to) / MINUTE) * MINUTE;
  const length = Math.max(ZOOM_MIN_MS, Math.min(MAX_MS, end - start));
  return to <= from || length >= window.to - window.from ? null : { from: start, to: start + length };
}

/** `?zoom=2026-03-01T10:00:00.000Z_2026-03-01T12:00:00.000Z`; anything else is no zoom. */
export function readZoom(query: URLSearchParams): Zoom | null {
  const [from = Number.NaN, to = Number.NaN, ...others] = (query.get(PARAMETER) ?? '')
    .split(BETWEEN)
    .map(Date.parse);
  return others.length === 0 && to > from && to - from <= MAX_MS ? { from, to } : null;
}

export function withZoom(query: URLSearchParams, zoom: Zoom | null): URLSearchParams {
  const changed = new URLSearchParams(query);
  if (zoom === null) changed.delete(PARAMETER);
  else {
    const ends = [zoom.from, zoom.to].map((at) => new Date(at).toISOString());
    changed.set(PARAMETER, ends.join(BETWEEN));
  }
  return changed;
}
