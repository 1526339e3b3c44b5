const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * MINUTE_MS;

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

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
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

/** Rest times that leave no minute of the day: nobody would ever be told. */
function isAroundTheClock({ restTimes }: Rest): boolean {
  let reached = 0;
  for (const { from, to } of restTimes.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (minuteOf(from) > reached) return false;
    reached = Math.max(reached, minuteOf(to) + 1);
  }
  return reached === DAY_MINUTES;
}

/**
 * The first moment from `at` on that is not rest. The zone of a site is an offset that stays as it is over the year.
 * Rest around the clock is none.
 */
export function endOfRest(at: Date, given: Rest, zoneMinutes: number): Date {
  const rest = isAroundTheClock(given) ? { ...given, restTimes: [] } : given;
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
