const TIME = /^([01][0-9]|2[0-3]):([0-5][0-9])$/;

/** HH:MM on a 24-hour clock, 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return TIME.test(text);
}

/** Two HH:MM texts sort as clocks do, so they compare as text. */
export function isTimeBefore(start: string, end: string): boolean {
  return isTime(start) && isTime(end) && start < end;
}

export function isTimeNotAfter(start: string, end: string): boolean {
  return isTime(start) && isTime(end) && start <= end;
}
