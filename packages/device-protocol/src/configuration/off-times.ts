import { minuteOf } from '@airloom/contract/formats/text/time';

interface TimeSlot {
  readonly start: string;
  readonly end: string;
}

const OFFSET = /^UTC([+-])(\d{2}):(\d{2})$/;

/** Minutes since midnight in a time zone: "UTC+05:45", or a name such as "Europe/Warsaw". */
export function localMinute(timeZone: string, at: Date): number {
  const offset = OFFSET.exec(timeZone);
  if (offset !== null) {
    const minutes = (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1);
    const utc = at.getUTCHours() * 60 + at.getUTCMinutes();
    return (utc + minutes + 2 * 1440) % 1440;
  }
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  return minuteOf(parts);
}

/** Whether a network with these daily slots is off in that minute. */
export function isOff(slots: readonly TimeSlot[], minute: number): boolean {
  return slots.some(({ start, end }) => minute >= minuteOf(start) && minute < minuteOf(end));
}
