import { DAY, MINUTE } from './time.ts';

interface Reading {
  /** Null for a zone that this engine does not know. */
  readonly format: Intl.DateTimeFormat | null;
  quarter: number;
  minutes: number;
}

/** Reading an offset takes microseconds, and most readings are of the present. */
const readings = new Map<string, Reading>();
/** Offsets change at whole quarters of an hour. */
const QUARTER = 15 * MINUTE;

/** How far a zone is ahead of UTC at a moment. A zone that this engine does not know counts as UTC. */
export function offsetMinutes(zone: string, at: number): number {
  const reading = readings.get(zone) ?? { format: formatOf(zone), quarter: Number.NaN, minutes: 0 };
  const quarter = Math.floor(at / QUARTER);
  if (reading.quarter !== quarter) {
    reading.minutes = reading.format === null ? 0 : readOffset(reading.format, at);
    reading.quarter = quarter;
  }
  readings.set(zone, reading);
  return reading.minutes;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** "GMT", "GMT+05:45". */
const OFFSET = /^GMT(?:([+-])(\d\d):(\d\d))?/;

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = OFFSET.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -size : size;
}

/** What clocks show at a moment, as milliseconds since 1970 in local time. */
export function localTime(zone: string, at: number): number {
  return at + offsetMinutes(zone, at) * MINUTE;
}

/**
 * The moment at which clocks show a local time. Of a repeated one the first that is not before `notBefore`; for a
 * skipped one the moment at which clocks are set forward.
 */
export function momentOf(zone: string, local: number, notBefore = Number.NEGATIVE_INFINITY): number {
  const before = local - offsetMinutes(zone, local - DAY) * MINUTE;
  const after = local - offsetMinutes(zone, local + DAY) * MINUTE;
  const shown = [before, after].filter((at) => localTime(zone, at) === local).sort((a, b) => a - b);
  return shown.find((at) => at >= notBefore) ?? shown.at(-1) ?? firstAfterChange(zone, after, before);
}

/** The minute between two moments from which on the offset is that of the second. */
export function firstAfterChange(zone: string, from: number, to: number): number {
  const offset = offsetMinutes(zone, to);
  let low = from;
  let high = to;
  while (high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
    if (offsetMinutes(zone, middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}
