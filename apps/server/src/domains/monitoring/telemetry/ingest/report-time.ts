import { KEPT_REPORT_MAX_AGE_MS } from '@airloom/device-protocol/extension';

/** A clock may run ahead of ours by this much before it is not believed. */
export const AHEAD_MAX_MS = 5 * 60_000;

/**
 * When a report was measured: when it arrived, unless the device says when and can be believed. Null when that
 * is too long ago.
 */
export function reportTime(at: number | null, arrival: number): number | null {
  if (at === null || at > arrival + AHEAD_MAX_MS) return arrival;
  return at < arrival - KEPT_REPORT_MAX_AGE_MS ? null : at;
}

/** Of one device one report is kept for each second. */
export function secondOf(at: number): number {
  return at - (at % 1000);
}

/** When something happened. A clock that was never set tells nothing: then it is when we heard of it. */
export function eventTime(at: number | null, arrival: number): number {
  if (at === null || at > arrival || at < arrival - KEPT_REPORT_MAX_AGE_MS) return arrival;
  return at;
}
