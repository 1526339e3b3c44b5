import { fillTheDay, minuteOf } from '@airloom/contract/formats/text/time';
import { DAY, MINUTE } from '@airloom/contract/time';
import { localTime, momentOf } from '@airloom/contract/zone-time';

interface Span {
  readonly from: string;
  readonly to: string;
}

/** When no notices are sent, by the clock of the site. */
export interface QuietHours {
  readonly restTimes: readonly Span[];
  readonly holidays: readonly Span[];
}

interface Period {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/**
 * Quiet periods around one day, in site time. The last minute of quiet hours and the last day of a holiday are
 * included.
 */
function periodsOf(day: number, { restTimes, holidays }: QuietHours): Period[] {
  return [
    ...holidays.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) + DAY })),
    ...restTimes.flatMap(({ from, to }) => {
      const start = day + minuteOf(from) * MINUTE;
      const end = day + (minuteOf(to) + 1) * MINUTE;
      if (start < end) return [{ from: start, to: end }];
      // Over midnight: since yesterday, and until tomorrow.
      return [
        { from: start - DAY, to: end },
        { from: start, to: end + DAY },
      ];
    }),
  ];
}

/**
 * The first moment from `at` on outside of quiet hours, by the clock of the site. Quiet hours around the clock are
 * rejected when saved; here they are ignored, as they would never end.
 */
export function endOfQuietHours(at: Date, given: QuietHours, timeZone: string): Date {
  const quietHours = fillTheDay(given.restTimes) ? { ...given, restTimes: [] } : given;
  let end = at.getTime();
  for (;;) {
    const local = localTime(timeZone, end);
    const day = Math.floor(local / DAY) * DAY;
    const current = periodsOf(day, quietHours).filter(({ from, to }) => from <= local && local < to);
    if (current.length === 0) return new Date(end);
    end = momentOf(timeZone, Math.max(...current.map(({ to }) => to)), end);
  }
}
