import { fillTheDay, minuteOf } from '@airloom/contract/formats/text/time';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Span {
  readonly from: string;
  readonly to: string;
}

/** When somebody wants to hear nothing, by the clock of the site. */
export interface Rest {
  readonly restTimes: readonly Span[];
  readonly holidays: readonly Span[];
}

interface Stretch {
  readonly from: number;
  /** The first moment after it. */
  readonly to: number;
}

/** Of one day, in the site's own time. The last minute of a rest time and the last day of a holiday belong to it. */
function stretchesOf(day: number, { restTimes, holidays }: Rest): Stretch[] {
  return [
    ...holidays.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) + DAY_MS })),
    ...restTimes.map(({ from, to }) => ({
      from: day + minuteOf(from) * MINUTE_MS,
      to: day + (minuteOf(to) + 1) * MINUTE_MS,
    })),
  ];
}

/**
 * The first moment from `at` on that is not rest. The zone of a site is an offset that stays as it is over the year.
 * Rest around the clock is refused when it is saved; here it is none, as it would never end.
 */
export function endOfRest(at: Date, given: Rest, zoneMinutes: number): Date {
  const rest = fillTheDay(given.restTimes) ? { ...given, restTimes: [] } : given;
  const shift = zoneMinutes * MINUTE_MS;
  let local = at.getTime() + shift;
  for (;;) {
    const now = local;
    const day = Math.floor(now / DAY_MS) * DAY_MS;
    const resting = stretchesOf(day, rest).filter(({ from, to }) => from <= now && now < to);
    if (resting.length === 0) return new Date(local - shift);
    local = Math.max(...resting.map(({ to }) => to));
  }
}
