import type { TerminalTimeline } from '@airloom/contract/clients/online.model';
import { MINUTE } from '@airloom/contract/time';
import type { Sample } from './client-samples.ts';
import { countersSince, retryPercentOf } from './packet-counters.ts';

/** Measured values of a report apply to the time since the previous one, at most this long. */
export const REPORT_VALID_MS = 10 * MINUTE;
/**
 * Span of the current experience figures. One minute often has too few packets; after a quarter of an hour solved
 * problems would still show.
 */
export const RECENT_MS = 5 * MINUTE;

/** A sample of a client in one of its sessions. */
export interface TimedSample extends Sample {
  readonly sessionId: string;
  readonly startedAt: number;
  readonly at: number;
}

type Slot = TerminalTimeline['slots'][number];

const minuteOf = (at: number): number => Math.floor(at / MINUTE);

/**
 * Minutes of a client from its samples, oldest first. Traffic between two reports is spread over the minutes between
 * them in whole bytes that add up to the total.
 */
export function minutesFrom(samples: readonly TimedSample[], from: number, to: number): Slot[] {
  const minutes = new Map<number, Slot>();
  const before = new Map<string, TimedSample>();
  for (const sample of samples) {
    const last = before.get(sample.sessionId);
    before.set(sample.sessionId, sample);
    const until = minuteOf(sample.at);
    const validFrom = minuteOf(sample.at - REPORT_VALID_MS);
    const joinedAt = minuteOf(sample.startedAt);
    // For a client connected long before the first known report, the time of its earlier traffic is unknown.
    const isCounted = last !== undefined || joinedAt >= validFrom;
    const begun = isCounted ? joinedAt : until;
    const first = last === undefined ? begun : Math.min(until, minuteOf(last.at) + 1);
    const passed = isCounted ? passedSince(last, sample) : NOTHING;
    for (let minute = first; minute <= until; minute += 1) {
      const at = minute * MINUTE;
      if (at + MINUTE <= from || at > to) continue;
      const known = minutes.get(minute);
      const share = (sum: number) => shareOf(sum, minute - first, until - first + 1);
      const isValid = minute >= validFrom;
      minutes.set(minute, {
        at: new Date(at).toISOString(),
        upBytes: (known?.upBytes ?? 0) + share(passed.rx),
        downBytes: (known?.downBytes ?? 0) + share(passed.tx),
        signalMean: (isValid ? sample.signal : null) ?? known?.signalMean ?? null,
        downRateKbps: (isValid ? sample.downRateKbps : null) ?? known?.downRateKbps ?? null,
        retryPercent: passed.retryPercent ?? known?.retryPercent ?? null,
      });
    }
  }
  return [...minutes.values()].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

const NOTHING = { rx: 0, tx: 0, retryPercent: null };

/** Counters only grow; a smaller value means a restart. */
function passedSince(last: Sample | undefined, now: Sample) {
  const more = (of: (sample: Sample) => number) => {
    const grown = of(now) - (last === undefined ? 0 : of(last));
    return grown < 0 ? of(now) : grown;
  };
  return {
    rx: more((sample) => sample.rx),
    tx: more((sample) => sample.tx),
    retryPercent: retryPercentOf(countersSince(last, now)),
  };
}

function shareOf(sum: number, place: number, places: number): number {
  return Math.round((sum * (place + 1)) / places) - Math.round((sum * place) / places);
}
