const TIME = /^([01][0-9]|2[0-3]):([0-5][0-9])$/;

/** HH:MM on a 24-hour clock, 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return TIME.test(text);
}

/** The end of a day, as the end of a period that starts on it. */
export const DAY_END = '24:00';

/** A time until which a period lasts: HH:MM, or the end of the day. */
export function isEndTime(text: string): boolean {
  return isTime(text) || text === DAY_END;
}

/** Two HH:MM texts sort chronologically, so they compare as text. */
export function isTimeBefore(start: string, end: string): boolean {
  return isTime(start) && isTime(end) && start < end;
}

const DAY_MINUTES = 24 * 60;

/** Of an HH:MM text: minutes since midnight. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Minutes of one day; `to` is exclusive. */
interface Minutes {
  readonly from: number;
  readonly to: number;
}

/** The minutes of a day from one clock time to another, including the last; over midnight they are two spans. */
export function minutesOfDay({ from, to }: { readonly from: string; readonly to: string }): Minutes[] {
  const [start, end] = [minuteOf(from), minuteOf(to) + 1];
  if (start < end) return [{ from: start, to: end }];
  return [
    { from: start, to: DAY_MINUTES },
    { from: 0, to: end },
  ];
}

/** Whether these times, including the last minute of each, cover the whole day. */
export function fillTheDay(times: readonly { readonly from: string; readonly to: string }[]): boolean {
  let reached = 0;
  for (const { from, to } of times.flatMap(minutesOfDay).toSorted((a, b) => a.from - b.from)) {
    if (from > reached) return false;
    reached = Math.max(reached, to);
  }
  return reached === DAY_MINUTES;
}
