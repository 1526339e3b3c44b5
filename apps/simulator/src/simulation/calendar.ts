import { DAY, HOUR } from '@airloom/device-protocol/time';

/** 1 January 1970 was a Thursday. */
const THURSDAY = 4;

const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** Cached per zone and day; may be an hour off on the day of a clock change, which does not matter here. */
function offsetOf(zone: string, t: number): number {
  const day = Math.floor(t / DAY);
  const key = `${zone}${day}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const noon = day * DAY + DAY / 2;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(noon)
      .map((part) => [part.type, Number(part.value)]),
  );
  const at = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const local = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'));
  offsets.set(key, local - noon);
  return local - noon;
}

export interface LocalTime {
  /** Fractional hour. */
  readonly hour: number;
  readonly isWeekend: boolean;
}

export function localTime(zone: string, t: number): LocalTime {
  const local = t + offsetOf(zone, t);
  const day = Math.floor(local / DAY);
  const weekday = (day + THURSDAY) % 7;
  return { hour: (local - day * DAY) / HOUR, isWeekend: weekday === 0 || weekday === 6 };
}
