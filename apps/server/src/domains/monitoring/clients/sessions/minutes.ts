import type { TerminalTimeline } from '@airloom/contract/clients/online.model';
import type { Sample } from './client-samples.ts';
import { retryPercentOf, sentSince } from './sent.ts';

export const MINUTE_MS = 60_000;
/** A report speaks for the time since the one before it, what it measures for no longer than this. */
export const SPEAKS_FOR_MS = 10 * MINUTE_MS;
/**
 * How a client fares now is how it fared so long. One minute often has too few packets to judge by, and hints would
 * come and go with it; in a quarter of an hour trouble that is over would still show.
 */
export const LATELY_MS = 5 * MINUTE_MS;

/** What was told of a client in one of its sessions. */
export interface ToldSample extends Sample {
  readonly sessionId: string;
  readonly startedAt: number;
  readonly at: number;
}

type Slot = TerminalTimeline['slots'][number];

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

/**
 * The minutes of a client from what was told of it, oldest first. What was passed between two reports is spread over
 * the minutes between them, whole bytes each, so that they make the sum again.
 */
export function minutesFrom(told: readonly ToldSample[], from: number, to: number): Slot[] {
  const minutes = new Map<number, Slot>();
  const before = new Map<string, ToldSample>();
  for (const sample of told) {
    const last = before.get(sample.sessionId);
    before.set(sample.sessionId, sample);
    const until = minuteOf(sample.at);
    const heardFrom = minuteOf(sample.at - SPEAKS_FOR_MS);
    const joinedAt = minuteOf(sample.startedAt);
    // Of one that was there long before the first report known, nobody knows when it passed what.
    const isCounted = last !== undefined || joinedAt >= heardFrom;
    const begun = isCounted ? joinedAt : until;
    const first = last === undefined ? begun : Math.min(until, minuteOf(last.at) + 1);
    const passed = isCounted ? passedSince(last, sample) : NOTHING;
    for (let minute = first; minute <= until; minute += 1) {
      const at = minute * MINUTE_MS;
      if (at + MINUTE_MS <= from || at > to) continue;
      const known = minutes.get(minute);
      const share = (sum: number) => shareOf(sum, minute - first, until - first + 1);
      const hasListeners = minute >= heardFrom;
      minutes.set(minute, {
        at: new Date(at).toISOString(),
        upBytes: (known?.upBytes ?? 0) + share(passed.rx),
        downBytes: (known?.downBytes ?? 0) + share(passed.tx),
        signalMean: (hasListeners ? sample.signal : null) ?? known?.signalMean ?? null,
        downRateKbps: (hasListeners ? sample.downRateKbps : null) ?? known?.downRateKbps ?? null,
        retryPercent: passed.retryPercent ?? known?.retryPercent ?? null,
      });
    }
  }
  return [...minutes.values()].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

const NOTHING = { rx: 0, tx: 0, retryPercent: null };

/** Counters only grow; one that shrank began anew. */
function passedSince(last: Sample | undefined, now: Sample) {
  const more = (of: (sample: Sample) => number) => {
    const grown = of(now) - (last === undefined ? 0 : of(last));
    return grown < 0 ? of(now) : grown;
  };
  return {
    rx: more((sample) => sample.rx),
    tx: more((sample) => sample.tx),
    retryPercent: retryPercentOf(sentSince(last, now)),
  };
}

function shareOf(sum: number, place: number, places: number): number {
  return Math.round((sum * (place + 1)) / places) - Math.round((sum * place) / places);
}
