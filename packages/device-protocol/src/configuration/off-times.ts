import { minuteOf } from '@airloom/contract/formats/text/time';
import { localTime } from '@airloom/contract/zone-time';

interface TimeSlot {
  readonly start: string;
  readonly end: string;
}

/** Minutes since midnight in a time zone. */
export function localMinute(timeZone: string, at: Date): number {
  const local = new Date(localTime(timeZone, at.getTime()));
  return local.getUTCHours() * 60 + local.getUTCMinutes();
}

/** Whether a network with these daily slots is off in that minute. */
export function isOff(slots: readonly TimeSlot[], minute: number): boolean {
  return slots.some(({ start, end }) => minute >= minuteOf(start) && minute < minuteOf(end));
}
