import { createStore, type StoreApi } from 'zustand';
import type { Step } from '../series.ts';

export interface Crosshair {
  /** The moment that all charts of a page point at, in ms; null for none. */
  at: number | null;
  /** The chart that sets it and shows the values. */
  chart: string | null;
}
export type CrosshairStore = StoreApi<Crosshair>;

export function createCrosshair(): CrosshairStore {
  return createStore<Crosshair>(() => ({ at: null, chart: null }));
}

/**
 * The step of a chart at a moment, null outside of its steps: the one that contains it where values are of whole steps,
 * else the nearest.
 */
export function stepAt(steps: readonly Step[], stepMs: number, at: number, stepped: boolean): number | null {
  const [first] = steps;
  if (first === undefined) return null;
  const place = (at - first.at) / stepMs;
  const index = stepped ? Math.floor(place) : Math.round(place);
  return index >= 0 && index < steps.length ? index : null;
}
