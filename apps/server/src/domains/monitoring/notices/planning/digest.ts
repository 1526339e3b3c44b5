import type { Digest } from '@airloom/contract/notices/notices.model';
import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { localTime, momentOf } from '@airloom/contract/zone-time';

type Gathered = Exclude<Digest, 'none'>;
const GATHERED: readonly Gathered[] = ['hourly', 'daily'];

/** Time of the daily digest, by the clock of the site. */
const MORNING_MS = 8 * HOUR;
/** Offsets are whole quarters of an hour. */
const QUARTER = 15 * MINUTE;

export interface DigestPeriod {
  readonly from: Date;
  /** Exclusive: the time it is sent. */
  readonly to: Date;
}

/** Identifies a digest of a setting; the setting may change before it is sent. */
export function digestDetail(digest: Gathered, to: Date, timeZone: string): string {
  return `${digest} ${to.toISOString()} ${timeZone}`;
}

/** The period of a digest, from its detail. */
export function periodOfDetail(detail: string, timeZone: string): DigestPeriod | null {
  const [kind, end = ''] = detail.split(' ');
  const digest = GATHERED.find((one) => one === kind);
  return digest === undefined ? null : digestPeriod(digest, new Date(Date.parse(end) - 1), timeZone);
}

/** The period of a digest that contains `at`. */
export function digestPeriod(digest: Gathered, at: Date, timeZone: string): DigestPeriod {
  const [from, to] =
    digest === 'hourly' ? hourAround(at.getTime(), timeZone) : dayAround(at.getTime(), timeZone);
  return { from: new Date(from), to: new Date(to) };
}

/** Where clocks are set by half an hour, one period is longer or shorter. */
function hourAround(at: number, timeZone: string): [from: number, to: number] {
  const quarter = Math.floor(at / QUARTER) * QUARTER;
  let from = quarter;
  while (localTime(timeZone, from) % HOUR !== 0) from -= QUARTER;
  let to = quarter + QUARTER;
  while (localTime(timeZone, to) % HOUR !== 0) to += QUARTER;
  return [from, to];
}

/** From morning to morning: 23 or 25 hours when clocks are set. */
function dayAround(at: number, timeZone: string): [from: number, to: number] {
  const day = Math.floor(localTime(timeZone, at) / DAY) * DAY;
  const morningOf = (days: number) => momentOf(timeZone, day + days * DAY + MORNING_MS);
  return at < morningOf(0) ? [morningOf(-1), morningOf(0)] : [morningOf(0), morningOf(1)];
}
