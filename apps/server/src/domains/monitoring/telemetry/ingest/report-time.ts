import { KEPT_REPORT_MAX_AGE_MS } from '@airloom/device-protocol/extension';

/** A device clock this far ahead is not used. */
const AHEAD_MAX_MS = 5 * 60_000;

/** Later stored times are from before the clock was set back. */
export function latestAt(now: number): number {
  return now + AHEAD_MAX_MS;
}

/**
 * When a report was measured: the device time if it is plausible, otherwise the arrival. Null when it is too old.
 */
export function reportTime(at: number | null, arrival: number): number | null {
  if (at === null || at > latestAt(arrival)) return arrival;
  return at < arrival - KEPT_REPORT_MAX_AGE_MS ? null : at;
}

/** One report per device and second is stored. */
export function secondOf(at: number): number {
  return at - (at % 1000);
}

/** When an event occurred; the arrival if the device clock is not plausible. */
export function eventTime(at: number | null, arrival: number): number {
  if (at === null || at > arrival || at < arrival - KEPT_REPORT_MAX_AGE_MS) return arrival;
  return at;
}
